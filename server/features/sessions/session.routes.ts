import type { Handlers } from '../../http/handler.ts'
import { listDevices, logOut, openSession, revokeSession, revokeSessions } from './session.service.ts'

export const sessionRoutes: Handlers<
  'getToken' | 'logOut' | 'listSessions' | 'revokeSession' | 'revokeSessions'
> = {
  getToken: ({ ctx, identity, query, req }) =>
    openSession(ctx, identity, { client: query.client, userAgent: req.get('User-Agent') ?? '' }),
  logOut: ({ ctx, actor }) => logOut(ctx, actor),
  listSessions: ({ ctx, actor }) => listDevices(ctx, actor),
  revokeSessions: ({ ctx, identity, actor }) => revokeSessions(ctx, identity ?? actor!),
  revokeSession: ({ ctx, actor, params }) => revokeSession(ctx, actor, params.id),
}
