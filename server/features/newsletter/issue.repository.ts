import type { IssueState } from '../../../contract/newsletter.ts'
import { newId } from '../../db/id.ts'
import { checkRepeat, type Idempotency } from '../../db/idempotency.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { IssueContent } from './issue-mail.ts'
import { deleteRows } from '../../db/delete-rows.ts'

/** A newsletter without its body text. */
export interface IssueSummary {
  id: string
  subject: string
  version: number
  state: IssueState
  changedAt: string
  /** The time when sending first began. `finishedAt` is the time when the last email was sent or failed. */
  startedAt: string | null
  finishedAt: string | null
  /**
   * Number of subscribers when sending began. `sent` and `failed` count the emails with that outcome so far.
   */
  recipients: number
  sent: number
  failed: number
}

export interface Issue extends IssueSummary {
  text: string
  /** ID of the last subscriber whose mail has been added to the outbox. */
  reached: number
}

/**
 * Inserts a draft.
 * @returns the new draft's ID, or the existing draft's ID if the author has used the idempotency key before
 * @throws ProblemError `key-reused` if the existing draft's content was different
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
  const existingDraft = await db
    .selectFrom('newsletter_issues')
    .select(['id', 'idempotency_digest'])
    .where('author_id', '=', authorId)
    .where('idempotency_key', '=', idempotency.key)
    .executeTakeFirstOrThrow()
  checkRepeat(idempotency, existingDraft)
  return existingDraft.id
}

export async function findIssue(db: Db, id: string): Promise<Issue | null> {
  const row = await db
    .selectFrom('newsletter_issues')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? { ...toIssueSummary(row), text: row.text, reached: row.reached } : null
}

/**
 * Updates a draft.
 * @returns true if a draft with that version existed
 */
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

/**
 * Hides a draft until its undo expires.
 * @returns true if this call hid it
 */
export async function softDeleteDraft(db: Db, id: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('newsletter_issues')
    .set({ deleted_at: now.toISOString() })
    .where('id', '=', id)
    .where('state', '=', 'draft')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Restores a deleted draft.
 * @returns false if the draft was purged or is not deleted
 */
export async function restoreDraft(db: Db, id: string): Promise<boolean> {
  const result = await db
    .updateTable('newsletter_issues')
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Permanently removes the drafts that were deleted before the given time. */
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

export function toIssueSummary(row: SummaryRow): IssueSummary {
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
