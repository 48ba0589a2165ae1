import { beforeEach, describe, expect, it } from 'vitest'
import type { CredentialStore } from '../../src-main/session/secret-stores.ts'
import { createSession, type Session } from '../../src-main/session/session.ts'

const apiOrigin = 'https://cars.example'
const proof = { idToken: 'id-token', email: 'dealer+1@kerblight.test' }

let storedToken: string | null
let isKeychainBroken: boolean
let expired: number
let closeCount: number
let log: string[]
let requests: { url: string; method: string; authorization: string | null }[]
let respond: () => Response
/** Runs before each response and delays it until the promise resolves. */
let beforeResponse: () => Promise<void>
let onClosed: () => Promise<void>

const store: CredentialStore = {
  read: async () => useKeychain(() => storedToken),
  write: async (token) => useKeychain(() => void (storedToken = token)),
  clear: async () => useKeychain(() => void (storedToken = null)),
}

function useKeychain<T>(act: () => T): T {
  if (isKeychainBroken) throw new Error('Cannot autolaunch D-Bus')
  return act()
}

function openConsole(): Session {
  return createSession({
    apiOrigin,
    store,
    fetch: async (url, init = {}) => {
      const authorization = new Headers(init.headers).get('authorization')
      requests.push({ url, method: init.method ?? 'GET', authorization })
      const response = respond()
      await beforeResponse()
      return response
    },
    onExpired: () => (expired += 1),
    onClosed() {
      closeCount += 1
      return onClosed()
    },
    log: (line) => log.push(line),
  })
}

/** Creates a gate that blocks its callers until it is opened. */
function makeGate() {
  const { promise: reached, resolve: resolveReached } = Promise.withResolvers<void>()
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const pass = () => {
    resolveReached()
    return opened
  }
  return { reached, pass, open }
}

function token(value: string) {
  return () => Response.json({ token: value, expiresAt: '2027-01-01T00:00:00.000Z' })
}

beforeEach(() => {
  storedToken = null
  isKeychainBroken = false
  expired = 0
  closeCount = 0
  log = []
  requests = []
  beforeResponse = async () => undefined
  onClosed = async () => undefined
  respond = token('app-token')
})

describe('a session in the console', () => {
  it('is requested for the console with the ID token and stored in the keychain', async () => {
    const session = openConsole()
    expect(await session.open(proof)).toEqual({ ok: true, isRemembered: true })

    const { url, authorization } = requests[0]!
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({ email: proof.email, client: 'console' })
    expect(url.startsWith(`${apiOrigin}/api/jwt?`)).toBe(true)
    expect(authorization).toBe('Bearer id-token')
    expect(await session.token()).toBe('app-token')
    expect(storedToken).toBe('app-token')
  })

  it('is restored after a restart', async () => {
    storedToken = 'app-token'
    expect(await openConsole().token()).toBe('app-token')
  })

  it('lasts until the program exits if the keychain fails', async () => {
    isKeychainBroken = true
    const session = openConsole()
    expect(await session.open(proof)).toEqual({ ok: true, isRemembered: false })
    expect(await session.token()).toBe('app-token')
    expect(session.isRemembered()).toBe(false)
    expect(storedToken).toBeNull()
  })

  it('is deleted after log-out, with or without a keychain', async () => {
    const session = openConsole()
    await session.open(proof)
    await session.close()
    expect([await session.token(), storedToken]).toEqual([null, null])
    // The previous user's data was cleared first, and then this user's data.
    expect(closeCount).toBe(2)

    await session.open(proof)
    isKeychainBroken = true
    await session.close()
    expect(await session.token()).toBeNull()
  })

  it.each([
    ['closed', (session: Session) => session.close()],
    ['revoked', (session: Session) => session.revoke()],
    ['closed while the previous session is still closing', (session: Session) => session.close(), 'late'],
  ])('is not opened by a response that arrives after it is %s', async (_what, endSession, when = 'early') => {
    const session = openConsole()
    const gate = makeGate()
    if (when === 'late') onClosed = gate.pass
    else beforeResponse = gate.pass
    const sessionOpening = session.open(proof)
    await gate.reached
    onClosed = beforeResponse = async () => undefined
    await endSession(session)
    gate.open()

    expect(await sessionOpening).toMatchObject({ ok: false, problem: { code: 'sign-in-needed' } })
    expect([await session.token(), storedToken]).toEqual([null, null])
    // The server also receives a request to close the unwanted session.
    expect(requests.at(-1)).toMatchObject({ method: 'DELETE', authorization: 'Bearer app-token' })
  })

  it('belongs to the newest sign-in when two are opened concurrently', async () => {
    const session = openConsole()
    const gate = makeGate()
    beforeResponse = gate.pass
    const first = session.open(proof)
    await gate.reached
    beforeResponse = async () => undefined
    respond = token('newer')
    await session.open(proof)
    gate.open()
    expect(await first).toMatchObject({ ok: false })
    expect([await session.token(), storedToken]).toEqual(['newer', 'newer'])
  })

  it('is opened even if the previous session is rejected during the request', async () => {
    const session = openConsole()
    await session.open(proof)
    respond = token('newer')
    const gate = makeGate()
    beforeResponse = gate.pass
    const sessionOpening = session.open(proof)
    await gate.reached
    await session.rejected('app-token')
    gate.open()
    expect(await sessionOpening).toMatchObject({ ok: true })
    expect([await session.token(), storedToken]).toEqual(['newer', 'newer'])
  })

  it('returns the server’s rejection and stores nothing', async () => {
    respond = () =>
      Response.json(
        { type: '/problems/account-deleted', code: 'account-deleted', status: 403, message: 'deleted' },
        { status: 403 },
      )
    const session = openConsole()
    expect(await session.open(proof)).toEqual({
      ok: false,
      problem: { code: 'account-deleted', status: 403, message: 'deleted' },
    })
    expect([await session.token(), storedToken]).toEqual([null, null])
  })

  it.each([
    ['no answer', () => Promise.reject(new TypeError('fetch failed')), 'offline'],
    ['a page that is not an API', () => new Response('<html>', { status: 200 }), 'unknown'],
    ['an answer without a token', () => Response.json({ ok: true }), 'unknown'],
  ])('reports an error on %s', async (_what, response, code) => {
    respond = response as () => Response
    const session = openConsole()
    expect(await session.open(proof)).toMatchObject({ ok: false, problem: { code } })
    expect(await session.token()).toBeNull()
  })

  it('ends once when the server rejects its token', async () => {
    const session = openConsole()
    await session.open(proof)
    await Promise.all([session.rejected('app-token'), session.rejected('app-token')])
    expect([await session.token(), storedToken, expired]).toEqual([null, null, 1])
    expect(closeCount).toBe(2)
  })

  it('survives the rejection of a token that it has replaced', async () => {
    const session = openConsole()
    await session.open(proof)
    respond = token('newer')
    await session.open(proof)
    await session.rejected('app-token')
    expect([await session.token(), storedToken, expired]).toEqual(['newer', 'newer', 0])
  })

  it('also ends on the server when another server is chosen, even without a response', async () => {
    const session = openConsole()
    await session.open(proof)
    respond = () => {
      throw new TypeError('fetch failed')
    }
    await session.revoke()
    expect(requests.at(-1)).toEqual({
      url: `${apiOrigin}/api/session`,
      method: 'DELETE',
      authorization: 'Bearer app-token',
    })
    expect([await session.token(), storedToken]).toEqual([null, null])
  })

  it('never writes a token into the log', async () => {
    isKeychainBroken = true
    const session = openConsole()
    await session.open(proof)
    await session.close()
    expect(log.length).toBeGreaterThan(0)
    expect(log.join('\n')).not.toMatch(/app-token|id-token|dealer/)
  })
})
