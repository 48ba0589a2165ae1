import { createFieldProblem, ProblemError } from '../../../contract/api/problems.ts'
import { formatMoney, parsePrice } from '../../../contract/money.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { insertAuditEntry } from '../../core/audit/audit.repository.ts'
import type { Call } from '../../http/handler.ts'
import { notifySide } from '../../sale/deals/notify-side.ts'
import { updateDeal, insertDealEvent } from '../../sale/records/deal.repository.ts'
import { decideOpenProblem, listDealProblems } from '../../sale/records/deal-problem.repository.ts'
import { listRefundable, sumUnrefunded } from '../../sale/records/deal-money.ts'
import { toPaymentEntry } from '../../sale/records/payment-entry.ts'
import { startPayout } from '../../sale/payouts/release-payout.ts'
import { completeRefund, requestRefund } from '../../sale/refunds/refund-rest.ts'
import { findPayment } from '../../sale/records/payment.repository.ts'
import { listOpenRefundParts } from '../../sale/records/refund-part.repository.ts'
import { completeParts, readPart, requestParts, sumParts } from '../../sale/stripe/refund-part.ts'
import { findDetailedDeal, type DetailedDeal } from './deal-list.repository.ts'
import { isPaidOut, takeStep } from './deal.service.ts'

const DAY_MS = 86_400_000

type Decision = Call<'decideDealProblem'>['body']

/**
 * Decides a reported problem on behalf of an admin. The decision and its refund are recorded in one transaction before
 * the refund is requested from Stripe, so only one of several decisions moves money. If Stripe refuses the refund, the
 * case is open again. A repeated decision continues the refund.
 */
export async function decideDealProblem({ ctx, actor, params, body }: Call<'decideDealProblem'>) {
  const { purchaseID } = params
  const isFirst = await ctx.db
    .transaction()
    .execute((trx) => recordDecision(trx, ctx, actor, purchaseID, body))
  const deal = (await findDetailedDeal(ctx.db, purchaseID))!
  if (body.outcome === 'release') await startPayout(ctx, purchaseID)
  else if (body.outcome === 'refund') await completeRefund(ctx, deal.paymentId)
  else await completeParts(ctx, purchaseID)
  const { state } = (await findDetailedDeal(ctx.db, purchaseID))!
  return { acknowledged: true as const, modifiedCount: isFirst ? 1 : 0, state }
}

/**
 * Records an admin's decision on a deal's problem, and applies it to the deal.
 * @returns false if the admin has already recorded this decision, and its refund is not complete
 */
async function recordDecision(
  trx: Db,
  ctx: Context,
  actor: Actor,
  purchaseId: string,
  decision: Decision,
): Promise<boolean> {
  const { outcome, reason } = decision
  // The update makes concurrent decisions wait, so that each reads what the earlier one has recorded.
  const isFirst = await decideOpenProblem(trx, purchaseId, { outcome, reason, adminId: actor.id }, ctx.now())
  const deal = await findDetailedDeal(trx, purchaseId)
  if (!deal) throw new ProblemError('not-found')
  if (deal.state !== 'problem') throw new ProblemError('deal-state')
  if (!isFirst) {
    if (await isRepeat(trx, actor, deal, decision)) return false
    throw new ProblemError('deal-state')
  }
  if (outcome === 'release') await release(trx, ctx, deal)
  else await refund(trx, ctx, actor, deal, decision)
  await announceDecision(trx, ctx, actor, deal, describe(decision))
  return true
}

async function isRepeat(
  trx: Db,
  actor: Actor,
  { purchaseId }: DetailedDeal,
  { outcome, reason, amount }: Decision,
): Promise<boolean> {
  const problem = (await listDealProblems(trx, purchaseId)).at(-1)
  if (problem?.outcome !== outcome || problem.outcomeReason !== reason || problem.decidedBy !== actor.id)
    return false
  if (amount === undefined) return true
  return sumParts(await listOpenRefundParts(trx, purchaseId)) === parsePrice(amount)
}

async function release(trx: Db, ctx: Context, deal: DetailedDeal): Promise<void> {
  const payment = (await findPayment(trx, deal.paymentId))!
  if (payment.state === 'refund-pending') throw new ProblemError('refund-changed')
  const confirmed = deal.confirmedAt === null && {
    confirmedAt: ctx.now().toISOString(),
    confirmedBy: 'admin' as const,
  }
  const transition = isPaidOut({ state: deal.resumedState }) ? 'continue' : 'decideRelease'
  await takeStep(trx, deal, transition, { ...confirmed, releaseAt: null })
}

/** Records the refund of a decision. The deal ends, or continues, when Stripe has made the refund. */
async function refund(
  trx: Db,
  ctx: Context,
  actor: Actor,
  deal: DetailedDeal,
  { reason, amount }: Decision,
): Promise<void> {
  // The release period starts again to leave time for a new agreement.
  const releaseAt =
    deal.resumedState === 'handover-agreed'
      ? new Date(ctx.now().getTime() + ctx.config.releaseDays * DAY_MS).toISOString()
      : null
  if (!(await updateDeal(trx, deal.purchaseId, ['problem'], { releaseAt })))
    throw new ProblemError('deal-state')
  if (amount === undefined) return requestRefund(trx, ctx, actor, deal.paymentId, reason)
  const payment = (await findPayment(trx, deal.paymentId))!
  const refundable = await listRefundable(trx, payment)
  const part = readPart(amount, refundable)
  if (part === null)
    throw createFieldProblem(
      'amount',
      `Enter less than ${formatMoney(sumUnrefunded(refundable))}, or refund everything.`,
    )
  const { refundedAmount } = payment
  await requestParts(trx, ctx, actor, payment.id, { amount: part, reason, refundedAmount })
}

async function announceDecision(
  trx: Db,
  ctx: Context,
  actor: Actor,
  { purchaseId, paymentId, carName }: DetailedDeal,
  text: string,
): Promise<void> {
  await insertDealEvent(trx, purchaseId, { side: 'admin', actorId: actor.id, text }, ctx.now())
  const payment = (await findPayment(trx, paymentId))!
  const entry = { ...toPaymentEntry(payment), action: 'decide-problem' as const, detail: text }
  await insertAuditEntry(trx, actor, entry, ctx.now())
  const notice = { subject: `Problem decided: ${carName}`, body: text }
  for (const side of ['buyer', 'seller'] as const) await notifySide(trx, ctx, { purchaseId, side }, notice)
}

function describe({ outcome, reason, amount }: Decision): string {
  const what = {
    refund: 'We refund the buyer in full.',
    'partial-refund': `We refund ${amount?.startsWith('$') ? amount : `$${amount}`} to the buyer, and the sale continues.`,
    release: 'The sale stands, and the seller is paid.',
  }[outcome]
  return `${what} Reason: ${reason}`
}
