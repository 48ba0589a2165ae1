import * as z from 'zod'
import { listQuery, listSorts } from './api/list-query.ts'
import {
  email,
  imageUrl,
  isoTime,
  oneOf,
  personName,
  text,
  zipCode,
  emailParams,
  idParams,
  modified,
} from './api/fields.ts'
import { strings } from './strings.ts'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'

const accounts = ['buyer', 'seller'] as const
const roles = ['user', 'admin'] as const

const password = z
  .string(strings.register.passwordInvalid)
  .regex(/^(?=.*\d)(?=.*[a-z])(?=.*[A-Z]).{6,15}$/, strings.register.passwordInvalid)

export const fullName = personName(100, strings.register.nameRequired)

const user = z.object({
  _id: z.string(),
  fullName: z.string(),
  email: z.string(),
  /** True if the email address was verified in the identity service's last response. */
  emailVerified: z.boolean(),
  account: z.enum(accounts),
  role: z.enum(roles),
  verified: z.boolean(),
  photoURL: z.string(),
  createdAt: isoTime,
})

export const me = user.extend({
  uid: z.string(),
  /** The ZIP code of the seller's cars that have no ZIP code. */
  zip: z.string().nullable(),
  /**
   * True if the user may sell and hold cars. False if the email address is unconfirmed and the server
   * requires a confirmed one.
   */
  mayTrade: z.boolean(),
  isAdmin: z.boolean(),
  isSeller: z.boolean(),
})

export const peopleSorts = listSorts('name', 'email', 'proof', 'account', 'role', 'badge')

const peopleFilters = {
  /** Search terms. Each must appear in the name or email address, or equal the account type or role. */
  q: text(100).optional(),
  /** The status of the email address. The name `proof` is part of the released API. */
  proof: oneOf(['confirmed', 'unconfirmed']).optional(),
  badge: oneOf(['verified', 'unverified']).optional(),
}

const sort = oneOf(peopleSorts).default('newest')

const peopleQuery = listQuery({ sort, ...peopleFilters })

const ofAccount = { account: oneOf(accounts).optional() }

const usersQuery = listQuery({ sort, ...peopleFilters, ...ofAccount })

const usersCountQuery = z.object({ ...peopleFilters, ...ofAccount })

const count = z.number().int()

const usersCount = z.object({
  total: count,
  account: z.object({ buyer: count, seller: count }),
  proof: z.object({ confirmed: count, unconfirmed: count }),
  badge: z.object({ verified: count, unverified: count }),
})

export const userInput = z.object({
  fullName,
  email,
  account: z.enum(accounts, 'Choose Buyer or Seller.'),
})

const meInput = z.object({
  fullName: fullName.optional(),
  photoURL: imageUrl.optional(),
  zip: zipCode.optional(),
  account: z.literal('seller', 'Choose seller, or omit this.').optional(),
})

export const jwtQuery = z.object({
  email,
  /**
   * The client that requests the token. The console's token lives longer and is stored in the OS keychain.
   */
  client: oneOf(['web', 'console']).default('web'),
})

export const jwtResponse = z.object({
  /** The token in the format of an Authorization header (RFC 6750, section 2.1). */
  token: z
    .string()
    .max(2000)
    .regex(/^[\w.~+/-]+=*$/),
  expiresAt: isoTime,
})
const adminStatus = z.object({ isAdmin: z.boolean() })
const sellerStatus = z.object({ isSeller: z.boolean(), verified: z.boolean() })

export const session = z.object({
  _id: z.string(),
  client: z.enum(['web', 'console']),
  userAgent: z.string(),
  createdAt: isoTime,
  lastSeenAt: isoTime,
  current: z.boolean(),
})

export const loginForm = z.object({
  email: z.string().min(1, strings.login.emailRequired).pipe(email),
  password: z.string().min(1, strings.login.passwordRequired),
})

export const registerForm = z.object({
  fullName,
  image: z.custom<File>((value) => value instanceof File, strings.register.imageRequired),
  email,
  password,
  account: z.enum(accounts),
})

export const forgotPasswordForm = z.object({ email })

export const newPasswordForm = z.object({ password })

export const changePasswordForm = z
  .object({ current: z.string().min(1, strings.login.passwordRequired), password })
  .refine(({ current, password }) => current !== password, {
    path: ['password'],
    message: 'Choose a password other than your current one.',
  })

export type PeopleSort = (typeof peopleSorts)[number]
export type PeopleFilters = z.output<typeof usersCountQuery>
export type UsersCount = z.output<typeof usersCount>
export type User = z.infer<typeof user>
export type Me = z.infer<typeof me>
export type UserInput = z.output<typeof userInput>

const ok = z.object({ acknowledged: z.literal(true) })

export const userEndpoints = {
  saveUser: {
    summary:
      'Save your name and account type after registration; a repeated request does not change your earlier choices',
    who: 'identity-or-user',
    body: userInput,
    output: ok.extend({ insertedId: z.string(), account: z.enum(accounts) }),
    problems: ['email-mismatch', 'account-deleted'],
    limit: 'W2',
  },
  getMe: { summary: 'Get the signed-in user', who: 'user', output: me, limit: 'R1' },
  updateMe: {
    summary: 'Change your name, photo, or ZIP code, or start selling',
    who: 'user',
    body: meInput,
    output: me,
    limit: 'W2',
  },
  refreshEmail: {
    summary: 'Copy your email address and its verification from a Firebase ID token',
    who: 'identity',
    output: me,
    problems: ['account-deleted'],
    limit: 'W2',
  },
  isAdmin: {
    summary: 'Check whether an email address belongs to an admin',
    who: 'user',
    self: 'params',
    params: emailParams,
    output: adminStatus,
    limit: 'R1',
  },
  isSeller: {
    summary: 'Check whether an email address belongs to a seller, and whether the seller is verified',
    who: 'user',
    self: 'params',
    params: emailParams,
    output: sellerStatus,
    limit: 'R1',
  },
  listUsers: {
    summary: 'List users, optionally filtered by name or email address',
    who: 'admin',
    query: usersQuery,
    output: z.array(user),
    limit: 'R1',
  },
  listBuyers: {
    summary: 'List all buyers',
    who: 'admin',
    query: peopleQuery,
    output: z.array(user),
    limit: 'R1',
  },
  listSellers: {
    summary: 'List all sellers',
    who: 'admin',
    query: peopleQuery,
    output: z.array(user),
    limit: 'R1',
  },
  countUsers: {
    summary: 'Count users by kind, optionally filtered by name or email address',
    who: 'admin',
    query: usersCountQuery,
    output: usersCount,
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
