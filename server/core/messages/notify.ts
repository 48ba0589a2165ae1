import type { MessageKind } from '../../../contract/messages.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { newId } from '../../db/id.ts'
import { findFirstPhoto } from '../../db/car-photos.ts'
import { insertMail } from './email.repository.ts'
import { composeNotice, type NoticeContent } from './notice-mail.ts'
import { findRecipient, insertMessage, replaceUnread } from './message.repository.ts'

export interface Notice extends NoticeContent {
  userId: string
  /** The ID of the message. A second notification with the same ID is not sent. The default is a new ID. */
  id?: string
  /** ID of the payment that the notification is about. A new ID of a message begins with it. */
  paymentId?: string
  /** ID of the car that the notification is about. The email shows its photo. */
  carId?: string
  /**
   * True if the notification replaces an unread message of the same kind. If one exists, no second email is
   * sent.
   */
  replacesUnread?: true
}

/**
 * Notifies a user with a message in their in-app list and an email with the same text. Both are written in
 * the caller's transaction, so they are sent if and only if it commits.
 */
export async function notify(
  db: Db,
  { config, now }: Pick<Context, 'config' | 'now'>,
  notice: Notice,
): Promise<void> {
  const { userId, kind, subject, body, link, replacesUnread } = notice
  const timestamp = now()
  const recipient = await findRecipient(db, userId)
  if (recipient === null) return
  if (replacesUnread && (await replaceUnread(db, [userId], { kind, subject, body, link })).size > 0) return
  const id = notice.id ?? idAbout(notice.paymentId)
  if (!(await insertMessage(db, userId, { id, kind, subject, body, link }, timestamp))) return
  const photo = notice.carId === undefined ? null : await findFirstPhoto(db, notice.carId)
  const mail = composeNotice(notice, photo, config)
  await insertMail(db, { userId, recipient, isAtMostOnce: !mustArrive.has(kind), ...mail }, timestamp)
}

function idAbout(paymentId: string | undefined): string {
  return paymentId === undefined ? newId() : formatPaymentPrefix(paymentId) + newId()
}

/** Reports whether the message with this ID was sent as a notification about the payment. */
export function isAboutPayment(messageId: string, paymentId: string): boolean {
  return messageId.startsWith(formatPaymentPrefix(paymentId))
}

function formatPaymentPrefix(paymentId: string): string {
  return `${paymentId}-`
}

/** Notifications about money and the account. Sending such an email twice is better than not sending it. */
const mustArrive: ReadonlySet<MessageKind> = new Set([
  'receipt',
  'sold',
  'refunded',
  'disputed',
  'deal',
  'payout',
  'hold-lost',
  'account',
])
