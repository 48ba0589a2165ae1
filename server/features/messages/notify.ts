import type { MessageKind } from '../../../contract/messages.ts'
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
 * Tells a user something: a line in their in-app list, and the same text into the mail outbox. Written with the
 * caller's transaction, so that a message is sent exactly when what it tells of holds.
 */
export async function notify(db: Db, notice: Notice, now: Date): Promise<void> {
  const at = now.toISOString()
  const recipient = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', notice.userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!recipient) return
  await db
    .insertInto('messages')
    .values({
      id: newId(),
      user_id: notice.userId,
      kind: notice.kind,
      subject: notice.subject,
      body: notice.body,
      link: notice.link,
      created_at: at,
      read_at: null,
    })
    .execute()
  const { userId, subject, body } = notice
  await insertMail(db, { userId, recipient: recipient.email, subject, body }, now)
}
