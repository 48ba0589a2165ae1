import type { sessionEndpoints } from '../../../contract/sessions.ts'
import type { Handlers } from '../../http/handler.ts'
import { listSessions } from './session.repository.ts'
import { logOut, openSession, revokeSession, revokeSessions } from './session.service.ts'
import { toWireSession } from './session.wire.ts'

export const sessionRoutes: Handlers<keyof typeof sessionEndpoints> = {
  getToken: ({ ctx, identity, query, req }) =>
    openSession(ctx, identity, { client: query.client, userAgent: req.get('User-Agent') ?? '' }),
  logOut: ({ ctx, actor }) => logOut(ctx, actor),
  listSessions: async ({ ctx, actor }) => {
    const sessions = await listSessions(ctx.db, actor.id, ctx.now())
    return sessions.map((session) => toWireSession(session, actor.sessionId))
  },
  revokeSessions: ({ ctx, identity, actor }) => revokeSessions(ctx, identity ?? actor!),
  revokeSession: ({ ctx, actor, params }) => revokeSession(ctx, actor, params.id),
}
