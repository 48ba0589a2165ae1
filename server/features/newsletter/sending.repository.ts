import { sql } from 'kysely'
import type { IssueState } from '../../../contract/newsletter.ts'
import type { Db } from '../../db/tables.ts'

/**
 * Moves an issue from one state to another.
 * @returns true if it was in the state `from`
 */
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

/**
 * Returns the fields that are needed to continue sending an issue, or undefined if it is no longer being
 * sent.
 */
export function findIssueUnderWay(db: Db, id: string) {
  return db
    .selectFrom('newsletter_issues')
    .select(['id', 'subject', 'text', 'reached', 'started_at as startedAt'])
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .executeTakeFirst()
}

/**
 * Records the ID of the last subscriber whose mail has been added to the outbox.
 * @returns false if another process has recorded progress since the issue was read, or if the issue was
 * stopped
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

export async function countOutcome(db: Db, id: string, outcome: 'sent' | 'failed'): Promise<void> {
  await db
    .updateTable('newsletter_issues')
    .set({ [outcome]: sql`${sql.ref(outcome)} + 1` })
    .where('id', '=', id)
    .execute()
}
