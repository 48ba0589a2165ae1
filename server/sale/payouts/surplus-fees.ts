import { ProblemError } from '../../../contract/api/problems.ts'
import { formatMoney } from '../../../contract/money.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { lockInTransaction } from '../../db/engines/transaction-lock.ts'
import type { Db } from '../../db/tables.ts'
import { insertAuditEntry } from '../../core/audit/audit.repository.ts'
import { bookFeeCorrection } from '../accounting/book.ts'
import { findDeal } from '../records/deal.repository.ts'
import { findPayment } from '../records/payment.repository.ts'
import { toPaymentEntry } from '../records/payment-entry.ts'
import { findReversalInProgress } from '../records/payout-reversal.repository.ts'
import { findPayout, type Payout } from '../records/payout.repository.ts'
import { computeSettled } from './return-share.ts'

/**
 * A fee that was refunded although the seller's share was not reversed. Release 0.3.0 booked this if the bank
 * returned the buyer's refund in the meantime.
 */
export interface SurplusFee {
  payout: Payout
  /** The refunded fee, in cents. */
  refundedFee: number
  /** The part of the fee that belongs to the recovered share, in cents. */
  due: number
  /** The time when the fee was refunded. */
  foundAt: string
}

/** Lists the fees that were refunded without a reversal of the seller's share, oldest first. */
export async function listSurplusFees(db: Db): Promise<SurplusFee[]> {
  const rows = await db
    .selectFrom('ledger_entries')
    .innerJoin('payouts', 'payouts.purchase_id', 'ledger_entries.purchase_id')
    .select(['payouts.purchase_id', ({ fn }) => fn.max('ledger_entries.at').as('found_at')])
    .where(({ eb, or, and }) =>
      or([
        and([eb('account', '=', 'fee'), eb('kind', '=', 'fee-refund')]),
        and([eb('account', '=', 'seller'), eb('kind', 'in', ['reversal', 'debt'])]),
      ]),
    )
    // Without this condition, the engines look up the entries of every payout.
    .where('payouts.purchase_id', 'in', ({ selectFrom }) =>
      selectFrom('ledger_entries as fee_refunds')
        .select('fee_refunds.purchase_id')
        .where('fee_refunds.account', '=', 'fee')
        .where('fee_refunds.kind', '=', 'fee-refund'),
    )
    .groupBy(['payouts.purchase_id', 'payouts.returned_for'])
    .having(({ eb, fn, neg }) =>
      eb(neg(fn.sum('ledger_entries.amount')), '>', eb.ref('payouts.returned_for')),
    )
    .orderBy('found_at')
    .execute()
  const found: SurplusFee[] = []
  for (const { purchase_id: purchaseId, found_at: foundAt } of rows) {
    const payout = await findPayout(db, purchaseId)
    const surplus = payout && (await findSurplus(db, payout))
    if (surplus) found.push({ payout, ...surplus, foundAt })
  }
  return found
}

/** Returns null if the refunded fee matches the recovered share, or if a reversal is in progress. */
async function findSurplus(db: Db, payout: Payout): Promise<Pick<SurplusFee, 'refundedFee' | 'due'> | null> {
  if (await findReversalInProgress(db, payout.id)) return null
  const deal = (await findDeal(db, payout.purchaseId))!
  const { refunded, recoveredShare, refundedFee, settled } = await computeSettled(db, deal, payout)
  if (refunded > payout.returnedFor) return null
  const due = Math.max(settled, payout.returnedFor) - recoveredShare
  return refundedFee > due ? { refundedFee, due } : null
}

/**
 * Charges a fee again that was refunded without a reversal of the seller's share.
 * @returns false if the refunded fee matches the recovered share
 * @throws ProblemError `not-found` if the purchase has no payout
 */
export async function correctSurplusFee(ctx: Context, actor: Actor, purchaseId: string): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    const payout = await findPayout(trx, purchaseId)
    if (!payout) throw new ProblemError('not-found')
    await lockInTransaction(trx, `payout ${payout.id}`)
    // Another transaction may have changed the payout before the lock.
    const surplus = await findSurplus(trx, (await findPayout(trx, purchaseId))!)
    if (!surplus) return false
    const deal = (await findDeal(trx, purchaseId))!
    const amount = surplus.refundedFee - surplus.due
    await bookFeeCorrection(trx, deal, { reference: `${payout.id}-corrected`, amount }, ctx.now())
    const payment = (await findPayment(trx, deal.paymentId))!
    const entry = {
      ...toPaymentEntry(payment),
      action: 'correct-books' as const,
      detail: formatMoney(amount),
    }
    await insertAuditEntry(trx, actor, entry, ctx.now())
    return true
  })
}
