import type { AuditAction } from '../../../contract/audit.ts'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../actor.ts'

/** The actor for actions in Stripe, which does not report who performed them. */
export const STRIPE = { id: 'stripe', email: 'Stripe' }
/** The actor for actions on the server's command line. */
export const COMMAND_LINE = { id: 'command-line', email: 'Command line' }

export interface NewAuditEntry {
  action: AuditAction
  /** ID of the target. */
  target: string
  /** The target's name at the time of the action. */
  subject: string
  detail?: string
}

export interface AuditEntry extends Required<NewAuditEntry> {
  id: string
  at: string
  actorEmail: string
}

/** Records an admin's action. It must run in the same transaction as the action. */
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

/** Lists the latest entries with an action for a target, newest first. */
export function listTargetEntries(
  db: Db,
  { action, target }: Pick<NewAuditEntry, 'action' | 'target'>,
  limit: number,
): Promise<Pick<AuditEntry, 'at' | 'actorEmail' | 'detail'>[]> {
  return db
    .selectFrom('audit')
    .select(['at', 'actor_email as actorEmail', 'detail'])
    .where('target', '=', target)
    .where('action', '=', action)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Returns the display name of a deleted user. The ID distinguishes deleted users from each other. */
export function formatDeletedUser(id: string): string {
  return `Deleted user, ${id}`
}

/** Returns the actor's latest entry with one of the given actions for each target. */
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
