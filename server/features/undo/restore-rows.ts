import { auditActions } from '../../../contract/audit.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../actor.ts'
import { insertAuditEntry, listActions } from '../../core/audit/audit.repository.ts'
import type { Restorer, UndoKind, UndoRow } from './undo-kind.ts'

/** Takes back what was done to these rows, and notes it in the log. @returns the IDs of the rows that came back */
export async function restoreRows(
  trx: Db,
  kind: UndoKind,
  rows: readonly UndoRow[],
  by: Restorer,
): Promise<string[]> {
  const restored: string[] = []
  for (const row of rows) if (await kind.restore(trx, row, by)) restored.push(row.id)
  await auditUndo(trx, by.actor, kind, restored, by.ctx.now())
  return restored
}

/** An action that has a line in the log gets another one when it is taken back: what the actor did last is what can be. */
async function auditUndo(
  trx: Db,
  actor: Actor,
  kind: UndoKind,
  targets: readonly string[],
  now: Date,
): Promise<void> {
  const entries = await listActions(trx, actor.id, { actions: kind.actions, targets })
  for (const { action, target, subject } of entries) {
    const detail = auditActions[action]
    await insertAuditEntry(trx, actor, { action: 'undo', target, subject, detail }, now)
  }
}
