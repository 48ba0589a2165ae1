import { sql } from 'kysely'
import type { MessageKind } from '../../../contract/messages.ts'
import type { Page } from '../../db/page.ts'
import { readNewest, type Paging } from '../../db/read-newest.ts'
import type { Db } from '../../db/tables.ts'

export interface Message {
  id: string
  kind: MessageKind
  subject: string
  body: string
  /** The path of the page that the message is about. */
  link: string
  createdAt: string
  isRead: boolean
}

/** Returns the user's email address, or null if the user was deleted. */
export async function findRecipient(db: Db, userId: string): Promise<string | null> {
  const user = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return user?.email ?? null
}

/**
 * Inserts an unread message.
 * @returns false if a message with this ID exists
 */
export async function insertMessage(
  db: Db,
  userId: string,
  message: Pick<Message, 'id' | 'kind' | 'subject' | 'body' | 'link'>,
  now: Date,
): Promise<boolean> {
  const timestamps = { created_at: now.toISOString(), read_at: null }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('messages')
    .values({ ...message, user_id: userId, ...timestamps })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Replaces the text of the users' unread messages of one kind.
 * @returns the IDs of the users who had such a message
 */
export async function replaceUnread(
  db: Db,
  userIds: readonly string[],
  { kind, ...text }: Pick<Message, 'kind' | 'subject' | 'body' | 'link'>,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .updateTable('messages')
    .set(text)
    .where('user_id', 'in', userIds)
    .where('kind', '=', kind)
    .where('read_at', 'is', null)
    .returning('user_id')
    .execute()
  return new Set(rows.map(({ user_id: id }) => id))
}

export function deleteUnread(db: Db, userIds: readonly string[], kind: MessageKind) {
  return db
    .deleteFrom('messages')
    .where('user_id', 'in', userIds)
    .where('kind', '=', kind)
    .where('read_at', 'is', null)
    .execute()
}

export function listMessages(db: Db, userId: string, paging: Paging): Promise<Page<Message>> {
  return readNewest(
    db.selectFrom('messages').selectAll().where('user_id', '=', userId),
    ['created_at', 'id'],
    paging,
    (row) => [row.created_at, row.id],
    (row) => ({
      id: row.id,
      kind: row.kind,
      subject: row.subject,
      body: row.body,
      link: row.link,
      createdAt: row.created_at,
      isRead: row.read_at !== null,
    }),
  )
}

/**
 * Marks a user's message as read.
 * @returns true if the message was unread; null if the user has no such message
 */
export async function markAsRead(db: Db, userId: string, id: string, now: Date): Promise<boolean | null> {
  const result = await db
    .updateTable('messages')
    .set({ read_at: now.toISOString() })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  if (result.numUpdatedRows === 1n) return true
  return (await findSortKey(db, userId, id)) ? false : null
}

/**
 * Marks a message and all older ones as read.
 * @returns the number of messages that were unread, or null if the user has no such message
 */
export async function markAllAsRead(
  db: Db,
  userId: string,
  newestId: string,
  now: Date,
): Promise<number | null> {
  const newest = await findSortKey(db, userId, newestId)
  if (!newest) return null
  const result = await db
    .updateTable('messages')
    .set({ read_at: now.toISOString() })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where(sql<boolean>`(created_at, id) <= (${newest.created_at}, ${newest.id})`)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

export async function countUnread(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

function findSortKey(db: Db, userId: string, id: string) {
  return db
    .selectFrom('messages')
    .select(['created_at', 'id'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}
