import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointName } from '../../contract/api/paths.ts'
import { limits } from '../../contract/api/limits.ts'
import { ProblemError } from '../../contract/api/problems.ts'
import { newId } from '../../server/db/id.ts'
import { keepFormerName } from '../../server/features/categories/former-makes.repository.ts'
import { createAppTokens } from '../../server/http/token.ts'
import { call, type ApiRequest } from '../support/api-client.ts'
import { buildMake, buildPerson, type Person } from '../support/factories.ts'
import { writeBuiltPage } from '../support/built-page.ts'
import { forgedSignature } from '../support/forged-signature.ts'
import { forgedIdToken } from '../support/identity.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { fixtures } from './fixtures.ts'
import { endpointNames } from './requests.ts'
import { books, carOnList, startPaying } from './sale-steps.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' } })
})
afterAll(() => app?.close())

async function statuses(count: number, name: EndpointName, request: ApiRequest) {
  const responses = []
  for (let round = 0; round < count; round++) responses.push(await call(app.url, name, request))
  return responses
}

const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })

describe('limits', () => {
  it('R0 counts anonymous callers by address and returns a retry time', async () => {
    const responses = await statuses(limits.R0.ip + 1, 'getConfig', from('203.0.113.1'))
    expect(responses.slice(0, -1).every(({ status }) => status === 200)).toBe(true)
    const last = responses.at(-1)!
    expect(last.body).toMatchObject({ status: 429, code: 'too-many-requests' })
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
    const neighbor = await call(app.url, 'getConfig', from('203.0.113.2'))
    expect(neighbor.status).toBe(200)
  })

  it('R0 counts an IPv6 network as one address, and an IPv4 address in either form', async () => {
    for (let round = 0; round < limits.R0.ip; round++)
      await call(app.url, 'getConfig', from(`2001:db8:7:9:${(round + 1).toString(16)}::1`))
    expect((await call(app.url, 'getConfig', from('2001:db8:7:9::77'))).status).toBe(429)
    expect((await call(app.url, 'getConfig', from('2001:db8:7:a::77'))).status).toBe(200)

    await statuses(limits.R0.ip, 'getConfig', from('203.0.113.9'))
    expect((await call(app.url, 'getConfig', from('::ffff:203.0.113.9'))).status).toBe(429)
    expect((await call(app.url, 'getConfig', from('::ffff:203.0.113.10'))).status).toBe(200)
  })

  it('R0 counts signed-in users individually, even on a shared address', async () => {
    const [one, two] = [await buildPerson(app.ctx), await buildPerson(app.ctx)]
    const shared = (person: Person) => ({ token: person.token, ...from('203.0.113.3') })
    const responses = await statuses(limits.R0.user + 1, 'getConfig', shared(one))
    expect(responses.at(-1)!.status).toBe(429)
    expect((await call(app.url, 'getConfig', shared(two))).status).toBe(200)
  })

  it('U counts newsletter addresses by network, for sellers as for anonymous visitors', async () => {
    const tokens = await Promise.all(
      ['buyer', 'seller', 'seller'].map(
        async (account) => (await buildPerson(app.ctx, { account: account as 'buyer' })).token,
      ),
    )
    const subscribe = (round: number, ip = '203.0.113.60') =>
      call(app.url, 'subscribe', {
        ...from(ip),
        token: tokens[round % tokens.length],
        body: { email: `reader${round}@people.test` },
      })
    for (let round = 0; round < limits.U.ip; round++) expect((await subscribe(round)).status).toBe(200)
    for (const round of [0, 1, 2]) expect((await subscribe(round)).status).toBe(429)
    expect((await subscribe(1, '203.0.113.61')).status).toBe(200)
  })

  it('W2 limits one user’s flood without affecting other users', async () => {
    const [one, two] = [await buildPerson(app.ctx), await buildPerson(app.ctx)]
    const review = (person: Person) => ({ token: person.token, body: { rating: 5 } })
    const responses = await statuses(limits.W2.user + 1, 'addReview', review(one))
    expect(responses.map(({ status }) => status)).toEqual([...Array<number>(limits.W2.user).fill(200), 429])
    expect((await call(app.url, 'addReview', review(two))).status).toBe(200)
  })

  it('J counts token calls by identity', async () => {
    const person = await buildPerson(app.ctx)
    const request = { token: person.idToken, query: { email: person.email } }
    const responses = await statuses(limits.J.user + 1, 'getToken', request)
    expect(responses.map(({ status }) => status)).toEqual([...Array<number>(limits.J.user).fill(200), 429])
  })

  it('P counts attempts that held a car, but neither reloads nor rejected attempts', async () => {
    const buyer = await buildPerson(app.ctx)
    const rejected = await carOnList(app, buyer, { state: 'reserved' })
    const items = []
    for (let count = 0; count <= limits.P.user; count++) items.push(await carOnList(app, buyer))
    const started = async ({ purchasedItemID }: { purchasedItemID: string }) =>
      (await startPaying(app, buyer, purchasedItemID)).status
    for (const item of items.slice(0, -1)) {
      expect(await started(rejected)).toBe(409)
      expect(await started(item)).toBe(200)
      expect(await started(item)).toBe(200)
    }
    const held = items.at(-2)!
    const beyond = await startPaying(app, buyer, items.at(-1)!.purchasedItemID)
    expect(beyond.body).toMatchObject({ status: 429, code: 'too-many-requests' })
    expect(Number(beyond.headers.get('retry-after'))).toBeGreaterThan(limits.P.seconds - 60)
    // The rejected request has no effect: the earlier hold remains.
    expect(await started(held)).toBe(200)
    expect((await books(app, held.carID)).car).toBe('reserved')

    app.advance(limits.P.seconds)
    expect(await started(items.at(-1)!)).toBe(200)
  })

  it('P does not count attempts for which Stripe could not be reached', async () => {
    const buyer = await buildPerson(app.ctx)
    const { purchasedItemID } = await carOnList(app, buyer)
    const { createIntent } = app.ctx.payments
    app.ctx.payments.createIntent = () => Promise.reject(new ProblemError('service-unavailable'))
    try {
      for (let count = 0; count <= limits.P.user; count++)
        expect((await startPaying(app, buyer, purchasedItemID)).status).toBe(503)
    } finally {
      app.ctx.payments.createIntent = createIntent
    }
    expect((await startPaying(app, buyer, purchasedItemID)).status).toBe(200)
  })

  it('W1 ends a flood of payments that are refused', async () => {
    const buyer = await buildPerson(app.ctx)
    const { purchasedItemID } = await carOnList(app, buyer, { state: 'reserved' })
    const body = { purchasedItemID, sellingPrice: '24,900' }
    const request = { token: buyer.token, body }
    const responses = await statuses(limits.W1.user + 1, 'createPaymentIntent', request)
    expect(responses.map(({ status }) => status)).toEqual([...Array<number>(limits.W1.user).fill(409), 429])
  })

  it('are those that are configured', async () => {
    const own = await startTestApp({ env: { RATE_LIMITS: 'on', LIMITS: 'W2=2' } })
    try {
      const request = { token: own.people.buyer.token, body: { rating: 5 } }
      const responses = []
      for (let round = 0; round < 3; round++) responses.push(await call(own.url, 'addReview', request))
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 429])
    } finally {
      await own.close()
    }
  })

  it('a forwarded address counts only if a proxy is trusted', async () => {
    const direct = await startTestApp({ env: { RATE_LIMITS: 'on' } })
    try {
      const responses = []
      for (let round = 0; round <= limits.R0.ip; round++)
        responses.push(await call(direct.url, 'getConfig', from(`198.51.100.${round % 250}`)))
      expect(responses.at(-1)!.status).toBe(429)
    } finally {
      await direct.close()
    }
  })
})

describe('a page', () => {
  const perMinute = 3
  const renderer = join(mkdtempSync(join(tmpdir(), 'kerblight-built-')), 'renderer')
  let own: TestServer
  beforeAll(async () => {
    writeBuiltPage(renderer)
    const env = { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback', LIMITS: `R0=${perMinute}` }
    own = await startTestServer({ renderer, env })
  })
  afterAll(async () => {
    await own.close()
    rmSync(renderer, { recursive: true })
  })

  const open = (path: string, ip: string, headers = {}) =>
    fetch(own.url + path, { redirect: 'manual', headers: { 'x-forwarded-for': ip, ...headers } })
  const openAll = async (paths: string[], ip: string) => {
    const statuses = []
    for (const path of paths) statuses.push((await open(path, ip)).status)
    return statuses
  }

  it('that is drawn for the asking counts as a read, and one too many is refused in words', async () => {
    const drawn = ['/nowhere', '/car/unknown', '/search?brand=Nobody', '/nowhere/else']
    expect(await openAll(drawn, '203.0.113.20')).toEqual([404, 404, 200, 429])
    const rejected = await open('/', '203.0.113.20')
    expect(rejected.status).toBe(429)
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(rejected.headers.get('cache-control')).toBe('no-store')
    expect(rejected.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const markup = await rejected.text()
    expect(markup).toContain('<title>Too many requests · Kerblight</title>')
    expect(markup).toMatch(/Wait \d+ seconds?\./)
    const style = createHash('sha256').update(/<style>([^]*)<\/style>/.exec(markup)![1]!)
    expect(rejected.headers.get('content-security-policy')).toContain(`'sha256-${style.digest('base64')}'`)
    expect((await call(own.url, 'getConfig', from('203.0.113.20'))).status).toBe(429)
  })

  it('that stands ready, and a file, cost nothing', async () => {
    const again = Array<string>(perMinute * 3).fill('/terms')
    expect(await openAll(again, '203.0.113.21')).toEqual(again.map(() => 200))
    expect(await openAll(['/robots.txt', '/assets/none.js', '/nowhere'], '203.0.113.21')).toEqual([
      200, 404, 404,
    ])
  })

  it('that leads elsewhere counts too, and so does one that names more makes than a search takes', async () => {
    const make = await buildMake(own.ctx)
    await keepFormerName(own.ctx.db, 'Formerly', make)
    const moved = Array<string>(perMinute + 1).fill('/search?brand=Formerly')
    expect(await openAll(moved, '203.0.113.24')).toEqual([301, 301, 301, 429])
    const long = Array<string>(perMinute + 1).fill(`/search?brand=${','.repeat(15_000)}`)
    expect(await openAll(long, '203.0.113.25')).toEqual([200, 200, 200, 429])
  })

  it('counts per caller, including sitemaps', async () => {
    const parts = Array.from({ length: perMinute + 1 }, (_, part) => `/sitemap-${part + 1}.xml`)
    expect((await openAll(parts, '203.0.113.22')).at(-1)).toBe(429)
    expect((await open('/nowhere', '203.0.113.23')).status).toBe(404)
  })
})

describe('a token that was never issued', () => {
  const perMinute = 3
  let own: TestApp
  beforeAll(async () => {
    const LIMITS = `R0=${perMinute},J=${perMinute},U=${perMinute},N=${perMinute},F=${perMinute}`
    own = await startTestApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback', LIMITS } })
  })
  afterAll(() => own?.close())

  /**
   * Endpoints without a rate limit, because callers such as load balancers act on their responses. When the
   * server is flooded, these requests are queued (`load.test.ts`).
   */
  const unlimited: EndpointName[] = ['getHealth', 'getReadiness']
  const limited = endpointNames.filter((name) => name !== 'stripeWebhook' && !unlimited.includes(name))

  it.each(limited.map((name, at) => [name, at] as const))('meets a limit at %s', async (name, at) => {
    const request = await fixtures[name].request(own)
    const headers = { ...request.headers, 'x-forwarded-for': `198.51.100.${at}` }
    const tokens = [await forgedAppToken(), 'x.y.z', 'x', await forgedIdToken(own.people.buyer)]
    const responses = []
    for (const token of tokens) responses.push(await call(own.url, name, { ...request, token, headers }))
    expect(responses.slice(0, perMinute).map(({ status }) => status)).not.toContain(429)
    expect(responses.at(-1)).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
  })

  it('does not use up the limits of valid tokens from the same network', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.250' }
    for (let round = 0; round <= perMinute; round++)
      await call(own.url, 'getMe', { token: await forgedAppToken(), headers })
    expect((await call(own.url, 'getMe', { token: await forgedAppToken(), headers })).status).toBe(429)
    expect((await call(own.url, 'getMe', { token: own.people.buyer.token, headers })).status).toBe(200)
  })

  it('nor a signature: that it is forged counts, whether it shows by its form or by the body', async () => {
    const forged = ['t=1,v1=00', forgedSignature(Date.now() - 3600_000), forgedSignature()]
    for (const [network, signature] of forged.entries()) {
      const headers = { 'x-forwarded-for': `203.0.113.${network}`, 'stripe-signature': signature }
      const responses = []
      for (let round = 0; round <= perMinute; round++)
        responses.push(await call(own.url, 'stripeWebhook', { body: {}, headers }))
      expect(responses.map(({ status }) => status)).toEqual([400, 400, 400, 429])
    }
  })

  it('leaves signing in to others on that network', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.251' }
    const query = { email: own.people.buyer.email }
    const signIn = async (token: string) =>
      (await call(own.url, 'getToken', { query, token, headers })).status
    for (let round = 0; round <= perMinute; round++) await signIn('x.y.z')
    expect(await signIn('x.y.z')).toBe(429)
    expect(await signIn(own.people.buyer.idToken)).toBe(200)
  })

  function forgedAppToken() {
    const tokens = createAppTokens(randomBytes(32).toString('hex'), 3600)
    const now = new Date()
    const expiresAt = new Date(now.getTime() + 60_000)
    return tokens.sign({ uid: own.people.buyer.uid, sessionId: newId(), expiresAt }, now)
  }
})
