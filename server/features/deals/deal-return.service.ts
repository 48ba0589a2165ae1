import { ProblemError } from '../../../contract/api/problems.ts'
import { formatMoney } from '../../../contract/money.ts'
import { pagePath } from '../../../contract/pages.ts'
import { listAdminIds } from '../../core/users/user.repository.ts'
import { notify } from '../../core/messages/notify.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import type { Call } from '../../http/handler.ts'
import {
  decideOpenProblem,
  insertDealProblem,
  listDealProblems,
} from '../../sale/records/deal-problem.repository.ts'
import { completeRefund, requestRefund } from '../../sale/refunds/refund-rest.ts'
import { findDetailedDeal, type DetailedDeal } from './deal-list.repository.ts'
import { getDealFor, isPaidOut, notifyOtherSide, record, takeStep } from './deal.service.ts'
import { findReturnPeriod, isOpenReturn } from '../../sale/deals/return-period.ts'

const RETURN_REASON = 'The car was returned to the seller'

/** Opens a return on behalf of the buyer, which pauses the release of the money. */
export async function requestReturn({ ctx, actor, params, body }: Call<'requestReturn'>) {
  const deal = await getDealFor(ctx, 'requestReturn', actor, params.purchaseID)
  if (deal.buyerId !== actor.id) throw new ProblemError('not-found')
  const problems = await listDealProblems(ctx.db, deal.purchaseId)
  if (findReturnPeriod(deal, problems, ctx.now()).returnPeriod !== 'open')
    throw new ProblemError('deal-state')
  const { state } = await ctx.db.transaction().execute(async (trx) => {
    const moved = await takeStep(trx, deal, 'requestReturn', {})
    const problem = { side: 'buyer' as const, reason: 'return' as const, text: body.text }
    await insertDealProblem(trx, deal.purchaseId, problem, ctx.now())
    await record(trx, ctx, deal, 'buyer', 'The buyer asked to return the car.')
    await notifyOtherSide(trx, ctx, deal, 'buyer', {
      subject: `Return requested: ${deal.carName}`,
      body: describeReturn(deal, body.text),
    })
    await notifyAdmins(trx, ctx, deal, body.text)
    return moved
  })
  return { acknowledged: true as const, modifiedCount: 1, state }
}

/** Describes the next steps to the seller. */
function describeReturn(deal: DetailedDeal, text: string): string {
  const { buyerName, carName, paidElsewhere } = deal
  return [
    `${buyerName} is returning the ${carName} within the return period that you offered.`,
    text && `${buyerName} wrote: ${text}`,
    'Agree on a time, and take the car back. Then confirm the return on the deal’s page.',
    isPaidOut(deal)
      ? 'We then refund what the buyer paid by card in full and take back your payout.'
      : 'We then refund what the buyer paid by card in full. Until then, the money stays with us.',
    paidElsewhere > 0 &&
      `Also pay back the ${formatMoney(paidElsewhere)} that was recorded as paid at the dealership. We can’t refund it.`,
    'If something is wrong with the car, don’t confirm: our team decides.',
  ]
    .filter(Boolean)
    .join(' ')
}

async function notifyAdmins(trx: Db, ctx: Context, deal: DetailedDeal, text: string): Promise<void> {
  const link = pagePath('deal', { id: deal.purchaseId })
  for (const userId of await listAdminIds(trx))
    await notify(trx, ctx, {
      userId,
      kind: 'deal',
      subject: `Return requested: ${deal.carName}, ${formatMoney(deal.amount)}`,
      body: `The buyer is returning the car.${text && ` They wrote: ${text}`} The seller confirms the return, which refunds the buyer. If the seller doesn’t confirm it, decide the case on the deal’s page.`,
      link,
      carId: deal.carId,
    })
}

/**
 * Refunds the buyer of a returned car in full. The refund is recorded together with the decision, so an admin
 * can't decide otherwise at the same time. If Stripe refuses it, the case is open again. A repeated confirmation
 * has no effect.
 */
export async function confirmReturn({ ctx, actor, params }: Call<'confirmReturn'>) {
  const deal = await getDealFor(ctx, 'confirmReturn', actor, params.purchaseID)
  if (deal.sellerId !== actor.id) throw new ProblemError('not-found')
  const problem = (await listDealProblems(ctx.db, deal.purchaseId)).at(-1)
  const isConfirmed = problem?.reason === 'return' && problem.outcome === 'refund'
  if (isConfirmed) return { acknowledged: true as const, modifiedCount: 0, state: deal.state }
  if (deal.state !== 'problem' || !isOpenReturn(problem)) throw new ProblemError('deal-state')
  await ctx.db.transaction().execute(async (trx) => {
    const decision = { outcome: 'refund' as const, reason: RETURN_REASON, adminId: null }
    if (!(await decideOpenProblem(trx, deal.purchaseId, decision, ctx.now())))
      throw new ProblemError('deal-state')
    await requestRefund(trx, ctx, actor, deal.paymentId, RETURN_REASON)
    await record(trx, ctx, deal, 'seller', 'The seller confirmed that the car was returned.')
  })
  await completeRefund(ctx, deal.paymentId)
  const { state } = (await findDetailedDeal(ctx.db, deal.purchaseId))!
  return { acknowledged: true as const, modifiedCount: 1, state }
}
