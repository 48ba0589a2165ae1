import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONSOLE_VERSION_HEADER, CONTRACT_VERSION } from '../../contract/api/version.ts'
import { buildCar, buildPerson, type Person } from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/**
 * The origin of the page in Electron. The main process adds the session below the level that the page and its
 * origin rules see.
 */
const CONSOLE = 'app://kerblight'

const others = [
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

async function ask(origin: string, method: string, path: string, session: string | null) {
  const headers: Record<string, string> = { origin, [CONSOLE_VERSION_HEADER]: String(CONTRACT_VERSION) }
  if (session !== null) headers.authorization = `Bearer ${session}`
  const isWrite = method === 'PUT'
  if (isWrite) headers['content-type'] = 'application/json'
  const body = isWrite ? JSON.stringify({ state: 'preparing' }) : null
  const answer = await fetch(new URL(path, server.url), { method, headers, body })
  await answer.arrayBuffer()
  return answer
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

const allowed = ({ headers }: Response) => headers.get('access-control-allow-origin')

describe('the console’s origin', () => {
  it('may read with the session that main adds, and write', async () => {
    for (const [method, path] of calls()) {
      const answer = await ask(CONSOLE, method, path, seller.token)
      expect([path, answer.status, allowed(answer)]).toEqual([path, 200, CONSOLE])
      expect(answer.headers.get('vary')).toContain('Origin')
      // The session is not a cookie, so the browser sends no credentials automatically.
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    }
  })

  it('gets the allowed headers from a preflight request before a write', async () => {
    const wanted = ['content-type', 'idempotency-key', 'if-match', 'if-none-match']
    const answer = await preflight(CONSOLE, 'PUT', wanted.join())
    expect([answer.status, allowed(answer)]).toEqual([204, CONSOLE])
    expect(answer.headers.get('access-control-allow-methods')?.split(', ')).toContain('PUT')
    const headers = answer.headers.get('access-control-allow-headers')?.toLowerCase().split(', ')
    expect(headers).toEqual(expect.arrayContaining(wanted))
  })

  it('gets 401 for an invalid session, and can read the reason', async () => {
    const answer = await ask(CONSOLE, 'GET', '/api/users/me', 'made-up')
    expect([answer.status, allowed(answer)]).toEqual([401, CONSOLE])
  })
})

describe.each(others)('an origin like it, %s', (origin) => {
  it('reads nothing, with a session or without', async () => {
    for (const [method, path] of calls())
      for (const session of [seller.token, null])
        expect([path, allowed(await ask(origin, method, path, session))]).toEqual([path, null])
  })

  it('is not let write', async () => {
    const answer = await preflight(origin, 'PUT', 'content-type')
    expect([allowed(answer), answer.headers.get('access-control-allow-methods')]).toEqual([null, null])
  })
})
