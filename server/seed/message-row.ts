import type { Notice } from '../features/messages/notify.ts'
import type { Row } from '../db/tables.ts'
import { seededId } from './seeded-id.ts'

/** A line in somebody's in-app list, not read yet. */
export function toMessageRow(notice: Notice, at: Date): Row<'messages'> {
  const { userId, ...content } = notice
  return {
    id: seededId('message', userId, notice.kind, notice.subject),
    user_id: userId,
    ...content,
    created_at: at.toISOString(),
    read_at: null,
  }
}
