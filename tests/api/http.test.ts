import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '../support/api-client.ts'
import { startTestServer } from '../support/server.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
const lines: string[] = []
beforeAll(async () => {
  const sink = new Writable({
    write(chunk: Buffer, _encoding, callback) {
      lines.push(chunk.toString())
      callback()
    },
  })
  app = await startTestApp({
    env: { CORS_ORIGINS: 'https://partner.example', METRICS_TOKEN: 'a-metrics-token-of-length' },
    context: { log: pino(sink) },
  })
})
afterAll(() => app?.close())

describe('the request log', () => {
  it('has one line per request, with the response’s ID and the route pattern', async () => {
    lines.length = 0
    const { buyer } = app.people
    const response = await call(app.url, 'isAdmin', { token: buyer.token, params: { email: buyer.email } })
    const id = response.headers.get('x-request-id')
    await expect.poll(() => lines.length).toBe(1)
    expect(JSON.parse(lines[0]!)).toMatchObject({
      requestId: id,
      method: 'GET',
      route: '/api/users/admin/:email',
      status: 200,
    })
  })

  it('never contains a token, an email address, a query, or a body', async () => {
    lines.length = 0
    const { buyer } = app.people
    const secret = 'do-not-log-me'
    await call(app.url, 'listPurchases', { token: buyer.token, query: { email: buyer.email, secret } })
    await call(app.url, 'addReview', { token: buyer.token, body: { rating: 9, reviewText: secret } })
    await call(app.url, 'addReview', {
      token: buyer.token,
      body: `{"${secret}`,
      headers: { 'content-type': 'application/json' },
    })
    await fetch(`${app.url}/api/${secret}?${secret}`, { headers: { authorization: `Bearer ${secret}` } })
    await expect.poll(() => lines.length).toBeGreaterThanOrEqual(4)
    const log = lines.join('')
    for (const privateText of [secret, buyer.token, buyer.email]) expect(log).not.toContain(privateText)
  })
})

describe('a problem', () => {
  it('has every member of RFC 9457, and its instance is the request ID', async () => {
    const response = await call(app.url, 'getMe')
    expect(response.body).toEqual({
      type: '/problems/sign-in-needed',
      title: 'Sign in to continue',
      status: 401,
      detail: 'Sign in to continue.',
      message: 'Sign in to continue.',
      instance: response.headers.get('x-request-id'),
      code: 'sign-in-needed',
    })
  })
})

describe('the fallback for unknown paths and methods', () => {
  it.each(['/', '/search', '/car/x', '/nowhere', '/assets/x.js', '/robots.txt', '/sitemap.xml', '/images/x'])(
    'responds to every method except GET and HEAD on %s with a problem that names both',
    async (path) => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const response = await fetch(app.url + path, { method, ...(method === 'POST' && { body: 'x=y' }) })
        expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'GET, HEAD'])
        expect(response.headers.get('content-type')).toContain('application/problem+json')
        expect(await response.json()).toMatchObject({ status: 405, code: 'method-not-allowed' })
      }
    },
  )

  it('returns a 404 problem only for paths under /api', async () => {
    for (const [path, isProblem] of Object.entries({
      '/api': true,
      '/api?a': true,
      '/api/': true,
      '/api/nowhere': true,
      '/API/nowhere': false,
      '/apis': false,
    })) {
      const { status, headers } = await fetch(app.url + path)
      const isJson = headers.get('content-type')?.startsWith('application/problem+json')
      expect([path, status, isJson]).toEqual([path, 404, isProblem])
    }
  })

  it('responds with a problem below /api for any method', async () => {
    for (const method of ['GET', 'POST', 'DELETE', 'PROPFIND']) {
      const response = await fetch(`${app.url}/api/nowhere`, { method })
      expect([method, response.status]).toEqual([method, 404])
      expect(await response.json()).toMatchObject({ code: 'not-found' })
    }
  })
})

describe('headers', () => {
  it('are strict on successful responses, error responses, and pages', async () => {
    for (const path of ['/api/config', '/api/unknown', '/api/category', '/']) {
      const { headers } = await fetch(app.url + path)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy, path).toContain("default-src 'none'")
      expect(policy, path).not.toMatch(/unsafe-inline|unsafe-eval|\*/)
      expect(headers.get('x-content-type-options'), path).toBe('nosniff')
      expect(headers.get('x-powered-by'), path).toBeNull()
    }
  })

  it('allow only exact origins to read', async () => {
    const readHeader = async (origin: string, path: string) =>
      (await fetch(app.url + path, { headers: { origin } })).headers.get('access-control-allow-origin')
    for (const path of ['/api/config', '/api/category']) {
      expect(await readHeader('https://partner.example', path)).toBe('https://partner.example')
      expect(await readHeader('app://kerblight', path)).toBe('app://kerblight')
      for (const stranger of ['https://partner.example.evil.example', 'http://partner.example', 'null'])
        expect(await readHeader(stranger, path), stranger).toBeNull()
    }
  })

  it('answer a preflight of an allowed origin', async () => {
    const response = await fetch(`${app.url}/api/purchase`, {
      method: 'OPTIONS',
      headers: { origin: 'https://partner.example', 'access-control-request-method': 'POST' },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-headers')).toContain('Authorization')
  })
})

describe('the operator', () => {
  it('reads metrics locally, or remotely with the token', async () => {
    expect((await call<string>(app.url, 'getMetrics')).body).toContain('kerblight_requests_total{endpoint=')
    const forwarded = { 'x-forwarded-for': '203.0.113.9' }
    expect((await call(app.url, 'getMetrics', { headers: forwarded })).status).toBe(404)
    const token = { ...forwarded, authorization: 'Bearer a-metrics-token-of-length' }
    expect((await call(app.url, 'getMetrics', { headers: token })).status).toBe(200)
  })

  it('is not recognized by a foreign host name or through a local proxy', async () => {
    const { port } = new URL(app.url)
    const statusAs = (host: string, otherHeaders = {}) =>
      getWithHost(app.url, '/api/metrics', { host, ...otherHeaders })
    for (const host of ['localhost', '127.0.0.1', '[::1]', 'LOCALHOST'])
      for (const name of [host, `${host}:${port}`]) expect(await statusAs(name), name).toBe(200)
    for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1.evil.example', 'cars.example'])
      expect(await statusAs(host), host).toBe(404)
    expect(await statusAs('cars.example', { authorization: 'Bearer a-metrics-token-of-length' })).toBe(200)
    for (const header of ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'])
      expect(await statusAs('localhost', { [header]: 'x' }), header).toBe(404)
  })

  // A local proxy that adds no headers looks the same as a client on this machine.
  it.each<Record<string, string>>([
    { PUBLIC_URL: 'https://cars.example', SANDBOX: 'on' },
    { TRUST_PROXY: 'loopback' },
  ])('needs the token locally, too, if the server accepts outside traffic: %j', async (env) => {
    const server = await startTestServer({ env: { ...env, METRICS_TOKEN: 'a-metrics-token-of-length' } })
    expect((await call(server.url, 'getMetrics')).status).toBe(404)
    const headers = { authorization: 'Bearer a-metrics-token-of-length' }
    expect((await call(server.url, 'getMetrics', { headers })).status).toBe(200)
    await server.close()
  })

  it('can read health and readiness', async () => {
    expect((await call(app.url, 'getHealth')).body).toEqual({ status: 'ok' })
    expect((await call(app.url, 'getReadiness')).body).toEqual({ status: 'ready', writes: true })
  })
})

describe('the documentation', () => {
  it('lists every endpoint', async () => {
    const { body } = await call<string>(app.url, 'getDocs')
    expect(body).toContain('POST /create-payment-intent')
    expect(body).toContain('id="price-not-payable"')
  })
})

/** Sends a request with the given Host header. fetch would replace it with the URL's host. */
async function getWithHost(url: string, path: string, headers: Record<string, string>): Promise<number> {
  const outgoing = request(new URL(path, url), { headers })
  outgoing.end()
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode!
}
