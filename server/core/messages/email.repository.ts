import { sql } from 'kysely'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/tables.ts'
import { deleteRows } from '../../db/delete-rows.ts'

export interface WaitingMail {
  id: string
  recipient: string
  subject: string
  body: string
  html: string | null
  unsubscribeUrl: string | null
  /** ID of the newsletter that the email is a copy of, or null for any other email. */
  issueId: string | null
  attempts: number
  /** True if the sending process died during the last attempt, so that its outcome is unknown. */
  isInDoubt: boolean
  /** True if sending the email twice is worse than not sending it, as for a newsletter. */
  isAtMostOnce: boolean
}

interface MailContent {
  subject: string
  body: string
  html?: string
  unsubscribeUrl?: string
}

/**
 * Adds an email to the outbox in the caller's transaction. The email is sent if and only if the transaction
 * commits.
 * @param mail has a `userId` if the recipient is a user, and `isAtMostOnce` if sending it twice is worse than
 * not sending it
 */
export async function insertMail(
  db: Db,
  {
    userId,
    isAtMostOnce = false,
    ...mail
  }: MailContent & { userId?: string; isAtMostOnce?: boolean; recipient: string },
  now: Date,
): Promise<void> {
  await db
    .insertInto('mails')
    .values({ ...toRow(mail, now), user_id: userId, at_most_once: isAtMostOnce ? 1 : 0 })
    .execute()
}

/** Adds one copy of a newsletter to the outbox for each subscriber. A unique index prevents second copies. */
export async function insertIssueMails(
  db: Db,
  issueId: string,
  mails: readonly (MailContent & { recipient: string; subscriberId: number })[],
  now: Date,
): Promise<void> {
  await db
    .insertInto('mails')
    .values(
      mails.map(({ subscriberId, ...mail }) => ({
        ...toRow(mail, now),
        issue_id: issueId,
        subscriber_id: subscriberId,
      })),
    )
    .execute()
}

function toRow({ unsubscribeUrl, ...mail }: MailContent & { recipient: string }, now: Date) {
  const timestamp = now.toISOString()
  return {
    id: newId(),
    ...mail,
    unsubscribe_url: unsubscribeUrl,
    created_at: timestamp,
    attempts: 0,
    next_attempt_at: timestamp,
  }
}

/**
 * Lists the emails that are due, longest waiting first and newsletters last. A user's email waits while the
 * email address may belong to another user. A stopped newsletter's emails wait, too.
 * @param isUnconfirmedEnough true if an email address that no user has verified is sufficient
 */
export async function listDueMails(
  db: Db,
  now: Date,
  { limit, isUnconfirmedEnough }: { limit: number; isUnconfirmedEnough: boolean },
): Promise<WaitingMail[]> {
  const rows = await sendableMails(db, isUnconfirmedEnough)
    .select(['mails.id', 'mails.subject', 'body', 'html', 'attempts'])
    .select(['unsubscribe_url as unsubscribeUrl', 'issue_id as issueId', 'under_way', 'at_most_once'])
    .select(sql<string>`coalesce(users.email, recipient)`.as('recipient'))
    .where('next_attempt_at', '<=', now.toISOString())
    .orderBy(sql`issue_id is not null`)
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute()
  return rows.map(({ under_way, at_most_once, ...mail }) => ({
    ...mail,
    isInDoubt: under_way === 1,
    isAtMostOnce: at_most_once === 1 || mail.issueId !== null,
  }))
}

/**
 * Counts the emails that can be sent: those that have not been attempted yet, and those whose last attempt
 * failed.
 */
export function countSendableMails(
  db: Db,
  isUnconfirmedEnough: boolean,
): Promise<{ waiting: number; retrying: number }> {
  return sendableMails(db, isUnconfirmedEnough)
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('attempts', '=', 0).as('waiting'),
      fn.countAll<number>().filterWhere('attempts', '>', 0).as('retrying'),
    ])
    .executeTakeFirstOrThrow()
}

function sendableMails(db: Db, isUnconfirmedEnough: boolean) {
  return db
    .selectFrom('mails')
    .leftJoin('users', 'users.id', 'mails.user_id')
    .leftJoin('newsletter_issues as issue', 'issue.id', 'mails.issue_id')
    .where('sent_at', 'is', null)
    .where(({ or, eb }) => or([eb('issue_id', 'is', null), eb('issue.state', '=', 'sending')]))
    .where(({ or, eb, and, not, exists, selectFrom }) => {
      const confirmed = selectFrom('users as holder')
        .select('holder.id')
        .whereRef('holder.email', '=', 'users.email')
        .where('holder.email_verified', '=', 1)
        .where('holder.deleted_at', 'is', null)
      return or([
        eb('mails.user_id', 'is', null),
        eb('users.email_verified', '=', 1),
        ...(isUnconfirmedEnough ? [and([eb('users.email_verified', '=', 0), not(exists(confirmed))])] : []),
      ])
    })
}

export async function countWaitingMails(db: Db, issueId: string): Promise<number> {
  const { count } = await db
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('issue_id', '=', issueId)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Claims an email for one attempt, until the given time. If the sending process dies first, another attempt
 * follows.
 * @returns false if another process has claimed the email, or its newsletter has been stopped
 */
export async function claimMail(
  db: Db,
  { id, attempts }: Pick<WaitingMail, 'id' | 'attempts'>,
  until: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('mails')
    .set({ attempts: attempts + 1, next_attempt_at: until.toISOString(), under_way: 1 })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('sent_at', 'is', null)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('issue_id', 'is', null),
        exists(
          selectFrom('newsletter_issues as issue')
            .select('issue.id')
            .whereRef('issue.id', '=', 'mails.issue_id')
            .where('issue.state', '=', 'sending'),
        ),
      ]),
    )
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export function markAsSent(db: Db, id: string, now: Date) {
  return db
    .updateTable('mails')
    .set({ sent_at: now.toISOString(), under_way: 0 })
    .where('id', '=', id)
    .execute()
}

export function markAsFailed(db: Db, id: string, nextAttempt: Date) {
  return db
    .updateTable('mails')
    .set({ under_way: 0, next_attempt_at: nextAttempt.toISOString() })
    .where('id', '=', id)
    .execute()
}

export async function deleteMail(db: Db, id: string): Promise<boolean> {
  const result = await db.deleteFrom('mails').where('id', '=', id).executeTakeFirst()
  return result.numDeletedRows > 0n
}

export function deleteMailsToSubscriber(db: Db, subscriberId: number) {
  return db.deleteFrom('mails').where('subscriber_id', '=', subscriberId).execute()
}

/** Deletes the emails with this unsubscribe URL whose sending has not begun. */
export function deleteMailsWithLink(db: Db, unsubscribeUrl: string) {
  return db
    .deleteFrom('mails')
    .where('unsubscribe_url', '=', unsubscribeUrl)
    .where('sent_at', 'is', null)
    .where('under_way', '=', 0)
    .execute()
}

export function purgeSentMails(db: Db, before: Date) {
  return deleteRows(db.deleteFrom('mails').where('sent_at', '<', before.toISOString()))
}

/**
 * Deletes unsent emails that were created before the given time. Newsletter emails expire differently.
 * @returns the number of deleted emails
 */
export function purgeUnsentMails(db: Db, before: Date): Promise<number> {
  return deleteRows(
    db
      .deleteFrom('mails')
      .where('sent_at', 'is', null)
      .where('created_at', '<', before.toISOString())
      .where('issue_id', 'is', null),
  )
}
