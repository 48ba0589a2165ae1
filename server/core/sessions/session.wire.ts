import type { EndpointOutput } from '../../../contract/api/endpoints.ts'
import type { Session } from './session.repository.ts'

export function toWireSession(session: Session, currentId: string): EndpointOutput<'listSessions'>[number] {
  return {
    _id: session.id,
    client: session.client,
    userAgent: session.userAgent,
    createdAt: session.createdAt,
    lastSeenAt: session.lastSeenAt,
    current: session.id === currentId,
  }
}
