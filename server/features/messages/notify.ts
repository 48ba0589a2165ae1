import type { MessageKind } from '../../../contract/messages.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { insertMail } from './mail.repository.ts'
import { findRecipient, insertMessage, replaceUnread } from './message.repository.ts'

export interface Notice {
  userId: string
  kind: MessageKind
  subject: string
  body: string
  /** A page of the product, such as `/dashboard/sales`. */
  link: string
  /** Takes the place of an unread message of the same kind, which is then not emailed again. */
  replacesUnread?: true
}

/**
 * Tells a user something: a line in their in-app list, and the same text with the page's address into the mail outbox.
 * Written with the caller's transaction, so that a message is sent exactly when what it tells of holds.
 */
export async function notify(
  db: Db,
  { config, now }: Pick<Context, 'config' | 'now'>,
  { userId, kind, subject, body, link, replacesUnread }: Notice,
): Promise<void> {
  const at = now()
  const recipient = await findRecipient(db, userId)
  if (recipient === null) return
  if (replacesUnread && (await replaceUnread(db, [userId], { kind, subject, body, link })).size > 0) return
  await insertMessage(db, userId, { kind, subject, body, link }, at)
  const mail = { subject, body: `${body}\n\nDetails: ${config.publicUrl}${link}` }
  await insertMail(db, { userId, recipient, isAtMostOnce: !mustArrive.has(kind), ...mail }, at)
}

/** About money and the account: of these an email that comes twice is better than none. */
const mustArrive: ReadonlySet<MessageKind> = new Set([
  'receipt',
  'sold',
  'refunded',
  'disputed',
  'hold-lost',
  'account',
])
