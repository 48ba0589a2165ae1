import { listPriceParts } from '../../../contract/all-in-price.ts'
import type { Purchase } from '../../../contract/purchases.ts'

interface ReceiptLine {
  name: string
  /** In cents. */
  amount: number
  isTotal?: boolean
}

type PaidPurchase = Pick<Purchase, 'priceMinor' | 'fees' | 'refundState' | 'refundedMinor' | 'deposit'>

/** Returns the amounts of a receipt in order. Only payments by card can be refunded. */
export function buildReceiptLines({
  priceMinor,
  fees = [],
  refundState,
  refundedMinor,
  deposit,
}: PaidPurchase): ReceiptLine[] {
  const price = priceMinor ?? 0
  const isPartlyElsewhere = deposit?.state === 'paid-at-dealership'
  const byCard = isPartlyElsewhere ? deposit.amount : price
  const refunded = refundState === 'none' ? refundedMinor : byCard
  return [
    ...listPriceParts(price, fees),
    ...listPartialPayments(price, deposit),
    { name: 'Total paid', amount: price, isTotal: true },
    ...(refunded > 0
      ? [{ name: refundState === 'pending' ? 'Refund on its way' : 'Refunded', amount: -refunded }]
      : []),
  ]
}

/** Returns the deposit and the rest as two receipt lines, or none if no deposit counts toward the price. */
function listPartialPayments(price: number, deposit: Purchase['deposit']): ReceiptLine[] {
  if (deposit?.state !== 'credited' && deposit?.state !== 'paid-at-dealership') return []
  const rest = price - deposit.amount
  return [
    { name: 'Deposit by card', amount: deposit.amount },
    {
      name: deposit.state === 'credited' ? 'Rest by card' : 'Rest, recorded as paid at the dealership',
      amount: rest,
    },
  ]
}
