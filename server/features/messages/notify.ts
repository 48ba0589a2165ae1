import type { MessageKind } from '../../../contract/messages.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/tables.ts'
import { insertMail } from './mail.repository.ts'

export interface Notice {
  userId: string
  kind: MessageKind
  subject: string
  body: string
  /** A page of the product, such as `/dashboard/sales`. */
  link: string
}

/**
 * Tells a user something: a line in their in-app list, and the same text with the page's address into the mail outbox.
 * Written with the caller's transaction, so that a message is sent exactly when what it tells of holds.
 */
export async function notify(
  db: Db,
  { config, now }: Pick<Context, 'config' | 'now'>,
  { userId, kind, subject, body, link }: Notice,
): Promise<void> {
  const at = now()
  const recipient = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!recipient) return
  const created_at = at.toISOString()
  await db
    .insertInto('messages')
    .values({ id: newId(), user_id: userId, kind, subject, body, link, created_at, read_at: null })
    .execute()
  const mail = { subject, body: `${body}\n\nDetails: ${config.publicUrl}${link}` }
  await insertMail(db, { userId, recipient: recipient.email, ...mail }, at)
}
