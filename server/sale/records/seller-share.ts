import { calculateFee, type FeeRate } from '../../../contract/fees.ts'
import type { Payout } from './payout.repository.ts'

interface PaidSale {
  /** The amount paid, and the parts of it that were refunded and lost in disputes, in cents. */
  amount: number
  refundedAmount: number
  lostAmount: number
  feeRate: FeeRate
}

/** Returns the fee for a sale and the amount that its seller gets, in cents, before or after the payout. */
export function computeSellerShare(
  { amount, refundedAmount, lostAmount, feeRate }: PaidSale,
  payout: Pick<Payout, 'fee' | 'amount' | 'reversed'> | null,
): { feeMinor: number; payoutMinor: number } {
  if (payout) return { feeMinor: payout.fee, payoutMinor: payout.amount - payout.reversed }
  const paid = amount - refundedAmount - lostAmount
  const feeMinor = calculateFee(paid, feeRate)
  return { feeMinor, payoutMinor: paid - feeMinor }
}
