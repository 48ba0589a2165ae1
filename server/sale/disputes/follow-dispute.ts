import { auditActions, type AuditAction } from '../../../contract/audit.ts'
import { closedDisputeStates } from '../../../contract/disputes.ts'
import { pages } from '../../../contract/pages.ts'
import { formatMoney } from '../../../contract/money.ts'
import type { Context } from '../../context.ts'
import { setChangeAuthor } from '../../db/change-set.ts'
import type { Db } from '../../db/tables.ts'
import { hasAuditEntry, insertAuditEntry, STRIPE } from '../../core/audit/audit.repository.ts'
import { notify } from '../../core/messages/notify.ts'
import { listAdminIds } from '../../core/users/user.repository.ts'
import type { Dispute } from '../../gateways/payments/payments.ts'
import { bookDispute } from '../accounting/book.ts'
import { findDeal, insertDealEvent, moveDeal } from '../records/deal.repository.ts'
import { freeCar } from '../records/car-state.ts'
import { endDeposit, findHeldDeposit, findReservation } from '../records/deposit.repository.ts'
import { findPayout } from '../records/payout.repository.ts'
import { toPaymentEntry } from '../records/payment-entry.ts'
import { decideOpenProblem } from '../records/deal-problem.repository.ts'
import { refundCreditedDeposit } from '../deals/follow-refund.ts'
import { settleIntent } from '../payments/settle.ts'
import { buildBankReturnNotices } from '../refunds/refund-notices.ts'
import { returnShare } from '../payouts/return-share.ts'
import {
  isReservation,
  findPaymentByIntent,
  movePayment,
  type Payment,
} from '../records/payment.repository.ts'
import { hasOpenDispute, isDisputeOfDeal, saveDispute } from '../records/dispute.repository.ts'
import { stageEvidence } from './stage-evidence.ts'

type DisputeAction = Extract<AuditAction, `dispute-${string}`>

const LOOK_BACK_DAYS = 120
const DAY_MS = 86_400_000

const noticeBodies: Record<DisputeAction, string> = {
  'dispute-opened':
    'The buyer asked their bank for the money back, and the bank holds it until it decides. Check the evidence and submit it before the deadline.',
  'dispute-won': 'The dispute was decided in our favor. The money stays or will be returned.',
  'dispute-lost': 'The bank decided for the buyer. The money is gone, so don’t refund it as well.',
}

/** Finds disputes that no event reported, because the event never arrived. */
export async function findMissedDisputes(ctx: Context): Promise<void> {
  const since = new Date(ctx.now().getTime() - LOOK_BACK_DAYS * DAY_MS)
  for (const dispute of await ctx.payments.listDisputes(since)) {
    try {
      await recordDispute(ctx, dispute)
      await stageEvidence(ctx, dispute.id)
    } catch (error) {
      if (!ctx.writes.recordFailure(error))
        ctx.log.warn({ err: error, dispute: dispute.id }, 'a dispute waits')
    }
  }
}

/**
 * Updates the records to match a Stripe dispute, regardless of the order of its events: the deal, the books,
 * and, if the dispute is lost after the payout, the seller's share. Stages the evidence from these records.
 * @throws ProblemError the same as `readDispute`
 */
export async function followDispute(ctx: Context, disputeId: string): Promise<void> {
  await readDispute(ctx, disputeId)
  await stageEvidence(ctx, disputeId)
}

/**
 * Does the same as `followDispute` without staging evidence.
 * @throws ProblemError `stripe-refused`, or `service-unavailable` if Stripe does not respond
 */
export async function readDispute(ctx: Context, disputeId: string): Promise<void> {
  await recordDispute(ctx, await ctx.payments.getDispute(disputeId))
}

async function recordDispute(ctx: Context, dispute: Dispute): Promise<void> {
  // Stripe may send the event of the dispute before that of the payment.
  await settleIntent(ctx, dispute.intentId)
  const payment = await findPaymentByIntent(ctx.db, dispute.intentId)
  if (!payment) return
  await ctx.db.transaction().execute(async (trx) => {
    const stateBefore = await saveDispute(
      trx,
      { paymentId: payment.id, purchaseId: payment.purchaseId },
      dispute,
      ctx.now(),
    )
    await bookDispute(trx, payment, dispute, ctx.now())
    // A repeat must not move the deal again, which a lost dispute has already ended.
    if (stateBefore !== dispute.state) {
      await moveDisputedDeal(trx, ctx, payment, dispute)
      if (isReservation(payment)) await moveDisputedDeposit(trx, ctx, payment, dispute)
    }
    await notifyAdmins(trx, ctx, payment, dispute)
  })
  if (dispute.state === 'lost') await returnShare(ctx, payment.purchaseId)
}

async function moveDisputedDeal(trx: Db, ctx: Context, payment: Payment, dispute: Dispute): Promise<void> {
  const { purchaseId } = payment
  const deal = await findDeal(trx, purchaseId)
  if (!deal || !(await isDisputeOfDeal(trx, dispute.id))) return
  const hasOther = await hasOpenDispute(trx, purchaseId)
  const by = { actorId: null, now: ctx.now() }
  const event = (text: string) => insertDealEvent(trx, purchaseId, { side: 'system', text }, ctx.now())
  await setChangeAuthor(trx, by, async () => {
    if (!closedDisputeStates.includes(dispute.state)) {
      if (await moveDeal(trx, purchaseId, 'dispute'))
        await event('The buyer disputed the payment with their bank.')
    } else if (dispute.state === 'lost') {
      await moveDeal(trx, purchaseId, 'dispute')
      if (deal.paymentId !== payment.id) {
        // The sale continues, and the payout is smaller by the deposit.
        await event('The bank returned the deposit to the buyer.')
        if (!hasOther) await moveDeal(trx, purchaseId, 'winDispute')
        return
      }
      if (!(await moveDeal(trx, purchaseId, 'loseDispute'))) return
      const reason = 'The bank returned the money to the buyer.'
      await decideOpenProblem(trx, purchaseId, { outcome: 'refund', reason, adminId: null }, ctx.now())
      await event(reason)
      if ((await findPayout(trx, purchaseId))?.state !== 'sent')
        await refundCreditedDeposit(trx, payment, reason)
    } else if (!hasOther && (await moveDeal(trx, purchaseId, 'winDispute')))
      await event('The dispute ended in favor of the seller.')
  })
}

/**
 * Ends the reservation whose deposit the bank has returned, so that it is not refunded again. After a dispute that
 * was won, a refund that Stripe refused because of it is repeated.
 */
async function moveDisputedDeposit(
  trx: Db,
  ctx: Context,
  payment: Payment,
  { state, amount }: Dispute,
): Promise<void> {
  const { id, carId } = payment
  const now = ctx.now()
  if (state === 'lost') {
    const isStopped = await movePayment(trx, id, ['refund-pending', 'refund-failed'], { state: 'paid' })
    const isEnded = await endDeposit(trx, { paymentId: id }, { state: 'refunded', by: 'buyer' }, now)
    if (isEnded) await setChangeAuthor(trx, { actorId: null, now }, () => freeCar(trx, carId))
    // A deposit that we had already refunded needs no notice.
    if (!isStopped && !isEnded) return
    if ((await findReservation(trx, id))?.state !== 'refunded') return
    for (const notice of buildBankReturnNotices(payment, amount)) await notify(trx, ctx, notice)
  } else if (closedDisputeStates.includes(state) && !(await findHeldDeposit(trx, 'payment', id)))
    await movePayment(trx, id, ['refund-failed'], { state: 'refund-pending' })
}

/** Notifies the admins once per stage of a dispute. */
async function notifyAdmins(trx: Db, ctx: Context, payment: Payment, dispute: Dispute): Promise<void> {
  const action = getDisputeAction(dispute)
  if (action === null) return
  const amount = formatMoney(dispute.amount)
  const entry = { ...toPaymentEntry(payment), action, detail: amount }
  if (await hasAuditEntry(trx, entry)) return
  await insertAuditEntry(trx, STRIPE, entry, ctx.now())
  const notice = {
    kind: 'disputed' as const,
    subject: `${auditActions[action]}: ${payment.carName}, ${amount}`,
    body: `Transaction ${payment.intentId}. ${noticeBodies[action]}`,
    link: pages.disputes.path,
  }
  for (const userId of await listAdminIds(trx)) await notify(trx, ctx, { ...notice, userId })
}

function getDisputeAction({ state }: Dispute): DisputeAction | null {
  if (!closedDisputeStates.includes(state)) return 'dispute-opened'
  if (state === 'won') return 'dispute-won'
  return state === 'lost' ? 'dispute-lost' : null
}
