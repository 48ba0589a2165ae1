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
import { forgeSignature } from '../support/forged-signature.ts'
import { forgeIdToken } from '../support/identity.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { fixtures } from './fixtures.ts'
import { endpointNames } from './requests.ts'
import { readSaleRecords, buildCarOnList, startPaying } from './sale-steps.ts'
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

const fromIp = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })

describe('rate limits', () => {
  it('count anonymous callers by IP address and return a retry time (R0)', async () => {
    const responses = await statuses(limits.R0.ip + 1, 'getConfig', fromIp('203.0.113.1'))
    expect(responses.slice(0, -1).every(({ status }) => status === 200)).toBe(true)
    const lastResponse = responses.at(-1)!
    expect(lastResponse.body).toMatchObject({ status: 429, code: 'too-many-requests' })
    expect(Number(lastResponse.headers.get('retry-after'))).toBeGreaterThan(0)
    const neighborResponse = await call(app.url, 'getConfig', fromIp('203.0.113.2'))
    expect(neighborResponse.status).toBe(200)
  })

  it('count an IPv6 network as one address, and an IPv4 address in either form (R0)', async () => {
    for (let round = 0; round < limits.R0.ip; round++)
      await call(app.url, 'getConfig', fromIp(`2001:db8:7:9:${(round + 1).toString(16)}::1`))
    expect((await call(app.url, 'getConfig', fromIp('2001:db8:7:9::77'))).status).toBe(429)
    expect((await call(app.url, 'getConfig', fromIp('2001:db8:7:a::77'))).status).toBe(200)

    await statuses(limits.R0.ip, 'getConfig', fromIp('203.0.113.9'))
    expect((await call(app.url, 'getConfig', fromIp('::ffff:203.0.113.9'))).status).toBe(429)
    expect((await call(app.url, 'getConfig', fromIp('::ffff:203.0.113.10'))).status).toBe(200)
  })

  it('count signed-in users individually, even at a shared IP address (R0)', async () => {
    const [firstUser, secondUser] = [await buildPerson(app.ctx), await buildPerson(app.ctx)]
    const sharedIpRequest = (person: Person) => ({ token: person.token, ...fromIp('203.0.113.3') })
    const responses = await statuses(limits.R0.user + 1, 'getConfig', sharedIpRequest(firstUser))
    expect(responses.at(-1)!.status).toBe(429)
    expect((await call(app.url, 'getConfig', sharedIpRequest(secondUser))).status).toBe(200)
  })

  it('count newsletter addresses by network, for sellers and anonymous visitors (U)', async () => {
    const tokens = await Promise.all(
      ['buyer', 'seller', 'seller'].map(
        async (account) => (await buildPerson(app.ctx, { account: account as 'buyer' })).token,
      ),
    )
    const subscribe = (round: number, ip = '203.0.113.60') =>
      call(app.url, 'subscribe', {
        ...fromIp(ip),
        token: tokens[round % tokens.length],
        body: { email: `reader${round}@people.test` },
      })
    for (let round = 0; round < limits.U.ip; round++) expect((await subscribe(round)).status).toBe(200)
    for (const round of [0, 1, 2]) expect((await subscribe(round)).status).toBe(429)
    expect((await subscribe(1, '203.0.113.61')).status).toBe(200)
  })

  it('limit one user’s flood without affecting other users (W2)', async () => {
    const [firstUser, secondUser] = [await buildPerson(app.ctx), await buildPerson(app.ctx)]
    const review = (person: Person) => ({ token: person.token, body: { rating: 5 } })
    const responses = await statuses(limits.W2.user + 1, 'addReview', review(firstUser))
    expect(responses.map(({ status }) => status)).toEqual([...Array<number>(limits.W2.user).fill(200), 429])
    expect((await call(app.url, 'addReview', review(secondUser))).status).toBe(200)
  })

  it('count token calls by identity (J)', async () => {
    const person = await buildPerson(app.ctx)
    const request = { token: person.idToken, query: { email: person.email } }
    const responses = await statuses(limits.J.user + 1, 'getToken', request)
    expect(responses.map(({ status }) => status)).toEqual([...Array<number>(limits.J.user).fill(200), 429])
  })

  it('count attempts that held a car, but neither reloads nor rejected attempts (P)', async () => {
    const buyer = await buildPerson(app.ctx)
    const rejectedItem = await buildCarOnList(app, buyer, { state: 'reserved' })
    const items = []
    for (let count = 0; count <= limits.P.user; count++) items.push(await buildCarOnList(app, buyer))
    const started = async ({ purchasedItemID }: { purchasedItemID: string }) =>
      (await startPaying(app, buyer, purchasedItemID)).status
    for (const item of items.slice(0, -1)) {
      expect(await started(rejectedItem)).toBe(409)
      expect(await started(item)).toBe(200)
      expect(await started(item)).toBe(200)
    }
    const heldItem = items.at(-2)!
    const responseOverLimit = await startPaying(app, buyer, items.at(-1)!.purchasedItemID)
    expect(responseOverLimit.body).toMatchObject({ status: 429, code: 'too-many-requests' })
    expect(Number(responseOverLimit.headers.get('retry-after'))).toBeGreaterThan(limits.P.seconds - 60)
    // The rejected request has no effect: the earlier hold remains.
    expect(await started(heldItem)).toBe(200)
    expect((await readSaleRecords(app, heldItem.carID)).car).toBe('reserved')

    app.advance(limits.P.seconds)
    expect(await started(items.at(-1)!)).toBe(200)
  })

  it('do not count attempts for which Stripe could not be reached (P)', async () => {
    const buyer = await buildPerson(app.ctx)
    const { purchasedItemID } = await buildCarOnList(app, buyer)
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

  it('limit a flood of rejected payments (W1)', async () => {
    const buyer = await buildPerson(app.ctx)
    const { purchasedItemID } = await buildCarOnList(app, buyer, { state: 'reserved' })
    const body = { purchasedItemID, sellingPrice: '24,900' }
    const request = { token: buyer.token, body }
    const responses = await statuses(limits.W1.user + 1, 'createPaymentIntent', request)
    expect(responses.map(({ status }) => status)).toEqual([...Array<number>(limits.W1.user).fill(409), 429])
  })

  it('use the configured values', async () => {
    const ownApp = await startTestApp({ env: { RATE_LIMITS: 'on', LIMITS: 'W2=2' } })
    try {
      const request = { token: ownApp.people.buyer.token, body: { rating: 5 } }
      const responses = []
      for (let round = 0; round < 3; round++) responses.push(await call(ownApp.url, 'addReview', request))
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 429])
    } finally {
      await ownApp.close()
    }
  })

  it('count a forwarded IP address only if a proxy is trusted', async () => {
    const direct = await startTestApp({ env: { RATE_LIMITS: 'on' } })
    try {
      const responses = []
      for (let round = 0; round <= limits.R0.ip; round++)
        responses.push(await call(direct.url, 'getConfig', fromIp(`198.51.100.${round % 250}`)))
      expect(responses.at(-1)!.status).toBe(429)
    } finally {
      await direct.close()
    }
  })
})

describe('a page request', () => {
  const perMinute = 3
  const renderer = join(mkdtempSync(join(tmpdir(), 'kerblight-built-')), 'renderer')
  let ownServer: TestServer
  beforeAll(async () => {
    writeBuiltPage(renderer)
    const env = { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback', LIMITS: `R0=${perMinute}` }
    ownServer = await startTestServer({ renderer, env })
  })
  afterAll(async () => {
    await ownServer.close()
    rmSync(renderer, { recursive: true })
  })

  const open = (path: string, ip: string, headers = {}) =>
    fetch(ownServer.url + path, { redirect: 'manual', headers: { 'x-forwarded-for': ip, ...headers } })
  const openAll = async (paths: string[], ip: string) => {
    const statuses = []
    for (const path of paths) statuses.push((await open(path, ip)).status)
    return statuses
  }

  it('counts as a read if the page is prerendered on request, and has an explained limit', async () => {
    const renderedPaths = ['/nowhere', '/car/unknown', '/search?brand=Nobody', '/nowhere/else']
    expect(await openAll(renderedPaths, '203.0.113.20')).toEqual([404, 404, 200, 429])
    const rejection = await open('/', '203.0.113.20')
    expect(rejection.status).toBe(429)
    expect(Number(rejection.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(rejection.headers.get('cache-control')).toBe('no-store')
    expect(rejection.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const markup = await rejection.text()
    expect(markup).toContain('<title>Too many requests · Kerblight</title>')
    expect(markup).toMatch(/Wait \d+ seconds?\./)
    const style = createHash('sha256').update(/<style>([^]*)<\/style>/.exec(markup)![1]!)
    expect(rejection.headers.get('content-security-policy')).toContain(`'sha256-${style.digest('base64')}'`)
    expect((await call(ownServer.url, 'getConfig', fromIp('203.0.113.20'))).status).toBe(429)
  })

  it('does not count if it is for a cached page or a file', async () => {
    const repeatedPaths = Array<string>(perMinute * 3).fill('/terms')
    expect(await openAll(repeatedPaths, '203.0.113.21')).toEqual(repeatedPaths.map(() => 200))
    expect(await openAll(['/robots.txt', '/assets/none.js', '/nowhere'], '203.0.113.21')).toEqual([
      200, 404, 404,
    ])
  })

  it('also counts if it redirects or names more makes than a search accepts', async () => {
    const make = await buildMake(ownServer.ctx)
    await keepFormerName(ownServer.ctx.db, 'Formerly', make)
    const renamedPaths = Array<string>(perMinute + 1).fill('/search?brand=Formerly')
    expect(await openAll(renamedPaths, '203.0.113.24')).toEqual([301, 301, 301, 429])
    const longPaths = Array<string>(perMinute + 1).fill(`/search?brand=${','.repeat(15_000)}`)
    expect(await openAll(longPaths, '203.0.113.25')).toEqual([200, 200, 200, 429])
  })

  it('counts per caller, including sitemaps', async () => {
    const sitemapParts = Array.from({ length: perMinute + 1 }, (_, part) => `/sitemap-${part + 1}.xml`)
    expect((await openAll(sitemapParts, '203.0.113.22')).at(-1)).toBe(429)
    expect((await open('/nowhere', '203.0.113.23')).status).toBe(404)
  })
})

describe('a token that was never issued', () => {
  const perMinute = 3
  let ownApp: TestApp
  beforeAll(async () => {
    const LIMITS = `R0=${perMinute},J=${perMinute},U=${perMinute},N=${perMinute},F=${perMinute}`
    ownApp = await startTestApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback', LIMITS } })
  })
  afterAll(() => ownApp?.close())

  /**
   * Endpoints without a rate limit, because callers such as load balancers act on their responses. When the
   * server is flooded, these requests are queued (`load.test.ts`).
   */
  const unlimited: EndpointName[] = ['getHealth', 'getReadiness']
  const limited = endpointNames.filter((name) => name !== 'stripeWebhook' && !unlimited.includes(name))

  it.each(limited.map((name, index) => [name, index] as const))(
    'is rate-limited at %s',
    async (name, index) => {
      const request = await fixtures[name].request(ownApp)
      const headers = { ...request.headers, 'x-forwarded-for': `198.51.100.${index}` }
      const tokens = [await forgedAppToken(), 'x.y.z', 'x', await forgeIdToken(ownApp.people.buyer)]
      const responses = []
      for (const token of tokens) responses.push(await call(ownApp.url, name, { ...request, token, headers }))
      expect(responses.slice(0, perMinute).map(({ status }) => status)).not.toContain(429)
      expect(responses.at(-1)).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
    },
  )

  it('does not use up the limits of valid tokens from the same network', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.250' }
    for (let round = 0; round <= perMinute; round++)
      await call(ownApp.url, 'getMe', { token: await forgedAppToken(), headers })
    expect((await call(ownApp.url, 'getMe', { token: await forgedAppToken(), headers })).status).toBe(429)
    expect((await call(ownApp.url, 'getMe', { token: ownApp.people.buyer.token, headers })).status).toBe(200)
  })

  it('applies to forged signatures, too, if either their form or the body reveals them', async () => {
    const forged = ['t=1,v1=00', forgeSignature(Date.now() - 3600_000), forgeSignature()]
    for (const [network, signature] of forged.entries()) {
      const headers = { 'x-forwarded-for': `203.0.113.${network}`, 'stripe-signature': signature }
      const responses = []
      for (let round = 0; round <= perMinute; round++)
        responses.push(await call(ownApp.url, 'stripeWebhook', { body: {}, headers }))
      expect(responses.map(({ status }) => status)).toEqual([400, 400, 400, 429])
    }
  })

  it('does not block other users’ sign-ins on that network', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.251' }
    const query = { email: ownApp.people.buyer.email }
    const signIn = async (token: string) =>
      (await call(ownApp.url, 'getToken', { query, token, headers })).status
    for (let round = 0; round <= perMinute; round++) await signIn('x.y.z')
    expect(await signIn('x.y.z')).toBe(429)
    expect(await signIn(ownApp.people.buyer.idToken)).toBe(200)
  })

  function forgedAppToken() {
    const tokens = createAppTokens(randomBytes(32).toString('hex'), 3600)
    const now = new Date()
    const expiresAt = new Date(now.getTime() + 60_000)
    return tokens.sign({ uid: ownApp.people.buyer.uid, sessionId: newId(), expiresAt }, now)
  }
})
