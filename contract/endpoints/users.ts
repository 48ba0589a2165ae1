import * as z from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { emailParams, idParams, modified } from '../fields.ts'
import type { EndpointName } from '../paths.ts'
import * as users from '../users.ts'

const ok = z.object({ acknowledged: z.literal(true) })

export const userEndpoints = {
  saveUser: {
    summary: 'Save the user record after registration; repeating it never downgrades the account',
    who: 'identity-or-user',
    body: users.userInput,
    output: ok.extend({ insertedId: z.string(), account: z.enum(users.accounts) }),
    problems: ['email-mismatch', 'account-deleted'],
    limit: 'W2',
  },
  getMe: { summary: 'Get the signed-in user', who: 'user', output: users.me, limit: 'R1' },
  updateMe: {
    summary: 'Change your name or photo, or start selling',
    who: 'user',
    body: users.meInput,
    output: users.me,
    limit: 'W2',
  },
  refreshEmail: {
    summary: 'Update your email address, and whether it is verified, from a Firebase ID token',
    who: 'identity',
    output: users.me,
    problems: ['account-deleted'],
    limit: 'W2',
  },
  isAdmin: {
    summary: 'Check whether an address is an admin’s',
    who: 'user',
    self: 'params',
    params: emailParams,
    output: users.adminAnswer,
    limit: 'R1',
  },
  isSeller: {
    summary: 'Check whether an address is a seller’s, and a verified one’s',
    who: 'user',
    self: 'params',
    params: emailParams,
    output: users.sellerAnswer,
    limit: 'R1',
  },
  listUsers: {
    summary: 'List all users, or those whose name or email matches',
    who: 'admin',
    query: users.usersQuery,
    output: z.array(users.user),
    limit: 'R1',
  },
  listBuyers: {
    summary: 'List all buyers',
    who: 'admin',
    query: users.peopleQuery,
    output: z.array(users.user),
    limit: 'R1',
  },
  listSellers: {
    summary: 'List all sellers',
    who: 'admin',
    query: users.peopleQuery,
    output: z.array(users.user),
    limit: 'R1',
  },
  countUsers: {
    summary: 'Count users, or those whose name or email matches, by kind',
    who: 'admin',
    query: users.usersCountQuery,
    output: users.usersCount,
    limit: 'R1',
  },
  verifySeller: {
    summary: 'Verify a seller',
    who: 'admin',
    params: idParams,
    output: modified,
    problems: ['not-found', 'not-a-seller'],
    limit: 'W1',
  },
  unverifySeller: {
    summary: 'Remove a seller’s verification',
    who: 'admin',
    params: idParams,
    output: modified,
    problems: ['not-found', 'not-a-seller'],
    limit: 'W1',
  },
  makeAdmin: {
    summary: 'Make a user an admin',
    who: 'admin',
    params: idParams,
    output: modified,
    problems: ['not-found'],
    limit: 'W2',
  },
  revokeAdmin: {
    summary: 'Remove a user’s admin role',
    who: 'admin',
    params: idParams,
    output: modified,
    problems: ['not-found', 'own-account', 'last-admin'],
    limit: 'W2',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
