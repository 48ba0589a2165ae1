import { newId } from '../../db/id.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../http/handler.ts'

/** Writes down what an admin did, in the same transaction as the deed. */
export async function insertAuditEntry(
  db: Db,
  actor: Pick<Actor, 'id' | 'email'>,
  entry: { action: string; target: string; detail?: string },
  now: Date,
): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      id: newId(),
      at: now.toISOString(),
      actor_id: actor.id,
      actor_email: actor.email,
      action: entry.action,
      target: entry.target,
      detail: entry.detail ?? '',
    })
    .execute()
}
