import { calculateFee } from '../../../contract/fees.ts'
import { pagePath, pages } from '../../../contract/pages.ts'
import { CURRENCY, formatMoney } from '../../../contract/money.ts'
import type { Context } from '../../context.ts'
import { lockInTransaction } from '../../db/engines/transaction-lock.ts'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/tables.ts'
import { notify } from '../../core/messages/notify.ts'
import { addDealLink } from '../deals/deal-link.ts'
import { TransferRefusedError, type Transfer } from '../../gateways/payments/payments.ts'
import { bookPayout } from '../accounting/book.ts'
import { findPayment } from '../records/payment.repository.ts'
import { findDealMoney } from '../records/deal-money.ts'
import { readSellerDebt } from '../records/ledger.repository.ts'
import {
  findDeal,
  insertDealEvent,
  moveDeal,
  resumeAsReleased,
  type Deal,
} from '../records/deal.repository.ts'
import { hasOpenDispute } from '../records/dispute.repository.ts'
import { findOpenPart } from '../records/refund-part.repository.ts'
import { findPurchase } from '../records/purchase.repository.ts'
import { findPayoutAccount } from '../records/payout-account.repository.ts'
import {
  changeUnsentPayout,
  findPayout,
  insertPayout,
  listDuePayouts,
  sumDebtInProgress,
  type Payout,
} from '../records/payout.repository.ts'
import { returnShare } from './return-share.ts'

/**
 * The time in milliseconds for which an attempt keeps others from starting. It exceeds the total time of all
 * retries of a request to Stripe.
 */
const LEASE_MS = 32_000
const LONGEST_RETRY_MS = 3_600_000
const BATCH_SALES = 100

/** Pays every seller whose payout is due. A failure of one payout does not delay the others. */
export async function releaseDuePayouts(ctx: Context): Promise<void> {
  for (const purchaseId of await listDuePayouts(ctx.db, ctx.now(), BATCH_SALES))
    await startPayout(ctx, purchaseId)
}

/** Releases a payout. If Stripe does not respond, the deals job sends it within a minute. */
export async function startPayout(ctx: Context, purchaseId: string): Promise<void> {
  try {
    await releasePayout(ctx, purchaseId)
  } catch (error) {
    if (!ctx.writes.recordFailure(error)) ctx.log.warn({ err: error, purchaseId }, 'a payout waits')
  }
}

/**
 * Transfers the seller's payout if the deal is handed over and nothing interrupts it. The transfer is recorded
 * before it is requested. After an attempt with an unknown outcome, Stripe is asked for the deal's transfers
 * first, because it forgets idempotency keys after a day.
 * @throws ProblemError `stripe-refused` if Stripe refuses a query, `service-unavailable` if the outcome is unknown;
 * the job retries
 */
async function releasePayout(ctx: Context, purchaseId: string): Promise<void> {
  if (await hasUnrecordedRefund(ctx, purchaseId)) return
  const prepared = await ctx.db.transaction().execute((trx) => prepare(trx, ctx, purchaseId))
  if (prepared === null) return
  const { payout, chargeId, isRepeat } = prepared
  let transfer = payout.attempts > 1 ? await findTransfer(ctx, payout) : null
  if (isRepeat && !transfer && (await withdrawChanged(ctx, payout))) return releasePayout(ctx, purchaseId)
  try {
    if (!transfer && payout.amount > 0) transfer = await requestTransfer(ctx, payout, chargeId)
  } catch (error) {
    if (!(error instanceof TransferRefusedError)) throw error
    await recordRefusal(ctx, payout, error.message)
    return
  }
  await ctx.db.transaction().execute((trx) => recordTransfer(trx, ctx, payout, transfer))
  await returnShare(ctx, purchaseId)
}

/**
 * Reports whether Stripe has refunds that are not recorded yet, for example from its dashboard. The payout
 * then waits until they are.
 */
async function hasUnrecordedRefund(ctx: Context, purchaseId: string): Promise<boolean> {
  const deal = await findDeal(ctx.db, purchaseId)
  if (deal?.state !== 'handed-over') return false
  for (const { intentId, refundedAmount } of (await findDealMoney(ctx.db, deal)).payments) {
    const refunds = await ctx.payments.listRefunds({ intentId })
    const refunded = refunds.reduce(
      (sum, { status, amount }) => (status === 'failed' ? sum : sum + amount),
      0,
    )
    if (refunded !== refundedAmount) return true
  }
  return false
}

interface Prepared {
  payout: Payout
  /** Null if the payout is larger than the charge, because a deposit was credited. */
  chargeId: string | null
  /** True if the outcome of the last attempt is unknown. */
  isRepeat: boolean
}

/** Records the next attempt; returns null if the payout must not be sent now. */
async function prepare(trx: Db, ctx: Context, purchaseId: string): Promise<Prepared | null> {
  const known = await findPayout(trx, purchaseId)
  if (known?.state === 'sent' || (known && known.nextAttemptAt > ctx.now().toISOString())) return null
  const deal = await findDeal(trx, purchaseId)
  if (!deal?.chargeId) return null
  const { amount: charged, refundedAmount } = (await findPayment(trx, deal.paymentId))!
  const chargeOf = (amount: number) => (amount <= charged - refundedAmount ? deal.chargeId : null)
  const nextAttemptAt = new Date(ctx.now().getTime() + LEASE_MS).toISOString()
  // Stripe may have made this transfer, so its amount must not change before Stripe has been asked.
  if (known?.state === 'sending') {
    const attempt = { attempts: known.attempts + 1, next_attempt_at: nextAttemptAt }
    if (!(await changeUnsentPayout(trx, known.id, attempt, known.attempts))) return null
    return {
      payout: { ...known, attempts: known.attempts + 1 },
      chargeId: chargeOf(known.amount),
      isRepeat: true,
    }
  }
  await lockInTransaction(trx, `payouts ${deal.sellerId}`)
  const amounts = await computeAmounts(trx, deal, known?.id ?? '')
  if (amounts === null) return null
  const attempts = (known?.attempts ?? 0) + 1
  const row = {
    ...amounts,
    state: 'sending' as const,
    failure: null,
    attempts,
    next_attempt_at: nextAttemptAt,
  }
  if (known) {
    if (!(await changeUnsentPayout(trx, known.id, row, known.attempts))) return null
  } else {
    await insertPayout(trx, {
      id: newId(),
      purchase_id: purchaseId,
      seller_id: deal.sellerId,
      transfer_id: null,
      refusals: 0,
      created_at: ctx.now().toISOString(),
      sent_at: null,
      ...row,
    })
  }
  return {
    payout: (await findPayout(trx, purchaseId))!,
    chargeId: chargeOf(amounts.amount),
    isRepeat: false,
  }
}

/** Computes a payout; returns null if the deal's state, a refund, a dispute, or the account prevents it. */
async function computeAmounts(trx: Db, deal: Deal, payoutId: string) {
  const account = await findPayoutAccount(trx, deal.sellerId)
  const money = await findDealMoney(trx, deal)
  if (deal.state !== 'handed-over' || account?.state !== 'active') return null
  for (const { id, state } of money.payments) {
    if (state === 'refund-pending' || (id === deal.paymentId && state === 'refunded')) return null
    if (await findOpenPart(trx, id)) return null
  }
  if (await hasOpenDispute(trx, deal.purchaseId)) return null
  const paid = money.paid - money.refunded - money.lost
  const fee = calculateFee(paid, deal.feeRate)
  const owed =
    (await readSellerDebt(trx, deal.sellerId)) - (await sumDebtInProgress(trx, deal.sellerId, payoutId))
  const debt = Math.max(0, Math.min(owed, paid - fee))
  return { account_id: account.id, paid, fee, debt, amount: paid - fee - debt }
}

/**
 * Withdraws a payout that Stripe has not made if a refund has changed its amount since, or if a problem, a
 * dispute, or the account now prevents it.
 * @returns true if it was withdrawn
 */
function withdrawChanged(ctx: Context, payout: Payout): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    const deal = (await findDeal(trx, payout.purchaseId))!
    await lockInTransaction(trx, `payouts ${deal.sellerId}`)
    const amounts = await computeAmounts(trx, deal, payout.id)
    if (amounts?.paid === payout.paid && amounts.fee === payout.fee && amounts.debt === payout.debt)
      return false
    const change = { state: 'failed' as const, next_attempt_at: ctx.now().toISOString() }
    return changeUnsentPayout(trx, payout.id, change, payout.attempts)
  })
}

/** Finds the transfer that Stripe has made for a payout. */
async function findTransfer(ctx: Context, { id, purchaseId }: Payout): Promise<Transfer | null> {
  const transfers = await ctx.payments.listTransfers(purchaseId)
  return transfers.find(({ payoutId }) => payoutId === id) ?? null
}

function requestTransfer(ctx: Context, payout: Payout, chargeId: string | null): Promise<Transfer> {
  const { id, purchaseId, accountId, amount, refusals } = payout
  return ctx.payments.createTransfer({
    payoutId: id,
    accountId,
    amount,
    currency: CURRENCY,
    chargeId,
    transferGroup: purchaseId,
    // Stripe repeats its response to a used key, even a refusal, and rejects the key with another amount.
    idempotencyKey: `payout-${id}-${refusals}-${amount}`,
  })
}

async function recordTransfer(
  trx: Db,
  ctx: Context,
  payout: Payout,
  transfer: Transfer | null,
): Promise<void> {
  const now = ctx.now()
  const sentAt = now.toISOString()
  const change = { state: 'sent' as const, transfer_id: transfer?.id ?? null, sent_at: sentAt }
  if (!(await changeUnsentPayout(trx, payout.id, change))) return
  const { purchaseId, sellerId, paid, fee, debt, amount } = payout
  const deal = (await findDeal(trx, purchaseId))!
  await bookPayout(trx, deal, { id: payout.id, transferId: transfer?.id ?? null, paid, fee, debt }, now)
  if (!(await moveDeal(trx, purchaseId, 'release', { releasedAt: sentAt })))
    await resumeAsReleased(trx, purchaseId, sentAt)
  const purchase = (await findPurchase(trx, purchaseId))!
  await insertDealEvent(trx, purchaseId, { side: 'system', text: 'The seller was paid.' }, now)
  const notice = {
    userId: sellerId,
    kind: 'payout' as const,
    subject: `Paid out: ${purchase.carName}, ${formatMoney(amount)}`,
    body: `We sent you ${formatMoney(amount)} for your ${purchase.carName}. Stripe pays it to your bank account.`,
    link: pagePath('deal', { id: purchaseId }),
    carId: deal.carId,
    facts: [
      ['Paid by the buyer', formatMoney(paid)],
      ['Fee', formatMoney(fee)],
      ...(debt > 0 ? [['Deducted for an earlier refund', formatMoney(debt)] as const] : []),
    ] as const,
  }
  await notify(trx, ctx, addDealLink(ctx, deal, notice))
}

/**
 * Records that Stripe refused a transfer. The delay before the next attempt, which uses current amounts,
 * doubles each time up to a limit.
 */
async function recordRefusal(ctx: Context, payout: Payout, failure: string): Promise<void> {
  const delay = Math.min(LONGEST_RETRY_MS, 60_000 * 2 ** payout.refusals)
  const isFirst = await changeUnsentPayout(ctx.db, payout.id, {
    state: 'failed',
    failure,
    refusals: payout.refusals + 1,
    next_attempt_at: new Date(ctx.now().getTime() + delay).toISOString(),
  })
  ctx.log.warn({ payout: payout.id, failure }, 'Stripe refused a payout')
  if (!isFirst || payout.refusals > 0) return
  const purchase = (await findPurchase(ctx.db, payout.purchaseId))!
  await notify(ctx.db, ctx, {
    userId: payout.sellerId,
    kind: 'payout',
    subject: `Your payout for the ${purchase.carName} has to wait`,
    body: `Stripe refused the transfer: ${failure} We try again regularly. Check your payout account.`,
    link: pages.payouts.path,
    carId: purchase.carId,
  })
}
