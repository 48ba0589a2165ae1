import type { Notice } from '../core/messages/notify.ts'
import type { Row } from '../db/tables.ts'
import { createSeededId } from './random.ts'

export function toMessageRow(notice: Notice, createdAt: Date): Row<'messages'> {
  const { userId, kind, subject, body, link } = notice
  return {
    id: createSeededId('message', userId, kind, subject),
    user_id: userId,
    kind,
    subject,
    body,
    link,
    created_at: createdAt.toISOString(),
    read_at: null,
  }
}
