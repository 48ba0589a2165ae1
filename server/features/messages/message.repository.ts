import type { Message } from '../../../contract/messages.ts'
import { readNewest, type Paging } from '../../db/read-newest.ts'
import type { Db } from '../../db/tables.ts'
import type { Page } from '../../http/paging.ts'

/** A user's messages, newest first. */
export function listMessages(db: Db, userId: string, paging: Paging): Promise<Page<Message>> {
  return readNewest(
    db.selectFrom('messages').selectAll().where('user_id', '=', userId),
    ['created_at', 'id'],
    paging,
    (row) => [row.created_at, row.id],
    (row) => ({
      _id: row.id,
      kind: row.kind,
      subject: row.subject,
      body: row.body,
      link: row.link,
      createdAt: row.created_at,
      read: row.read_at !== null,
    }),
  )
}

/** @returns whether it was new; null where there is no such message of this user's. */
export async function markAsRead(db: Db, userId: string, id: string, now: Date): Promise<boolean | null> {
  const result = await db
    .updateTable('messages')
    .set({ read_at: now.toISOString() })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  if (result.numUpdatedRows === 1n) return true
  const known = await db
    .selectFrom('messages')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return known ? false : null
}
