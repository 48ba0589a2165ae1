import { sql } from 'kysely'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/tables.ts'

/** Mail in the outbox. */
export interface WaitingMail {
  id: string
  recipient: string
  subject: string
  body: string
  /** How often it was tried. */
  attempts: number
}

/**
 * Puts a mail into the outbox, within the caller's transaction: it is sent exactly when what it tells of holds.
 * @param mail with `userId` where it is for a user
 */
export async function insertMail(
  db: Db,
  { userId, ...mail }: { userId?: string; recipient: string; subject: string; body: string },
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  await db
    .insertInto('mails')
    .values({ id: newId(), user_id: userId, ...mail, created_at: at, attempts: 0, next_attempt_at: at })
    .execute()
}

/**
 * What is due, the longest waiting first. A user's mail waits while their address may be somebody else's.
 * @param isUnprovenEnough whether an address that nobody has proven will do
 */
export function listDueMails(
  db: Db,
  now: Date,
  { limit, isUnprovenEnough }: { limit: number; isUnprovenEnough: boolean },
): Promise<WaitingMail[]> {
  return db
    .selectFrom('mails')
    .leftJoin('users', 'users.id', 'mails.user_id')
    .select(['mails.id', 'subject', 'body', 'attempts'])
    .select(sql<string>`coalesce(users.email, recipient)`.as('recipient'))
    .where('sent_at', 'is', null)
    .where('next_attempt_at', '<=', now.toISOString())
    .where(({ or, eb, and, not, exists, selectFrom }) => {
      const proven = selectFrom('users as holder')
        .select('holder.id')
        .whereRef('holder.email', '=', 'users.email')
        .where('holder.email_verified', '=', 1)
        .where('holder.deleted_at', 'is', null)
      return or([
        eb('mails.user_id', 'is', null),
        eb('users.email_verified', '=', 1),
        ...(isUnprovenEnough ? [and([eb('users.email_verified', '=', 0), not(exists(proven))])] : []),
      ])
    })
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute()
}

/**
 * Takes a mail on for one try. The next try is set before this one begins, so that a sender that dies half-way leaves
 * the mail to a later one.
 * @returns false where another sender took it.
 */
export async function claimMail(
  db: Db,
  { id, attempts }: Pick<WaitingMail, 'id' | 'attempts'>,
  nextAttempt: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('mails')
    .set({ attempts: attempts + 1, next_attempt_at: nextAttempt.toISOString() })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export function markAsSent(db: Db, id: string, now: Date) {
  return db.updateTable('mails').set({ sent_at: now.toISOString() }).where('id', '=', id).execute()
}

/** Removes what was sent before that moment. */
export function purgeSentMails(db: Db, before: Date) {
  return db.deleteFrom('mails').where('sent_at', '<', before.toISOString()).execute()
}

/** Gives up on what could not be sent since that moment. @returns how many. */
export async function purgeUnsentMails(db: Db, before: Date): Promise<number> {
  const result = await db
    .deleteFrom('mails')
    .where('sent_at', 'is', null)
    .where('created_at', '<', before.toISOString())
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
