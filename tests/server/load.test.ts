import { once } from 'node:events'
import { createServer, request as httpRequest, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino, type Logger } from 'pino'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ProblemError } from '../../contract/api/problems.ts'
import type { Context } from '../../server/context.ts'
import { createLoadShedder } from '../../server/http/shed-request.ts'
import { call, type ApiRequest } from '../support/api-client.ts'
import { forgeSignature } from '../support/forged-signature.ts'
import { openRaw, parseStatus } from '../support/raw-http.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** The time for which one expensive request blocks the event loop, in milliseconds. */
let heavyMs: number

let server: TestServer
/** Number of times that an expensive request has blocked the event loop. */
let heavyRuns: number
afterEach(() => server.close())

async function start(env: Record<string, string> = {}, log?: Logger) {
  heavyRuns = 0
  heavyMs = 50
  // The gateway blocks the event loop, which makes this call expensive.
  const identity: Context['identity'] = {
    verify() {
      heavyRuns++
      beBusy()
      return Promise.reject(new ProblemError('sign-in-needed'))
    },
  }
  server = await startTestServer({
    env: { LOAD_SHEDDING: 'on', TRUST_PROXY: 'loopback', METRICS_TOKEN, ...env },
    context: { identity },
    ...(log && { log }),
  })
}

function beBusy(): void {
  const endsAt = performance.now() + heavyMs
  while (performance.now() < endsAt);
}

/** Starts a server that rejects every request. `before` receives the request and the response first. */
async function rejectAll(handleFirst: RequestListener = () => {}) {
  const { rejectRequest } = createLoadShedder(server.ctx)
  const rejecting = createServer((req, res) => {
    handleFirst(req, res)
    rejectRequest(req, res)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void rejecting.close())
  await once(rejecting, 'listening')
  const { port } = rejecting.address() as AddressInfo
  return (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
}

interface Outcome {
  status: number
  afterMs: number
  retryAfter: string | null
}

const METRICS_TOKEN = 'a-metrics-token-of-length'
const monitor = { token: METRICS_TOKEN }

const fromIp = (ip: string) => ({ 'x-forwarded-for': ip })

async function heavy(ip: string): Promise<Outcome> {
  const startedAt = performance.now()
  const response = await call(server.url, 'getToken', {
    query: { email: 'robin@people.test' },
    token: 'e30.e30.',
    headers: fromIp(ip),
  })
  return {
    status: response.status,
    afterMs: performance.now() - startedAt,
    retryAfter: response.headers.get('retry-after'),
  }
}

function beginHeavy(ip: string) {
  const headers = { ...fromIp(ip), authorization: 'Bearer e30.e30.' }
  const request = httpRequest(`${server.url}/api/jwt?email=robin@people.test`, { headers, agent: false })
  request.on('error', () => {})
  return request.end()
}

/**
 * Opens connections in advance, so that requests sent together arrive together. New connections would be
 * accepted one by one.
 */
async function openConnections(count: number): Promise<void> {
  await call(server.url, 'listCategories')
  await Promise.all(Array.from({ length: count }, () => call(server.url, 'listCategories')))
}

async function flood(count: number, addressOf: (at: number) => string): Promise<Outcome[]> {
  await openConnections(count)
  return sendTogether(count, addressOf)
}

const sendTogether = (count: number, addressOf: (at: number) => string) =>
  Promise.all(Array.from({ length: count }, (_, index) => heavy(addressOf(index))))

const statusesOf = (outcomes: Outcome[]) => [...new Set(outcomes.map(({ status }) => status))].toSorted()

describe('an overloaded server', () => {
  it('processes requests up to its capacity, promptly rejects the rest, and recovers', async () => {
    await start()
    // These requests amount to ten seconds of work.
    const outcomes = await flood(200, (at) => `203.0.113.${at % 250}`)
    const rejections = outcomes.filter(({ status }) => status === 503)
    expect(statusesOf(outcomes)).toEqual([401, 503])
    expect(outcomes.length - rejections.length).toBeGreaterThan(4)
    expect(rejections.every(({ retryAfter }) => retryAfter === '3')).toBe(true)
    expect(Math.max(...outcomes.map(({ afterMs }) => afterMs))).toBeLessThan(5000)
    expect((await heavy('203.0.113.1')).status).toBe(401)
  })

  it('does not treat a burst as an overload', async () => {
    await start()
    expect(statusesOf(await flood(4, (at) => `203.0.113.${at}`))).toEqual([401])
    expect(statusesOf(await flood(4, () => '203.0.113.1'))).toEqual([401])
  })

  it('serves networks in turn: a flooding network is rejected, and others are hardly affected', async () => {
    await start()
    const flooding = flood(100, () => '203.0.113.1')
    const otherOutcomes: Outcome[] = []
    for (let round = 0; round < 5; round++) otherOutcomes.push(await heavy('203.0.113.2'))
    expect(statusesOf(otherOutcomes)).toEqual([401])
    expect(statusesOf(await flooding)).toEqual([401, 503])
  })

  it('still serves monitoring, Stripe, and cached responses', async () => {
    await start()
    await openConnections(105)
    const flooding = sendTogether(100, (at) => `203.0.113.${at}`)
    const names = ['getHealth', 'getReadiness', 'getMetrics', 'listCategories', 'stripeWebhook'] as const
    const requests: Record<string, ApiRequest> = { getMetrics: monitor, stripeWebhook: { body: {} } }
    const responses = await Promise.all(names.map((name) => call(server.url, name, requests[name])))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 400])
    expect(statusesOf(await flooding)).toEqual([401, 503])
    const { body } = await call<string>(server.url, 'getMetrics', monitor)
    expect(body).toMatch(/kerblight_requests_total\{endpoint="overloaded",status="503"\} [1-9]/)
    expect(body).toContain('kerblight_requests_waiting 0')
  })

  it('limits exempt requests, so a network that floods them waits, is rejected, and delays no others', async () => {
    await start()
    heavyMs = 20
    let verified = 0
    server.ctx.payments.readEvent = () => {
      verified++
      beBusy()
      return Promise.reject(new ProblemError('invalid-signature'))
    }
    await openConnections(105)
    const headers = { ...fromIp('203.0.113.1'), 'stripe-signature': forgeSignature() }
    const flooding = Array.from({ length: 100 }, () =>
      call(server.url, 'stripeWebhook', { headers, body: {} }),
    )
    await vi.waitUntil(() => verified > 10, { interval: 1 })
    const otherOutcomes = await Promise.all([heavy('203.0.113.2'), heavy('203.0.113.3')])
    expect(statusesOf(otherOutcomes)).toEqual([401])
    const responses = await Promise.all(flooding)
    expect([...new Set(responses.map(({ status }) => status))].toSorted()).toEqual([400, 503])
  })

  it('does not exempt requests that share only the path of an exempt request', async () => {
    await start()
    const flooding = flood(100, () => '203.0.113.1')
    await vi.waitUntil(() => heavyRuns > 0, { interval: 1 })
    const headers = fromIp('203.0.113.1')
    const responses = await Promise.all(
      ['/api/healthz', '/api/metrics', '/api/healthz?'].map((path, index) =>
        fetch(server.url + path, { method: index < 2 ? 'POST' : 'GET', headers }),
      ),
    )
    expect(responses.map(({ status }) => status)).toEqual([503, 503, 503])
    await flooding
  })

  it('closes a rejected request if its body keeps arriving', async () => {
    await start({ REQUEST_SECONDS: '1' })
    await openConnections(100)
    // On a busy machine, the server may accept a new connection only once the queue is short again.
    const connection = await openRaw(server.url)
    const flooding = sendTogether(100, () => '203.0.113.1')
    await vi.waitUntil(() => heavyRuns > 0, { interval: 1 })
    const requestHead =
      'POST /api/nowhere HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 203.0.113.1\r\nContent-Length: 1000'
    connection.write(`${requestHead}\r\n\r\n`)
    const dripTimer = setInterval(() => connection.write(' '), 100)
    expect(parseStatus(await connection.answer.finally(() => clearInterval(dripTimer)))).toBe(503)
    await flooding
  })

  it('rejects API calls with a problem, page views with HTML, and HEAD requests without a body', async () => {
    await start()
    const send = await rejectAll()
    const api = await send('/api/config', { headers: { origin: 'app://kerblight' } })
    expect(api.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(api.headers.get('access-control-allow-origin')).toBe('app://kerblight')
    expect(api.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await api.json()).toMatchObject({ status: 503, code: 'overloaded' })
    const page = await send('/search')
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(await page.text()).toContain('<h1>We’re busy right now</h1>')
    const postResponse = await send('/search', { method: 'POST' })
    expect(postResponse.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    const headResponse = await send('/', { method: 'HEAD' })
    expect([headResponse.status, await headResponse.text()]).toEqual([503, ''])
  })

  it('responds to a preflight instead of rejecting it', async () => {
    await start()
    const send = await rejectAll()
    const headers = { origin: 'app://kerblight', 'access-control-request-method': 'POST' }
    const preflight = await send('/api/purchases', { method: 'OPTIONS', headers })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('app://kerblight')
  })

  it('survives a failing rejection, closing that connection and rejecting the next request', async () => {
    const lines: string[] = []
    await start({}, pino({ level: 'error' }, { write: (line: string) => void lines.push(line) }))
    const send = await rejectAll(({ url }, res) => {
      if (url === '/begun') res.writeHead(200).write('half an answer')
    })
    await expect(send('/begun').then((response) => response.text())).rejects.toThrow()
    expect(lines.join('')).toContain('ERR_HTTP_HEADERS_SENT')
    expect((await send('/api/config')).status).toBe(503)
  })

  it('does no work for clients that disconnected while waiting', async () => {
    await start()
    // The turns are short and numerous. Between two of them, the server notices new requests and closed
    // connections.
    heavyMs = 15
    await openConnections(20)
    const waitingOutcomes = sendTogether(20, () => '203.0.113.1')
    await vi.waitUntil(() => heavyRuns > 0, { interval: 1 })
    const abandonedRequests = Array.from({ length: 5 }, () => beginHeavy('203.0.113.1'))
    await Promise.all(abandonedRequests.map((request) => once(request, 'finish')))
    abandonedRequests.forEach((request) => request.destroy())
    const outcomes = [...(await waitingOutcomes), await heavy('203.0.113.1')]
    // If the machine is busy with other work, the server may reject the last requests.
    expect(heavyRuns).toBe(outcomes.filter(({ status }) => status === 401).length)
  })

  it('rejects nothing if load shedding is off', async () => {
    await start({ LOAD_SHEDDING: 'off' })
    expect(statusesOf(await flood(30, (at) => `203.0.113.${at}`))).toEqual([401])
  })
})
