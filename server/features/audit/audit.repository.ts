import { newId } from '../../db/id.ts'
import { readNewest, type Paging } from '../../db/read-newest.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../http/handler.ts'
import type { Page } from '../../http/paging.ts'

/** What an admin did. */
export interface AuditEntry {
  _id: string
  at: string
  actorEmail: string
  action: string
  target: string
  detail: string
}

/** Who stands in the log for what was done at Stripe: it does not say by whom. */
export const STRIPE = { id: 'stripe', email: 'Stripe' }
/** Who does so for what was done on the server itself. */
export const COMMAND_LINE = { id: 'command-line', email: 'Command line' }

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

export async function hasAuditEntry(db: Db, entry: { action: string; target: string }): Promise<boolean> {
  const row = await db
    .selectFrom('audit')
    .select('id')
    .where('action', '=', entry.action)
    .where('target', '=', entry.target)
    .executeTakeFirst()
  return row !== undefined
}

/** The log, newest first. A user that an entry names by id is shown by address while the account lasts. */
export function listAuditEntries(db: Db, paging: Paging): Promise<Page<AuditEntry>> {
  const entries = db
    .selectFrom('audit')
    .leftJoin('users as target_user', 'target_user.id', 'audit.target')
    .selectAll('audit')
    .select('target_user.email as target_email')
  return readNewest(
    entries,
    ['audit.at', 'audit.id'],
    paging,
    (row) => [row.at, row.id],
    (row) => ({
      _id: row.id,
      at: row.at,
      actorEmail: row.actor_email,
      action: row.action,
      target: row.target_email || row.target,
      detail: row.detail,
    }),
    db.selectFrom('audit'),
  )
}
