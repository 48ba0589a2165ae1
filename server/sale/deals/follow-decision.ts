import type { Context } from '../../context.ts'
import { lockInTransaction } from '../../db/engines/transaction-lock.ts'
import type { Db } from '../../db/tables.ts'
import { findDeal, insertDealEvent, moveDeal } from '../records/deal.repository.ts'
import { listDealProblems, reopenProblem, type DealProblem } from '../records/deal-problem.repository.ts'
import { findPurchase } from '../records/purchase.repository.ts'
import { endRefundParts, listOpenRefundParts, type RefundPart } from '../records/refund-part.repository.ts'
import { notifySide } from './notify-side.ts'

/**
 * Records the outcome of partial refunds. If an admin decided a problem with them, the deal continues after the last
 * one, or the problem is open again if Stripe refused one.
 * @returns the parts among `ids` that were still open
 */
export async function endParts(
  trx: Db,
  ctx: Context,
  purchaseId: string,
  { ids, state }: { ids: readonly string[]; state: 'done' | 'failed' },
): Promise<RefundPart[]> {
  await lockInTransaction(trx, `refund parts ${purchaseId}`)
  const parts = await endRefundParts(trx, ids, state)
  if (state === 'failed')
    for (const { reason } of parts)
      await undoDecision(trx, ctx, purchaseId, { outcome: 'partial-refund', outcomeReason: reason })
  else if (parts.length > 0) await continueDeal(trx, purchaseId)
  return parts
}

async function continueDeal(trx: Db, purchaseId: string): Promise<void> {
  const problem = (await listDealProblems(trx, purchaseId)).at(-1)
  if (problem?.outcome !== 'partial-refund') return
  if ((await listOpenRefundParts(trx, purchaseId)).length === 0) await moveDeal(trx, purchaseId, 'continue')
}

/** Opens a problem again if it was decided with a refund that Stripe has refused, and notifies both sides. */
export async function undoDecision(
  trx: Db,
  ctx: Context,
  purchaseId: string,
  { outcome, outcomeReason }: Pick<DealProblem, 'outcome' | 'outcomeReason'>,
): Promise<void> {
  const deal = await findDeal(trx, purchaseId)
  if (deal?.state !== 'problem' && deal?.state !== 'disputed') return
  const problem = (await listDealProblems(trx, purchaseId)).at(-1)
  if (problem?.outcome !== outcome || problem?.outcomeReason !== outcomeReason) return
  if (!(await reopenProblem(trx, problem.id))) return
  const body = 'Stripe refused the refund, so the problem has to be decided again.'
  await insertDealEvent(trx, purchaseId, { side: 'system', text: body }, ctx.now())
  const { carName } = (await findPurchase(trx, purchaseId))!
  const notice = { subject: `Problem open again: ${carName}`, body }
  for (const side of ['buyer', 'seller'] as const) await notifySide(trx, ctx, { purchaseId, side }, notice)
}
