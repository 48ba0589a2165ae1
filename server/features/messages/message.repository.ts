import type { Message } from '../../../contract/messages.ts'
import type { Db } from '../../db/tables.ts'
import { readCursor, toPage, type Page } from '../../http/paging.ts'

/** A user's messages, newest first. */
export async function listMessages(
  db: Db,
  userId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<Message>> {
  const after = readCursor(cursor)
  const rows = await db
    .selectFrom('messages')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(after !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '<', tuple(String(after![0]), after![1])),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const { total } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return toPage(
    rows,
    limit,
    total,
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
