import type { ProblemOutcome, ProblemReason } from '../../../contract/deal-life.ts'
import { newId } from '../../db/id.ts'
import type { Db, Row } from '../../db/tables.ts'

/** A problem that a side has reported. It pauses the release of the money until an admin decides. */
export interface DealProblem {
  id: string
  side: 'buyer' | 'seller'
  reason: ProblemReason
  text: string
  openedAt: string
  outcome: ProblemOutcome | null
  outcomeReason: string | null
  /** The ID of the admin; null if a side or a refund decided the problem. */
  decidedBy: string | null
  decidedAt: string | null
}

/**
 * Inserts an open problem of a deal.
 * @throws if the deal already has an open problem
 */
export async function insertDealProblem(
  db: Db,
  purchaseId: string,
  { side, reason, text }: Pick<DealProblem, 'side' | 'reason' | 'text'>,
  now: Date,
): Promise<void> {
  await db
    .insertInto('deal_problems')
    .values({
      id: newId(),
      purchase_id: purchaseId,
      side,
      reason,
      text,
      opened_at: now.toISOString(),
      outcome: null,
      outcome_reason: null,
      decided_by: null,
      decided_at: null,
    })
    .execute()
}

/** Records the decision on the open problem. @returns false if no problem is open */
export async function decideOpenProblem(
  db: Db,
  purchaseId: string,
  { outcome, reason, adminId }: { outcome: ProblemOutcome; reason: string; adminId: string | null },
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('deal_problems')
    .set({ outcome, outcome_reason: reason, decided_by: adminId, decided_at: now.toISOString() })
    .where('purchase_id', '=', purchaseId)
    .where('decided_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Removes the decision from a problem. @returns false if it had none */
export async function reopenProblem(db: Db, id: string): Promise<boolean> {
  const result = await db
    .updateTable('deal_problems')
    .set({ outcome: null, outcome_reason: null, decided_by: null, decided_at: null })
    .where('id', '=', id)
    .where('decided_at', 'is not', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Lists a deal's problems, oldest first. */
export async function listDealProblems(db: Db, purchaseId: string): Promise<DealProblem[]> {
  const rows = await db
    .selectFrom('deal_problems')
    .selectAll()
    .where('purchase_id', '=', purchaseId)
    .orderBy('opened_at')
    .orderBy('id')
    .execute()
  return rows.map(toProblem)
}

function toProblem(row: Row<'deal_problems'>): DealProblem {
  return {
    id: row.id,
    side: row.side,
    reason: row.reason,
    text: row.text,
    openedAt: row.opened_at,
    outcome: row.outcome,
    outcomeReason: row.outcome_reason,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at,
  }
}
