import { sql } from 'kysely'
import type { IssueState } from '../../../contract/newsletter.ts'
import type { Db } from '../../db/tables.ts'

/** How an issue goes from a draft to sent. */

/** @returns whether it was in that state. */
export async function moveIssue(
  db: Db,
  id: string,
  from: IssueState,
  to: IssueState,
  change: { startedAt?: string; finishedAt?: string; recipients?: number },
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('newsletter_issues')
    .set({
      state: to,
      started_at: change.startedAt,
      finished_at: change.finishedAt,
      recipients: change.recipients,
      changed_at: now.toISOString(),
    })
    .where('id', '=', id)
    .where('state', '=', from)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export function listIssuesUnderWay(db: Db) {
  return db.selectFrom('newsletter_issues').select('id').where('state', '=', 'sending').execute()
}

/** With what it takes to go on with it; undefined where it is on its way no longer. */
export function findIssueUnderWay(db: Db, id: string) {
  return db
    .selectFrom('newsletter_issues')
    .select(['id', 'subject', 'text', 'reached', 'started_at as startedAt'])
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .executeTakeFirst()
}

/**
 * The last subscriber, by their number, whose mail is in the outbox or was.
 * @returns false where another process has fed it since it was read, or somebody has stopped it.
 */
export async function recordReachedSubscriber(
  db: Db,
  { id, reached }: { id: string; reached: number },
  subscriberId: number,
): Promise<boolean> {
  const result = await db
    .updateTable('newsletter_issues')
    .set({ reached: subscriberId })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('reached', '=', reached)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Counts a mail that is over. */
export async function countOutcome(db: Db, id: string, outcome: 'sent' | 'failed'): Promise<void> {
  await db
    .updateTable('newsletter_issues')
    .set({ [outcome]: sql`${sql.ref(outcome)} + 1` })
    .where('id', '=', id)
    .execute()
}
