import type { Handlers } from '../../http/handler.ts'
import { listDevices, logOut, openSession, revokeSession } from './session.service.ts'

export const sessionRoutes: Handlers<'getToken' | 'logOut' | 'listSessions' | 'revokeSession'> = {
  getToken: ({ ctx, identity, query, req }) =>
    openSession(ctx, identity, { client: query.client, userAgent: req.get('User-Agent') ?? '' }),
  logOut: ({ ctx, actor }) => logOut(ctx, actor),
  listSessions: ({ ctx, actor }) => listDevices(ctx, actor),
  revokeSession: ({ ctx, actor, params }) => revokeSession(ctx, actor, params.id),
}
