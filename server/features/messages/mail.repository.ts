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

/** Puts a mail into the outbox, within the caller's transaction: it is sent exactly when what it tells of holds. */
export async function insertMail(
  db: Db,
  mail: { recipient: string; subject: string; body: string },
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  await db
    .insertInto('mails')
    .values({ id: newId(), ...mail, created_at: at, attempts: 0, next_attempt_at: at })
    .execute()
}

/** What is due, the longest waiting first. */
export function listDueMails(db: Db, now: Date, limit: number): Promise<WaitingMail[]> {
  return db
    .selectFrom('mails')
    .select(['id', 'recipient', 'subject', 'body', 'attempts'])
    .where('sent_at', 'is', null)
    .where('next_attempt_at', '<=', now.toISOString())
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
