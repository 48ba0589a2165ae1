import { invalidField, ProblemError } from '../../../contract/api/problems.ts'
import { formatMoney, parsePrice } from '../../../contract/money.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { insertAuditEntry } from '../../core/audit/audit.repository.ts'
import type { Call } from '../../http/handler.ts'
import { notifySide } from '../../sale/deals/notify-side.ts'
import { insertDealEvent } from '../../sale/records/deal.repository.ts'
import { decideOpenProblem, listDealProblems } from '../../sale/records/deal-problem.repository.ts'
import { ofPayment } from '../../sale/records/payment-entry.ts'
import { startPayout } from '../../sale/payouts/release-payout.ts'
import { refundRest } from '../../sale/refunds/refund-rest.ts'
import { findPayment } from '../../sale/records/payment.repository.ts'
import { hasRefundedPart } from '../../sale/records/refund-part.repository.ts'
import { readPart, refundPart } from '../../sale/stripe/refund-part.ts'
import { findDetailedDeal, type DetailedDeal } from './deal-list.repository.ts'
import { takeStep } from './deal.service.ts'

const DAY_MS = 86_400_000

type Decision = Call<'decideDealProblem'>['body']

/**
 * Decides a reported problem on behalf of an admin. Refunds are requested from Stripe before the decision is
 * recorded, so a failed refund leaves the case open. A repeated decision does not refund a part again.
 */
export async function decideDealProblem({ ctx, actor, params, body }: Call<'decideDealProblem'>) {
  const deal = await findDetailedDeal(ctx.db, params.purchaseID)
  if (!deal) throw new ProblemError('not-found')
  if (deal.state !== 'problem') throw new ProblemError('deal-state')
  if (body.outcome !== 'release') await refund(ctx, actor, deal, body)
  await ctx.db.transaction().execute((trx) => recordDecision(trx, ctx, actor, deal, body))
  if (body.outcome === 'release') await startPayout(ctx, deal.purchaseId)
  const { state } = (await findDetailedDeal(ctx.db, deal.purchaseId))!
  return { acknowledged: true as const, modifiedCount: 1, state }
}

async function refund(
  ctx: Context,
  actor: Actor,
  deal: DetailedDeal,
  { outcome, reason, amount }: Decision,
): Promise<void> {
  const payment = (await findPayment(ctx.db, deal.paymentId))!
  if (await isPartRefunded(ctx, deal, reason, amount)) return
  const part = readPart(amount, payment)
  if (outcome === 'partial-refund' && part === null)
    throw invalidField('amount', `Enter less than ${formatMoney(deal.partLimit)}, or refund everything.`)
  if (part === null) await refundRest(ctx, actor, payment, reason)
  else await refundPart(ctx, actor, payment, { amount: part, reason, refundedAmount: payment.refundedAmount })
}

/** Reports whether an earlier attempt at this decision has already refunded the part. */
async function isPartRefunded(
  { db }: Context,
  { purchaseId, paymentId }: DetailedDeal,
  reason: string,
  typedAmount: string | undefined,
): Promise<boolean> {
  const amount = typedAmount === undefined ? null : parsePrice(typedAmount)
  const problem = (await listDealProblems(db, purchaseId)).at(-1)
  if (amount === null || !problem) return false
  return hasRefundedPart(db, { paymentId, amount, reason }, problem.openedAt)
}

async function recordDecision(
  trx: Db,
  ctx: Context,
  actor: Actor,
  deal: DetailedDeal,
  decision: Decision,
): Promise<void> {
  const { outcome, reason } = decision
  const isFirst = await decideOpenProblem(
    trx,
    deal.purchaseId,
    { outcome, reason, adminId: actor.id },
    ctx.now(),
  )
  // A full refund has already decided the problem.
  if (!isFirst && outcome !== 'refund') throw new ProblemError('deal-state')
  if (outcome === 'release') {
    const confirmed = deal.confirmedAt === null && {
      confirmedAt: ctx.now().toISOString(),
      confirmedBy: 'admin' as const,
    }
    const isPaidOut = deal.resumedState === 'released' || deal.resumedState === 'closed'
    await takeStep(trx, deal, isPaidOut ? 'continue' : 'decideRelease', { ...confirmed, releaseAt: null })
  } else if (outcome === 'partial-refund') {
    // The release period starts again to leave time for a new agreement.
    const releaseAt = new Date(ctx.now().getTime() + ctx.config.releaseDays * DAY_MS).toISOString()
    await takeStep(trx, deal, 'continue', deal.resumedState === 'handover-agreed' ? { releaseAt } : {})
  }
  const text = describe(decision)
  await insertDealEvent(trx, deal.purchaseId, { side: 'admin', actorId: actor.id, text }, ctx.now())
  const payment = (await findPayment(trx, deal.paymentId))!
  const entry = { ...ofPayment(payment), action: 'decide-problem' as const, detail: text }
  await insertAuditEntry(trx, actor, entry, ctx.now())
  const notice = { subject: `Problem decided: ${deal.carName}`, body: text }
  for (const side of ['buyer', 'seller'] as const)
    await notifySide(trx, ctx, { purchaseId: deal.purchaseId, side }, notice)
}

function describe({ outcome, reason, amount }: Decision): string {
  const what = {
    refund: 'We refund the buyer in full.',
    'partial-refund': `We refund ${amount?.startsWith('$') ? amount : `$${amount}`} to the buyer, and the sale continues.`,
    release: 'The sale stands, and the seller is paid.',
  }[outcome]
  return `${what} Reason: ${reason}`
}
