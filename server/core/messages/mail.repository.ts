import { sql } from 'kysely'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/tables.ts'
import { deleteRows } from '../../db/delete-rows.ts'

/** Mail in the outbox. */
export interface WaitingMail {
  id: string
  recipient: string
  subject: string
  body: string
  html: string | null
  unsubscribeUrl: string | null
  /** The newsletter that it is a copy of. */
  issueId: string | null
  /** How often it was tried. */
  attempts: number
  /** The last try began, and nobody noted how it went: its sender died. */
  isInDoubt: boolean
  /** A second one is worse than none, as of a newsletter. */
  isAtMostOnce: boolean
}

/** What a mail says; its form in HTML and the end of a subscription only where it has them. */
interface MailContent {
  subject: string
  body: string
  html?: string
  unsubscribeUrl?: string
}

/**
 * Puts a mail into the outbox, within the caller's transaction: it is sent exactly when what it tells of holds.
 * @param mail with `userId` where it is for a user, and `isAtMostOnce` where a second one would be worse than none
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

/** One copy of a newsletter for each subscriber, never a second one: an index refuses it. */
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
  const at = now.toISOString()
  return {
    id: newId(),
    ...mail,
    unsubscribe_url: unsubscribeUrl,
    created_at: at,
    attempts: 0,
    next_attempt_at: at,
  }
}

/**
 * What is due, the longest waiting first, and newsletters after everything else. A user's mail waits while their address
 * may be somebody else's, a newsletter's while it is stopped.
 * @param isUnprovenEnough whether an address that nobody has proven will do
 */
export async function listDueMails(
  db: Db,
  now: Date,
  { limit, isUnprovenEnough }: { limit: number; isUnprovenEnough: boolean },
): Promise<WaitingMail[]> {
  const rows = await sendableMails(db, isUnprovenEnough)
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

/** Counts the emails that may be sent: those before their first try, and those whose last try failed. */
export function countSendableMails(
  db: Db,
  isUnprovenEnough: boolean,
): Promise<{ waiting: number; retrying: number }> {
  return sendableMails(db, isUnprovenEnough)
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('attempts', '=', 0).as('waiting'),
      fn.countAll<number>().filterWhere('attempts', '>', 0).as('retrying'),
    ])
    .executeTakeFirstOrThrow()
}

function sendableMails(db: Db, isUnprovenEnough: boolean) {
  return db
    .selectFrom('mails')
    .leftJoin('users', 'users.id', 'mails.user_id')
    .leftJoin('newsletter_issues as issue', 'issue.id', 'mails.issue_id')
    .where('sent_at', 'is', null)
    .where(({ or, eb }) => or([eb('issue_id', 'is', null), eb('issue.state', '=', 'sending')]))
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
}

/** How many of a newsletter's mails are not over. */
export async function countWaitingMails(db: Db, issueId: string): Promise<number> {
  const { count } = await db
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('issue_id', '=', issueId)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Takes a mail on for one try, until that moment: a sender that dies half-way leaves it to a later one.
 * @returns false where another sender took it, and where its newsletter was stopped since.
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

/** It is to go out by a later try. */
export function markAsFailed(db: Db, id: string, nextAttempt: Date) {
  return db
    .updateTable('mails')
    .set({ under_way: 0, next_attempt_at: nextAttempt.toISOString() })
    .where('id', '=', id)
    .execute()
}

/** @returns whether it was there */
export async function deleteMail(db: Db, id: string): Promise<boolean> {
  const result = await db.deleteFrom('mails').where('id', '=', id).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** The newsletters that wait for a subscriber. */
export function deleteMailsToSubscriber(db: Db, subscriberId: number) {
  return db.deleteFrom('mails').where('subscriber_id', '=', subscriberId).execute()
}

/** Removes what was sent before that moment. */
export function purgeSentMails(db: Db, before: Date) {
  return deleteRows(db.deleteFrom('mails').where('sent_at', '<', before.toISOString()))
}

/** Gives up on what could not be sent since that moment; newsletters end otherwise. @returns how many. */
export function purgeUnsentMails(db: Db, before: Date): Promise<number> {
  return deleteRows(
    db
      .deleteFrom('mails')
      .where('sent_at', 'is', null)
      .where('created_at', '<', before.toISOString())
      .where('issue_id', 'is', null),
  )
}
