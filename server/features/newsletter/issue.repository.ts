import type { IssueState } from '../../../contract/newsletter.ts'
import { newId } from '../../db/id.ts'
import { checkRepeat, type Idempotency } from '../../db/idempotency.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { IssueContent } from './issue-mail.ts'
import { deleteRows } from '../../db/delete-rows.ts'

/** A newsletter without its text. */
export interface IssueSummary {
  id: string
  subject: string
  version: number
  state: IssueState
  changedAt: string
  /** When it was sent first, and when the last mail of it was over. */
  startedAt: string | null
  finishedAt: string | null
  /** How many subscribers there were when it was sent, and how many of their mails are over. */
  recipients: number
  sent: number
  failed: number
}

export interface Issue extends IssueSummary {
  text: string
  /** The last subscriber, by their number, whose mail is in the outbox or was. */
  reached: number
}

/**
 * @returns the draft's id: with a key that its author used before, the first one's.
 * @throws ProblemError `key-reused` where that was another draft
 */
export async function insertIssue(
  db: Db,
  authorId: string,
  content: IssueContent,
  idempotency: Idempotency | null,
  now: Date,
): Promise<string> {
  const id = newId()
  const result = await db
    .insertInto('newsletter_issues')
    .values({
      id,
      author_id: authorId,
      subject: content.subject,
      text: content.text,
      changed_at: now.toISOString(),
      idempotency_key: idempotency?.key ?? null,
      idempotency_digest: idempotency?.digest ?? null,
    })
    .onConflict((conflict) =>
      conflict.columns(['author_id', 'idempotency_key']).where('idempotency_key', 'is not', null).doNothing(),
    )
    .executeTakeFirst()
  if (result.numInsertedOrUpdatedRows === 1n || !idempotency) return id
  const first = await db
    .selectFrom('newsletter_issues')
    .select(['id', 'idempotency_digest'])
    .where('author_id', '=', authorId)
    .where('idempotency_key', '=', idempotency.key)
    .executeTakeFirstOrThrow()
  checkRepeat(idempotency, first)
  return first.id
}

export async function findIssue(db: Db, id: string): Promise<Issue | null> {
  const row = await db
    .selectFrom('newsletter_issues')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? { ...toSummary(row), text: row.text, reached: row.reached } : null
}

/** @returns whether there was a draft of that version. */
export async function updateDraft(
  db: Db,
  id: string,
  version: number,
  content: IssueContent,
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('newsletter_issues')
    .set({
      subject: content.subject,
      text: content.text,
      version: version + 1,
      changed_at: now.toISOString(),
    })
    .where('id', '=', id)
    .where('state', '=', 'draft')
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Hides a draft until undo's time is over. @returns whether this call did. */
export async function hideDraft(db: Db, id: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('newsletter_issues')
    .set({ deleted_at: now.toISOString() })
    .where('id', '=', id)
    .where('state', '=', 'draft')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** @returns false where it is gone for good, or there already. */
export async function restoreDraft(db: Db, id: string): Promise<boolean> {
  const result = await db
    .updateTable('newsletter_issues')
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Removes the drafts that were deleted before that moment. */
export function purgeDrafts(db: Db, before: Date) {
  return deleteRows(db.deleteFrom('newsletter_issues').where('deleted_at', '<', before.toISOString()))
}

export type SummaryRow = Pick<
  Row<'newsletter_issues'>,
  | 'id'
  | 'subject'
  | 'version'
  | 'state'
  | 'changed_at'
  | 'started_at'
  | 'finished_at'
  | 'recipients'
  | 'sent'
  | 'failed'
>

export function toSummary(row: SummaryRow): IssueSummary {
  return {
    id: row.id,
    subject: row.subject,
    version: row.version,
    state: row.state,
    changedAt: row.changed_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    recipients: row.recipients,
    sent: row.sent,
    failed: row.failed,
  }
}
