import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONSOLE_VERSION_HEADER, CONTRACT_VERSION } from '../../contract/api/version.ts'
import { buildCar, buildPerson, type Person } from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/**
 * The origin of the page in Electron. The main process adds the session below the level that the page and its
 * origin rules see.
 */
const CONSOLE = 'app://kerblight'

const otherOrigins = [
  'app://kerblight.evil',
  'app://kerblight:80',
  'app://kerblight/',
  'app://kerblight@evil',
  'app://kerblight.',
  'app://KERBLIGHT',
  'app://kerbligh',
  'app://evil',
  'app://',
  'APP://kerblight',
  'apps://kerblight',
  'http://kerblight',
  'https://kerblight',
  'https://app.kerblight',
  'file://',
  'null',
  '*',
  'app://kerblight app://evil',
  'app://kerblight, app://evil',
]

let server: TestServer
let seller: Person
let carId: string

beforeAll(async () => {
  server = await startTestServer()
  seller = await buildPerson(server.ctx, { account: 'seller' })
  carId = await buildCar(server.ctx, seller.id)
})
afterAll(() => server.close())

/** Returns calls that the console makes: a cached response, uncached responses, and a write. */
const calls = () =>
  [
    ['GET', '/api/category'],
    ['GET', `/api/cars/${carId}`],
    ['GET', '/api/users/me'],
    ['GET', '/api/allCars?mine=1'],
    ['PUT', `/api/cars/${carId}/state`],
  ] as const

async function sendFrom(origin: string, method: string, path: string, session: string | null) {
  const headers: Record<string, string> = { origin, [CONSOLE_VERSION_HEADER]: String(CONTRACT_VERSION) }
  if (session !== null) headers.authorization = `Bearer ${session}`
  const isWrite = method === 'PUT'
  if (isWrite) headers['content-type'] = 'application/json'
  const body = isWrite ? JSON.stringify({ state: 'preparing' }) : null
  const response = await fetch(new URL(path, server.url), { method, headers, body })
  await response.arrayBuffer()
  return response
}

function preflight(origin: string, method: string, headers: string) {
  return fetch(new URL(`/api/cars/${carId}/state`, server.url), {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': headers,
    },
  })
}

const allowedOrigin = ({ headers }: Response) => headers.get('access-control-allow-origin')

describe('the console’s origin', () => {
  it('may read and write with the session that the main process adds', async () => {
    for (const [method, path] of calls()) {
      const response = await sendFrom(CONSOLE, method, path, seller.token)
      expect([path, response.status, allowedOrigin(response)]).toEqual([path, 200, CONSOLE])
      expect(response.headers.get('vary')).toContain('Origin')
      // The session is not a cookie, so the browser sends no credentials automatically.
      expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    }
  })

  it('gets the allowed headers from a preflight request before a write', async () => {
    const requestedHeaders = ['content-type', 'idempotency-key', 'if-match', 'if-none-match']
    const response = await preflight(CONSOLE, 'PUT', requestedHeaders.join())
    expect([response.status, allowedOrigin(response)]).toEqual([204, CONSOLE])
    expect(response.headers.get('access-control-allow-methods')?.split(', ')).toContain('PUT')
    const headers = response.headers.get('access-control-allow-headers')?.toLowerCase().split(', ')
    expect(headers).toEqual(expect.arrayContaining(requestedHeaders))
  })

  it('gets 401 for an invalid session, and can read the reason', async () => {
    const response = await sendFrom(CONSOLE, 'GET', '/api/users/me', 'made-up')
    expect([response.status, allowedOrigin(response)]).toEqual([401, CONSOLE])
  })
})

describe.each(otherOrigins)('a similar origin, %s', (origin) => {
  it('cannot read anything, with or without a session', async () => {
    for (const [method, path] of calls())
      for (const session of [seller.token, null])
        expect([path, allowedOrigin(await sendFrom(origin, method, path, session))]).toEqual([path, null])
  })

  it('cannot write', async () => {
    const response = await preflight(origin, 'PUT', 'content-type')
    expect([allowedOrigin(response), response.headers.get('access-control-allow-methods')]).toEqual([
      null,
      null,
    ])
  })
})
