import type { AuditAction } from '../../../contract/audit.ts'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../actor.ts'

/** Who stands in the log for what was done at Stripe: it does not say by whom. */
export const STRIPE = { id: 'stripe', email: 'Stripe' }
/** Who does so for what was done on the server itself. */
export const COMMAND_LINE = { id: 'command-line', email: 'Command line' }

export interface NewAuditEntry {
  action: AuditAction
  /** The id of what it was done to. */
  target: string
  /** What that is called now. */
  subject: string
  detail?: string
}

/** A line of the log. */
export interface AuditEntry extends Required<NewAuditEntry> {
  id: string
  at: string
  actorEmail: string
}

/** Writes down what an admin did, in the same transaction as the action. */
export async function insertAuditEntry(
  db: Db,
  actor: Pick<Actor, 'id' | 'email'>,
  entry: NewAuditEntry,
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
      subject: entry.subject,
      detail: entry.detail ?? '',
    })
    .execute()
}

export async function hasAuditEntry(
  db: Db,
  entry: Pick<NewAuditEntry, 'action' | 'target'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('audit')
    .select('id')
    .where('action', '=', entry.action)
    .where('target', '=', entry.target)
    .executeTakeFirst()
  return row !== undefined
}

/** A deleted user, told from others by the id. */
export function deletedUser(id: string): string {
  return `Deleted user, ${id}`
}

/** Which of these actions the actor did to these targets last. */
export async function listActions(
  db: Db,
  actorId: string,
  { actions, targets }: { actions: readonly AuditAction[]; targets: readonly string[] },
) {
  const rows = await db
    .selectFrom('audit')
    .select(['action', 'target', 'subject'])
    .where('actor_id', '=', actorId)
    .where('action', 'in', actions)
    .where('target', 'in', targets)
    .orderBy('at')
    .execute()
  return new Map(rows.map((row) => [row.target, row])).values()
}
