import type { LedgerDifference, Payout as WirePayout } from '../../../contract/payouts.ts'
import type { SurplusFee } from '../../sale/payouts/surplus-fees.ts'
import type { OpenDifference } from '../../sale/records/ledger-difference.repository.ts'
import type { ListedPayout } from './payout-list.repository.ts'

export function toWirePayout(payout: ListedPayout): WirePayout {
  return {
    _id: payout.id,
    purchaseID: payout.purchaseId,
    carName: payout.carName,
    sellerName: payout.sellerName,
    paidMinor: payout.paid,
    feeMinor: payout.fee,
    debtMinor: payout.debt,
    amount: payout.amount,
    reversedMinor: payout.reversed,
    state: payout.state,
    failure: payout.failure,
    transferID: payout.transferId,
    createdAt: payout.createdAt,
    sentAt: payout.sentAt,
  }
}

export function toWireDifference({
  id,
  booked,
  stripe,
  purchaseId,
  ...difference
}: OpenDifference): LedgerDifference {
  return { _id: id, purchaseID: purchaseId, bookedMinor: booked, stripeMinor: stripe, ...difference }
}

/** Returns a fee that was refunded without a reversal as a difference with the ID of the purchase. */
export function toFeeDifference({ payout, refundedFee, due, foundAt }: SurplusFee): LedgerDifference {
  return {
    _id: payout.purchaseId,
    kind: 'fee-refund',
    reference: payout.transferId ?? payout.id,
    purchaseID: payout.purchaseId,
    bookedMinor: refundedFee,
    stripeMinor: due,
    foundAt,
  }
}
