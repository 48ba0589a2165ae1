import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { IdentityProof } from '../../src-renderer/platform/firebase.ts'
import type { SessionEnd } from '../../src-renderer/platform/platform.ts'
import { tokenStore } from '../../src-renderer/platform/token-store.ts'
import { webPlatform } from '../../src-renderer/platform/web.ts'

/** Mocks the external identity service. Returns the signed-in user's proof. */
const getIdentityProof = vi.hoisted(() =>
  vi.fn<(wanted: { isFresh: boolean }) => Promise<IdentityProof | null>>(),
)
const signOutOfIdentity = vi.hoisted(() => vi.fn<() => Promise<void>>())
vi.mock('../../src-renderer/platform/firebase.ts', () => ({ getIdentityProof, signOutOfIdentity }))

const identity = { idToken: 'id-token', email: 'buyer@kerblight.test' }
const requests: { path: string; token: string | null }[] = []
let valid: string
let serverTime: number | undefined
let isDeleted: boolean

beforeEach(() => {
  requests.length = 0
  valid = 'new'
  serverTime = undefined
  isDeleted = false
  const store = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  })
  vi.stubGlobal('addEventListener', vi.fn())
  vi.stubGlobal('removeEventListener', vi.fn())
  vi.stubGlobal('fetch', serve)
  getIdentityProof.mockReset().mockResolvedValue(identity)
  signOutOfIdentity.mockReset().mockResolvedValue()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('a session on the web', () => {
  it('stores the app token under the product’s key and sends it as a bearer token', async () => {
    await webPlatform.session.open()
    await webPlatform.fetch('/api/users/me')

    expect(localStorage.getItem('kerblight.token')).toBe('new')
    expect(requests.at(-1)).toEqual({ path: '/api/users/me', token: 'new' })
  })

  it('renews a stale token once for any number of calls, and repeats all of the calls', async () => {
    tokenStore.write('old')

    const responses = await Promise.all([1, 2, 3].map((n) => webPlatform.fetch(`/api/cars/${n}`)))

    expect(responses.map((response) => response.status)).toEqual([200, 200, 200])
    expect(requests.filter(({ path }) => path.startsWith('/api/jwt'))).toHaveLength(1)
    expect(tokenStore.read()).toBe('new')
  })

  it('also renews if a public endpoint treats the user as signed out', async () => {
    tokenStore.write('old')

    const response = await webPlatform.fetch('/api/public')

    expect(response.headers.get('x-session')).toBeNull()
    expect(requests.map(({ token }) => token)).toEqual(['old', 'id-token', 'new'])
  })

  it('ends with one notification if the identity service has no user, and returns the rejection', async () => {
    tokenStore.write('old')
    getIdentityProof.mockResolvedValue(null)
    const onEnd = vi.fn<(end: SessionEnd) => void>()
    const stop = webPlatform.session.onEnd(onEnd)

    const responses = await Promise.all([webPlatform.fetch('/api/a'), webPlatform.fetch('/api/b')])

    expect(responses.map((response) => response.status)).toEqual([401, 401])
    expect(onEnd.mock.calls).toEqual([['expired']])
    expect(await webPlatform.session.restore()).toBe(false)
    stop()
  })

  it('stays ended if revoked before its expiry, and signs out of the identity service', async () => {
    tokenStore.write(tokenUntil(Date.now() + 3600_000))
    const onEnd = vi.fn<(end: SessionEnd) => void>()
    const stop = webPlatform.session.onEnd(onEnd)

    const response = await webPlatform.fetch('/api/a')

    expect(response.status).toBe(401)
    expect(onEnd.mock.calls).toEqual([['expired']])
    expect(getIdentityProof).not.toHaveBeenCalled()
    await expect.poll(() => signOutOfIdentity).toHaveBeenCalledOnce()
    expect(await webPlatform.session.restore()).toBe(false)
    stop()
  })

  it('ends with its account, regardless of which call receives the rejection first', async () => {
    isDeleted = true
    const onEnd = vi.fn<(end: SessionEnd) => void>()
    const stop = webPlatform.session.onEnd(onEnd)

    for (const path of ['/api/a', '/api/public'])
      for (const hours of [-1, 1]) {
        tokenStore.write(tokenUntil(Date.now() + hours * 3600_000))
        getIdentityProof.mockResolvedValue(null)
        await webPlatform.fetch(path)
      }

    expect(onEnd.mock.calls.flat()).toEqual(Array(4).fill('deleted'))
    stop()
  })

  it('retains the token of another tab that signs in while this tab checks its own rejection', async () => {
    tokenStore.write('old')
    getIdentityProof.mockResolvedValue(null)
    const onEnd = vi.fn<(end: SessionEnd) => void>()
    const stop = webPlatform.session.onEnd(onEnd)
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
      if (url === '/api/users/me') localStorage.setItem('kerblight.token', 'new')
      return serve(url, init)
    })

    const response = await webPlatform.fetch('/api/a')

    expect(response.status).toBe(200)
    expect(tokenStore.read()).toBe('new')
    expect(onEnd).not.toHaveBeenCalled()
    stop()
  })

  it('returns the original response if the renewal code fails to load, and retries next time', async () => {
    tokenStore.write('old')
    vi.doMock('../../src-renderer/platform/renew-session.ts', () => {
      throw new TypeError('Failed to fetch dynamically imported module')
    })

    const response = await webPlatform.fetch('/api/public')

    expect(response.headers.get('x-session')).toBe('expired')
    expect(tokenStore.read()).toBe('old')
    vi.doUnmock('../../src-renderer/platform/renew-session.ts')
    expect((await webPlatform.fetch('/api/a')).status).toBe(200)
  })

  it('waits at most three seconds for the reason of a rejection', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      expect(ms).toBe(3000)
      return AbortSignal.abort()
    })
    tokenStore.write('old')
    getIdentityProof.mockResolvedValue(null)
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
      const hangs = url === '/api/users/me' && !init?.signal?.aborted
      return hangs ? new Promise<never>(() => {}) : serve(url, init)
    })
    const onEnd = vi.fn<(end: SessionEnd) => void>()
    const stop = webPlatform.session.onEnd(onEnd)

    expect((await webPlatform.fetch('/api/a')).status).toBe(401)
    expect(onEnd.mock.calls).toEqual([['expired']])
    stop()
  })

  it('uses the server’s clock, not the device’s, to recognize an expired token', async () => {
    // The device's clock is an hour slow, so the device considers the token valid.
    serverTime = Date.now() + 3600_000
    tokenStore.write(tokenUntil(Date.now() + 60_000))

    expect((await webPlatform.fetch('/api/a')).status).toBe(200)
    expect(tokenStore.read()).toBe('new')
  })

  it('repeats a call only once if the new token is rejected as well', async () => {
    tokenStore.write('old')
    valid = 'another'

    const response = await webPlatform.fetch('/api/a')

    expect(response.status).toBe(401)
    expect(requests.filter(({ path }) => path === '/api/a')).toHaveLength(2)
  })

  it('does not renew for a call with its own authorization, or without a session', async () => {
    const rejected = await webPlatform.fetch('/api/a')
    tokenStore.write('old')
    await webPlatform.fetch('/api/user', { headers: { authorization: 'Bearer id-token' } })

    expect(rejected.status).toBe(401)
    expect(requests.map(({ token }) => token)).toEqual([null, 'id-token'])
    expect(getIdentityProof).not.toHaveBeenCalled()
  })

  it('stays signed in within the tab if the browser blocks storage', async () => {
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked, removeItem: blocked })

    await webPlatform.session.open()
    const response = await webPlatform.fetch('/api/users/me')

    expect(response.status).toBe(200)
    await webPlatform.session.close()
    expect(await webPlatform.session.restore()).toBe(false)
  })
})

/**
 * Simulates the API. `valid` is the only valid app token, and `/api/jwt` exchanges the ID token for the token
 * 'new'.
 */
async function serve(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const path = String(url)
  const token = new Headers(init?.headers).get('authorization')?.replace('Bearer ', '') ?? null
  requests.push({ path, token })
  if (path.startsWith('/api/jwt')) {
    return token === 'id-token' ? Response.json({ token: 'new' }) : new Response('{}', { status: 401 })
  }
  if (token === valid) return Response.json({})
  if (path === '/api/public') return Response.json({}, { headers: { 'x-session': 'expired' } })
  const headers = {
    date: new Date(serverTime ?? Date.now()).toUTCString(),
    ...(isDeleted && { 'x-session': 'deleted' }),
  }
  return new Response('{}', { status: 401, headers })
}

/** Builds an app token that contains only its expiry. Only the server reads the rest. */
function tokenUntil(time: number): string {
  return `head.${btoa(JSON.stringify({ exp: Math.floor(time / 1000) }))}.signature`
}
