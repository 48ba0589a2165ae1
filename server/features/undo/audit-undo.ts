import { auditActions, type AuditAction } from '../../../contract/audit.ts'
import type { Actor } from '../../actor.ts'
import { insertAuditEntry, listActions } from '../../core/audit/audit.repository.ts'
import type { Db } from '../../db/tables.ts'

/**
 * Logs that an action in the audit log was undone. Only the actor's last action on each target can be undone.
 */
export async function auditUndo(
  trx: Db,
  actor: Actor,
  actions: readonly AuditAction[],
  targets: readonly string[],
  now: Date,
): Promise<void> {
  const entries = await listActions(trx, actor.id, { actions, targets })
  for (const { action, target, subject } of entries) {
    const detail = auditActions[action]
    await insertAuditEntry(trx, actor, { action: 'undo', target, subject, detail }, now)
  }
}
