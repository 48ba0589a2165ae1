import { sql } from 'kysely'
import { pages } from '../../../contract/pages.ts'
import { formatMoney } from '../../../contract/money.ts'
import type { Context } from '../../context.ts'
import { lockInTransaction } from '../../db/engines/transaction-lock.ts'
import type { Db } from '../../db/tables.ts'
import { notify } from '../../core/messages/notify.ts'
import { TransferRefusedError } from '../../gateways/payments/payments.ts'
import { bookDebt, bookFeeRefund, bookReversal } from '../accounting/book.ts'
import { listDealEntries } from '../records/ledger.repository.ts'
import { findDeal, type Deal } from '../records/deal.repository.ts'
import { isOfDeal } from '../records/dispute.repository.ts'
import { findDealMoney, dealPaidAmount, dealRefundedAmount } from '../records/deal-money.ts'
import { findPayout, recordReturned, type Payout } from '../records/payout.repository.ts'
import {
  endReversal,
  findReversalInProgress,
  insertReversal,
  type PayoutReversal,
} from '../records/payout-reversal.repository.ts'

const BATCH_SALES = 100

/** Reverses the payouts that sellers still owe for refunds after a crash or a failed request to Stripe. */
export async function returnDueShares(ctx: Context): Promise<void> {
  for (const purchaseId of await listDueReturns(ctx.db, BATCH_SALES)) {
    try {
      await returnShare(ctx, purchaseId)
    } catch (error) {
      if (!ctx.writes.recordFailure(error)) ctx.log.warn({ err: error, purchaseId }, 'a reversal waits')
    }
  }
}

/**
 * Recovers the seller's share of an amount that was refunded, or lost in a dispute, after the payout. If the
 * balance of the seller's account is too low, the rest becomes a debt, which the next payouts settle. A repeated
 * call continues where the last one stopped.
 * @throws ProblemError `stripe-refused` if Stripe refuses a query, `service-unavailable` if the outcome is unknown;
 * the job retries
 */
export async function returnShare(ctx: Context, purchaseId: string): Promise<void> {
  let limit = Number.POSITIVE_INFINITY
  for (;;) {
    const step = await ctx.db.transaction().execute((trx) => findNextStep(trx, ctx, purchaseId, limit))
    if (step === null) return
    const { payout, reversal, isRepeat } = step
    try {
      const made = await requestReversal(ctx, payout, reversal, isRepeat)
      await ctx.db.transaction().execute((trx) => recordReversal(trx, ctx, step, made.id))
    } catch (error) {
      if (!(error instanceof TransferRefusedError)) throw error
      const balance = error.isBalanceTooLow ? await ctx.payments.getAccountBalance(payout.accountId) : 0
      // If Stripe refuses despite a sufficient balance, the loop must end.
      limit = balance < reversal.amount ? balance : 0
      await endReversal(ctx.db, reversal.id, { state: 'failed' })
      ctx.log.warn({ payout: payout.id, reason: error.message }, 'a transfer could not be reversed in full')
    }
  }
}

interface Step {
  payout: Payout
  deal: Deal
  reversal: PayoutReversal
  /** True if the reversal may have been requested already. */
  isRepeat: boolean
}

/**
 * Determines the next reversal, and records it. Books the rest as a debt if nothing can be reversed.
 * @param limit the maximum amount that Stripe can recover now, in cents
 */
async function findNextStep(trx: Db, ctx: Context, purchaseId: string, limit: number): Promise<Step | null> {
  const payout = await findPayout(trx, purchaseId)
  if (payout?.state !== 'sent') return null
  await lockInTransaction(trx, `payout ${payout.id}`)
  const deal = (await findDeal(trx, purchaseId))!
  const inProgress = await findReversalInProgress(trx, payout.id)
  if (inProgress) return { payout, deal, reversal: inProgress, isRepeat: true }
  const { refunded, share, recoveredShare } = await computeShare(trx, deal, payout)
  const owed = share - recoveredShare
  const current = (await findPayout(trx, purchaseId))!
  const amount = Math.min(owed, current.amount - current.reversed, limit)
  if (amount > 0) {
    const reversal = await insertReversal(trx, { payoutId: payout.id, amount }, ctx.now())
    return { payout, deal, reversal, isRepeat: false }
  }
  if (owed > 0) await recordDebt(trx, ctx, deal, payout, { refunded, owed })
  await settleRecoveredShare(trx, ctx, deal)
  return null
}

async function recordReversal(
  trx: Db,
  ctx: Context,
  { payout, deal, reversal: { id, amount } }: Step,
  reversalId: string,
): Promise<void> {
  await lockInTransaction(trx, `payout ${payout.id}`)
  if (!(await endReversal(trx, id, { state: 'sent', reversalId }))) return
  const { reversed } = (await findPayout(trx, deal.purchaseId))!
  await recordReturned(trx, payout.id, { reversed: reversed + amount })
  await bookReversal(trx, deal, { id: reversalId, amount }, ctx.now())
  await settleRecoveredShare(trx, ctx, deal)
}

/**
 * Refunds the fee that belongs to the share recovered so far, and records the sum of both as the refunded amount.
 * The bank may have returned the refund in the meantime, and the platform then holds this amount for the
 * buyer.
 */
async function settleRecoveredShare(trx: Db, ctx: Context, deal: Deal): Promise<void> {
  const payout = (await findPayout(trx, deal.purchaseId))!
  const { recoveredShare, refundedFee, settled } = await computeSettled(trx, deal, payout)
  const fee = settled - recoveredShare - refundedFee
  // After a correction, the same amount can be settled again.
  const reference = `${payout.id}-${settled}-${refundedFee}`
  if (fee > 0) await bookFeeRefund(trx, deal, { reference, amount: fee }, ctx.now())
  if (settled > payout.returnedFor) await recordReturned(trx, payout.id, { returnedFor: settled })
}

/** Computes the refunded amount, in cents, that the share recovered and the fee refunded so far should make up. */
export async function computeSettled(trx: Db, deal: Deal, payout: Payout) {
  const parts = await computeShare(trx, deal, payout)
  const { refunded, share, recoveredShare } = parts
  return {
    ...parts,
    settled: recoveredShare === share ? refunded : computeShareRefund(recoveredShare, payout),
  }
}

/** Returns the smallest refunded amount that has the given seller's share, in cents. */
function computeShareRefund(share: number, { paid, fee }: Pick<Payout, 'paid' | 'fee'>): number {
  return share === 0 ? 0 : Math.ceil(((share - 0.5) * paid) / (paid - fee))
}

/**
 * Computes the amount refunded since the payout, the seller's share of it, the share that was already recovered, and
 * the fee that was already refunded.
 * @returns cents
 */
async function computeShare(trx: Db, deal: Deal, { paid, fee }: Payout) {
  const money = await findDealMoney(trx, deal)
  const before = money.paid - paid
  const refunded = Math.min(paid, Math.max(0, money.refunded + money.lost - before))
  const share = paid === 0 ? 0 : Math.round(((paid - fee) * refunded) / paid)
  const entries = await listDealEntries(trx, deal.purchaseId)
  const sumOf = (account: string, kinds: readonly string[]) =>
    entries
      .filter((entry) => entry.account === account && kinds.includes(entry.kind))
      .reduce((sum, { amount }) => sum - amount, 0)
  return {
    refunded,
    share,
    recoveredShare: sumOf('seller', ['reversal', 'debt']),
    refundedFee: sumOf('fee', ['fee-refund']),
  }
}

async function recordDebt(
  trx: Db,
  ctx: Context,
  deal: Deal,
  payout: Payout,
  { refunded, owed }: { refunded: number; owed: number },
): Promise<void> {
  await bookDebt(trx, deal, { id: `${payout.id}-${refunded}`, amount: owed }, ctx.now())
  await notify(trx, ctx, {
    userId: deal.sellerId,
    kind: 'payout',
    subject: `You owe ${formatMoney(owed)}`,
    body: `A sale that we had paid you for was refunded, and your Stripe balance didn’t cover your share. We deduct ${formatMoney(owed)} from your next payouts.`,
    link: pages.payouts.path,
    carId: deal.carId,
  })
}

async function requestReversal(ctx: Context, payout: Payout, reversal: PayoutReversal, isRepeat: boolean) {
  const transferId = payout.transferId!
  if (isRepeat) {
    const made = (await ctx.payments.listReversals(transferId)).find(({ rowId }) => rowId === reversal.id)
    if (made) return made
  }
  const { id, amount } = reversal
  return ctx.payments.reverseTransfer({ transferId, rowId: id, amount, idempotencyKey: `reversal-${id}` })
}

/**
 * Lists purchases whose refund or lost dispute since the payout has not been processed yet, and those with a reversal
 * of unknown outcome. Stripe may have made it, even if the bank has returned the refund since.
 */
async function listDueReturns(db: Db, limit: number): Promise<string[]> {
  const unknown = db
    .selectFrom('payout_reversals')
    .innerJoin('payouts', 'payouts.id', 'payout_reversals.payout_id')
    .select('payouts.purchase_id')
    .where('payout_reversals.state', '=', 'sending')
  const rows = await db
    .selectFrom('payouts')
    .innerJoin('deals', 'deals.purchase_id', 'payouts.purchase_id')
    .innerJoin('payments', 'payments.id', 'deals.payment_id')
    .select('payouts.purchase_id')
    .where('payouts.state', '=', 'sent')
    .where('payouts.purchase_id', 'in', ({ selectFrom }) =>
      selectFrom('payments as refunded')
        .select('refunded.purchase_id')
        .where('refunded.refunded_amount', '>', 0)
        .union(selectFrom('disputes as lost').select('lost.purchase_id').where('lost.state', '=', 'lost')),
    )
    .where(({ eb, selectFrom }) => {
      const lost = selectFrom('disputes')
        .select(({ fn, val }) => fn.coalesce(fn.sum<number>('disputes.amount'), val(0)).as('lost'))
        .whereRef('disputes.purchase_id', '=', 'payouts.purchase_id')
        .where('disputes.state', '=', 'lost')
        .where(isOfDeal)
      const since = sql<number>`${dealRefundedAmount} + ${lost} - (${dealPaidAmount} - payouts.paid)`
      return eb(since, '>', eb.ref('payouts.returned_for'))
    })
    .union(unknown)
    .limit(limit)
    .execute()
  return rows.map((row) => row.purchase_id)
}
