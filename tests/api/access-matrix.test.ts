import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { endpoints } from '../../contract/api/endpoints.ts'
import { getMethodAndPath, paths, type EndpointName } from '../../contract/api/paths.ts'
import { call } from '../support/api-client.ts'
import { buildPerson } from '../support/factories.ts'
import {
  createExpiredIdToken,
  forgeIdToken,
  createIdToken,
  createOtherProjectIdToken,
} from '../support/identity.ts'
import { fixtures } from './fixtures.ts'
import { actorNames, startTestApp, type ActorName, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.close())

const names = Object.keys(paths) as EndpointName[]
type Caller = ActorName | 'anonymous'

/**
 * Statuses that differ from the contract for one kind of caller. The access rules behind them are not
 * expressed by the contract's `who`, `self`, and `row`.
 */
const exceptions: Partial<Record<EndpointName, Partial<Record<Caller, number>>>> = {
  // Only Stripe can sign an event.
  stripeWebhook: Object.fromEntries(['anonymous', ...actorNames].map((name) => [name, 400])),
  // Sellers cannot buy their own cars.
  addPurchase: { seller: 409 },
  // The token decides, not the caller: a caller who proves another user's identity acts as that user.
  getToken: { admin: 403, otherBuyer: 403, seller: 403, otherSeller: 403 },
  saveUser: { admin: 403, otherBuyer: 403, seller: 403, otherSeller: 403 },
}

function expectedStatus(name: EndpointName, caller: Caller): number {
  const exception = exceptions[name]?.[caller]
  if (exception) return exception
  const endpoint: Endpoint = endpoints[name]
  const { owner } = fixtures[name]
  if (endpoint.who === 'anyone' || endpoint.who === 'operator') return 200
  if (caller === 'anonymous') return 401
  if (endpoint.who === 'admin' && caller !== 'admin') return 403
  if (endpoint.who === 'seller-or-admin' && (caller === 'buyer' || caller === 'otherBuyer')) return 403
  if (caller === owner) return 200
  if (endpoint.self) return caller === 'admin' ? 200 : 403
  if (endpoint.row === 'owner-or-admin') return caller === 'admin' ? 200 : 404
  if (endpoint.row === 'owner') return 404
  return 200
}

describe.each(names)('access to %s', (name) => {
  const endpoint: Endpoint = endpoints[name]
  const provesIdentity = endpoint.who === 'identity' || endpoint.who === 'identity-or-user'

  it.each(['anonymous', ...actorNames] as const)('responds to %s according to the matrix', async (caller) => {
    const request = await fixtures[name].request(app)
    const person = caller === 'anonymous' ? null : await callerOf(name, caller)
    const token = person === null ? undefined : provesIdentity ? person.idToken : person.token
    const response = await call(app.url, name, { ...request, token })
    expect(response.status, JSON.stringify(response.body)).toBe(expectedStatus(name, caller))
    if (response.status >= 400)
      expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  })

  it.each(['deleted', 'expired', 'forged', 'other project', 'wrong kind', 'revoked'] as const)(
    'treats a caller with a token that is %s as signed out',
    async (tokenError) => {
      const request = await fixtures[name].request(app)
      const token = await badToken(tokenError, provesIdentity)
      const response = await call(app.url, name, {
        ...request,
        ...(await bodyFor(tokenError, name, request)),
        token,
      })
      if (endpoint.who === 'anyone') {
        expect(response.status, JSON.stringify(response.body)).toBe(200)
        expect(response.headers.get('x-session')).toBe('expired')
      } else if (endpoint.who !== 'operator' && endpoint.who !== 'stripe') {
        const isDeletion = provesIdentity && tokenError === 'deleted'
        expect(response.status, JSON.stringify(response.body)).toBe(isDeletion ? 403 : 401)
      }
    },
  )
})

describe('the route table', () => {
  it('matches the documented server endpoints exactly', async () => {
    const document = await call<{ paths: Record<string, Record<string, unknown>> }>(app.url, 'getOpenApi')
    const servedMethods = Object.entries(document.body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    )
    expect(servedMethods.sort()).toEqual(Object.values(paths).slice().sort())
  })

  it('rejects every other method on every path', async () => {
    const rows = names.map(getMethodAndPath)
    for (const path of new Set(rows.map((row) => row.path))) {
      const allowedMethods = new Set(
        rows.filter((row) => matchesPath(row.path, path)).map((row) => row.method),
      )
      if (allowedMethods.has('GET')) allowedMethods.add('HEAD')
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
        (verb) => !allowedMethods.has(verb),
      )) {
        const response = await fetch(`${app.url}/api${path.replace(/:\w+/g, 'x')}`, { method })
        expect(`${method} ${path} ${response.status}`).toBe(`${method} ${path} 405`)
      }
    }
  })

  it('also rejects it at a path with a trailing slash', async () => {
    const response = await fetch(`${app.url}/api/users/me/`, { method: 'PATCH' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, PUT, DELETE'])
  })

  it('responds to an unknown path with a problem', async () => {
    const response = await fetch(`${app.url}/api/unknown`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'not-found', status: 404 })
  })
})

/**
 * Returns the caller. An endpoint that ends the caller's own session or account gets a new user of the same
 * kind.
 */
async function callerOf(name: EndpointName, caller: ActorName) {
  if (!['deleteMe', 'logOut', 'revokeSessions'].includes(name)) return app.people[caller]
  const role = caller === 'admin' ? ('admin' as const) : ('user' as const)
  const account = caller === 'seller' || caller === 'otherSeller' ? ('seller' as const) : ('buyer' as const)
  return buildPerson(app.ctx, { role, account })
}

type TokenError = 'deleted' | 'expired' | 'forged' | 'other project' | 'wrong kind' | 'revoked'

async function badToken(tokenError: TokenError, provesIdentity: boolean): Promise<string> {
  const { ctx } = app
  const person = tokenError === 'deleted' ? await deletedPerson() : app.people.admin
  const subject = { uid: person.uid, email: person.email }
  if (provesIdentity) {
    if (tokenError === 'deleted') return person.idToken
    if (tokenError === 'expired') return createExpiredIdToken(subject)
    if (tokenError === 'forged') return forgeIdToken(subject)
    if (tokenError === 'other project') return createOtherProjectIdToken(subject)
    // An app token whose session has ended proves no identity.
    return revokedToken()
  }
  if (tokenError === 'deleted') return person.token
  if (tokenError === 'wrong kind') return person.idToken
  if (tokenError === 'forged') return `${person.token.slice(0, -6)}AAAAAA`
  if (tokenError === 'other project') return createIdToken(subject, {}, 'demo-somebody-else')
  if (tokenError === 'revoked') return revokedToken()
  // The session itself remains valid, so only the token's expiration can cause the rejection.
  const { id: sessionId } = await ctx.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  const pastTime = new Date(ctx.now().getTime() - 60_000)
  return ctx.tokens.sign(
    { uid: person.uid, sessionId, expiresAt: pastTime },
    new Date(pastTime.getTime() - 1000),
  )
}

async function revokedToken(): Promise<string> {
  const { ctx } = app
  const person = await buildPerson(ctx, { role: 'admin' })
  await ctx.db
    .updateTable('sessions')
    .set({ revoked_at: ctx.now().toISOString() })
    .where('user_id', '=', person.id)
    .execute()
  return person.token
}

let deletedUser: Awaited<ReturnType<typeof buildPerson>> | undefined
async function deletedPerson() {
  deletedUser ??= await buildPerson(app.ctx, { role: 'admin', deleted_at: app.ctx.now().toISOString() })
  return deletedUser
}

/**
 * Builds a body in which a deleted user requests their own data. Only the deletion can then cause the
 * rejection.
 */
async function bodyFor(tokenError: TokenError, name: EndpointName, request: { body?: unknown }) {
  if (tokenError !== 'deleted') return {}
  const { email } = await deletedPerson()
  if (name === 'getToken') return { query: { email } }
  if (name === 'saveUser') return { body: { ...(request.body as object), email } }
  return {}
}

function matchesPath(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path)
}
