import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DesktopBridge } from '../../contract/desktop-bridge.ts'
import { createDesktopPlatform } from '../../src-renderer/platform/desktop.ts'
import type { IdentityProof, Platform, SessionEnd } from '../../src-renderer/platform/platform.ts'

/** The identity service stands outside; what it would say of who is signed in there. */
const freshIdentity = vi.hoisted(() => vi.fn<() => Promise<IdentityProof | null>>())
vi.mock('../../src-renderer/platform/firebase.ts', () => ({ freshIdentity }))

const identity = { idToken: 'id-token', email: 'dealer@kerblight.test' }
const apiOrigin = 'https://cars.example'

/** Main's side: whether the token that it adds to calls counts. */
let isValid: boolean
let opened: IdentityProof[]
let seen: { url: string; init: RequestInit | undefined }[]
let expire: () => void
let platform: Platform

beforeEach(async () => {
  isValid = true
  opened = []
  seen = []
  freshIdentity.mockReset().mockResolvedValue(null)
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    seen.push({ url, init })
    if (isValid) return Response.json({})
    return url.endsWith('/public')
      ? Response.json({}, { headers: { 'x-session': 'expired' } })
      : new Response('{}', { status: 401 })
  })
  platform = createDesktopPlatform(bridge())
  await platform.session.open(identity)
})
afterEach(() => vi.unstubAllGlobals())

describe('a session in the console', () => {
  it('hands the proof to main once, and sends no token itself', async () => {
    await platform.fetch('/api/users/me', { method: 'PUT' })
    expect(opened).toEqual([identity])
    expect(seen).toEqual([{ url: `${apiOrigin}/api/users/me`, init: { method: 'PUT', credentials: 'omit' } }])
  })

  it('is renewed once, however many calls are refused, and repeats them all', async () => {
    isValid = false
    freshIdentity.mockResolvedValue(identity)

    const answers = await Promise.all(['/api/a', '/api/b', '/api/public'].map((path) => platform.fetch(path)))

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(opened).toHaveLength(2)
    expect(seen).toHaveLength(6)
  })

  it('ends where nobody is known any more, says so once, and hands on the refusal', async () => {
    isValid = false
    const onEnd = vi.fn<(end: SessionEnd) => void>()
    platform.session.onEnd(onEnd)

    const answers = await Promise.all([platform.fetch('/api/a'), platform.fetch('/api/b')])
    // Main heard of the refusals, too.
    expire()
    await platform.fetch('/api/c')

    expect(answers.map(({ status }) => status)).toEqual([401, 401])
    expect(onEnd.mock.calls).toEqual([['expired']])
    expect(freshIdentity).toHaveBeenCalledTimes(1)
  })

  it('hears from main of a refusal that no call of its own met, such as an upload’s', async () => {
    const onEnd = vi.fn<(end: SessionEnd) => void>()
    platform.session.onEnd(onEnd)
    expire()
    await vi.waitFor(() => expect(onEnd.mock.calls).toEqual([['expired']]))
  })

  it('leaves a call alone that brings its own proof, or that has no session behind it', async () => {
    isValid = false
    await platform.fetch('/api/user', { headers: { authorization: 'Bearer id-token' } })
    await platform.session.close()
    await platform.fetch('/api/a')
    expect(seen).toHaveLength(2)
    expect(freshIdentity).not.toHaveBeenCalled()
  })

  it('hands on the server’s refusal to open one', async () => {
    const refusing = bridge()
    const problem = { code: 'account-deleted', status: 403, message: 'This account was deleted' }
    refusing.session.open = async () => ({ ok: false, problem })
    await expect(createDesktopPlatform(refusing).session.open(identity)).rejects.toMatchObject({ problem })
  })
})

it('what main told before a page listened arrives when it does', () => {
  let open: (path: string) => void = () => undefined
  const given = bridge()
  given.onOpenPath = (listener) => void (open = listener)
  const { console: host } = createDesktopPlatform(given)
  open('/dashboard/reports')

  const paths: string[] = []
  const stop = host?.onOpenPath((path) => void paths.push(path))
  open('/dashboard/sales')
  stop?.()
  expect(paths).toEqual(['/dashboard/reports', '/dashboard/sales'])
})

function bridge(): DesktopBridge {
  const nothing = async () => undefined
  return {
    facts: { appVersion: '0.1.0', platform: 'linux', apiOrigin, setup: null },
    ready: nothing,
    session: {
      open: async (proof) => {
        opened.push(proof)
        isValid = true
        return { ok: true, isRemembered: true }
      },
      restore: async () => ({ isSignedIn: true, isRemembered: true }),
      close: nothing,
      onExpired: (listener) => {
        expire = () => listener(null)
      },
    },
    google: { signIn: async () => ({ ok: true, idToken: 'google' }), cancel: nothing },
    setup: { connect: async () => ({ ok: true }), cancel: nothing },
    openExternal: async () => true,
    commands: { run: nothing, setViewer: nothing, onChosen: () => undefined },
    notify: nothing,
    setBadge: nothing,
    savePdf: async () => ({ isSaved: true }),
    readDiagnostics: async () => '',
    onOpenPath: () => undefined,
    onUpdateReady: () => undefined,
  }
}
