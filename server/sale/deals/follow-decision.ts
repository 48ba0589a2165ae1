import type { Context } from '../../context.ts'
import { lockInTransaction } from '../../db/engines/transaction-lock.ts'
import type { Db } from '../../db/tables.ts'
import { findDeal, insertDealEvent, moveDeal } from '../records/deal.repository.ts'
import { listDealProblems, reopenProblem } from '../records/deal-problem.repository.ts'
import { endRefundParts, listOpenPartsOf, type RefundPart } from '../records/refund-part.repository.ts'

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
  if (state === 'failed') for (const { reason } of parts) await undoDecision(trx, ctx, purchaseId, reason)
  else if (parts.length > 0) await continueDeal(trx, purchaseId)
  return parts
}

async function continueDeal(trx: Db, purchaseId: string): Promise<void> {
  const problem = (await listDealProblems(trx, purchaseId)).at(-1)
  if (problem?.outcome !== 'partial-refund') return
  if ((await listOpenPartsOf(trx, purchaseId)).length === 0) await moveDeal(trx, purchaseId, 'continue')
}

/** Opens a problem again if it was decided with a refund that Stripe has refused. */
export async function undoDecision(
  trx: Db,
  ctx: Context,
  purchaseId: string,
  refundReason: string | null,
): Promise<void> {
  const deal = await findDeal(trx, purchaseId)
  if (deal?.state !== 'problem' && deal?.state !== 'disputed') return
  const problem = (await listDealProblems(trx, purchaseId)).at(-1)
  if (!problem || problem.outcome === 'release' || problem.outcomeReason !== refundReason) return
  if (!(await reopenProblem(trx, problem.id))) return
  const text = 'Stripe refused the refund, so the problem has to be decided again.'
  await insertDealEvent(trx, purchaseId, { side: 'system', text }, ctx.now())
}
