import type { Message as WireMessage } from '../../../contract/messages.ts'
import type { Message } from './message.repository.ts'

export function toWireMessage(message: Message): WireMessage {
  return {
    _id: message.id,
    kind: message.kind,
    subject: message.subject,
    body: message.body,
    link: message.link,
    createdAt: message.createdAt,
    read: message.isRead,
  }
}
