import type { MessageKind } from '../../../contract/messages.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { findFirstPicture } from '../../db/car-pictures.ts'
import { insertMail } from './mail.repository.ts'
import { composeNotice, type NoticeContent } from './notice-mail.ts'
import { findRecipient, insertMessage, replaceUnread } from './message.repository.ts'

export interface Notice extends NoticeContent {
  userId: string
  /** The car that it is about: its photo is in the email. */
  carId?: string
  /** Takes the place of an unread message of the same kind, which is then not emailed again. */
  replacesUnread?: true
}

/**
 * Tells a user something: a line in their in-app list, and an email with the same text into the outbox.
 * Written with the caller's transaction, so that a message is sent exactly when what it tells of holds.
 */
export async function notify(
  db: Db,
  { config, now }: Pick<Context, 'config' | 'now'>,
  notice: Notice,
): Promise<void> {
  const { userId, kind, subject, body, link, replacesUnread } = notice
  const at = now()
  const recipient = await findRecipient(db, userId)
  if (recipient === null) return
  if (replacesUnread && (await replaceUnread(db, [userId], { kind, subject, body, link })).size > 0) return
  await insertMessage(db, userId, { kind, subject, body, link }, at)
  const photo = notice.carId === undefined ? null : await findFirstPicture(db, notice.carId)
  const mail = composeNotice(notice, photo, config)
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
