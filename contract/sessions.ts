import * as z from 'zod'
import type { Endpoint } from './api/endpoint.ts'
import { deleted, unpagedExportQuery, idParams } from './api/fields.ts'
import type { EndpointName } from './api/paths.ts'
import * as users from './users.ts'

export const sessionEndpoints = {
  getToken: {
    summary: 'Exchange a Firebase ID token for an API token',
    who: 'identity',
    self: 'query',
    query: users.jwtQuery,
    output: users.jwtResponse,
    problems: ['email-mismatch', 'account-deleted'],
    limit: 'J',
  },
  logOut: { summary: 'Sign out of this session', who: 'user', output: deleted, limit: 'W1' },
  listSessions: {
    summary: 'List your signed-in devices',
    who: 'user',
    query: unpagedExportQuery,
    output: z.array(users.session),
    limit: 'R1',
  },
  revokeSession: {
    summary: 'Sign out one of your devices',
    who: 'user',
    row: 'owner',
    params: idParams,
    output: deleted,
    problems: ['not-found'],
    limit: 'W1',
  },
  revokeSessions: {
    summary: 'Sign out all other devices, or all devices if the caller sends a Firebase ID token',
    who: 'identity-or-user',
    output: deleted,
    problems: ['account-deleted'],
    limit: 'W1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
