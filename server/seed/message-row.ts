import type { Notice } from '../core/messages/notify.ts'
import type { Row } from '../db/tables.ts'
import { seededId } from './random.ts'

/** Builds the row of an unread in-app message. */
export function toMessageRow(notice: Notice, at: Date): Row<'messages'> {
  const { userId, kind, subject, body, link } = notice
  return {
    id: seededId('message', userId, kind, subject),
    user_id: userId,
    kind,
    subject,
    body,
    link,
    created_at: at.toISOString(),
    read_at: null,
  }
}
