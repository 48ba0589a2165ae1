import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DesktopBridge } from '../../contract/desktop/desktop-bridge.ts'
import { buildConfig } from '../desktop/config-factory.ts'
import { getIdentityMessage } from '../../src-renderer/platform/identity-error.ts'
import { createDesktopPlatform } from '../../src-renderer/platform/desktop.ts'
import type { Platform, SessionEnd } from '../../src-renderer/platform/platform.ts'

const person = { uid: 'u1', email: 'dealer@kerblight.test', fullName: 'Dora Dealer', photoURL: '' }
const apiOrigin = 'https://cars.example'
const preferences = { staysInTray: false, startsAtLogin: null }

let bridgeCalls: string[]
let requests: { url: string; init: RequestInit | undefined }[]
let expire: () => void
let platform: Platform

beforeEach(() => {
  bridgeCalls = []
  requests = []
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    requests.push({ url, init })
    return new Response('{}', { status: 401 })
  })
  platform = createDesktopPlatform(bridge())
})
afterEach(() => vi.unstubAllGlobals())

describe('a session in the console', () => {
  it('is opened by the main process, and the page sends no token itself', async () => {
    await platform.session.open()
    await platform.fetch('/api/users/me', { method: 'PUT' })
    expect(bridgeCalls).toEqual(['open', 'forget'])
    expect(requests).toEqual([
      { url: `${apiOrigin}/api/users/me`, init: { method: 'PUT', credentials: 'omit' } },
    ])
  })

  it('ends when the main process reports it, and is not reopened automatically', async () => {
    await platform.session.open()
    const onEnd = vi.fn<(end: SessionEnd) => void>()
    const stop = platform.session.onEnd(onEnd)
    expect((await platform.fetch('/api/a')).status).toBe(401)
    expire()
    stop()
    expire()
    expect(onEnd.mock.calls).toEqual([['expired']])
    expect(bridgeCalls.filter((call) => call === 'open')).toHaveLength(1)
  })

  it('ends as deleted if the server’s rejection reports a deleted account', async () => {
    const headers = { 'x-session': 'deleted' }
    vi.stubGlobal('fetch', async () => new Response('{}', { status: 401, headers }))
    const onEnd = vi.fn<(end: SessionEnd) => void>()
    const stop = platform.session.onEnd(onEnd)
    await platform.fetch('/api/users/me')
    expect(onEnd.mock.calls).toEqual([['deleted']])
    stop()
  })

  it('reports when it is not stored beyond the program’s exit', async () => {
    const temporary = bridge()
    temporary.session.open = async () => ({ ok: true, isRemembered: false })
    const { session } = createDesktopPlatform(temporary)
    await session.open()
    expect(session.isRemembered()).toBe(false)
  })

  it('passes on the server’s rejection when opening a session', async () => {
    const rejecting = bridge()
    const problem = { code: 'account-deleted', status: 403, message: 'This account has been deleted' }
    rejecting.session.open = async () => ({ ok: false, problem })
    await expect(createDesktopPlatform(rejecting).session.open()).rejects.toMatchObject({ problem })
  })
})

describe('the user’s identity in the console', () => {
  it('is known from sign-in until the session is open or the identity is released', async () => {
    const identity = await platform.identity()
    expect(await identity.knows('u1')).toBe(false)
    expect(await identity.signInWithPassword(person.email, 'Kerb-1234')).toEqual(person)
    expect([await identity.knows('u1'), await identity.knows('u2')]).toEqual([true, false])
    await platform.session.open()
    expect(await identity.knows('u1')).toBe(false)

    await identity.signInWithGoogle()
    await identity.release()
    expect(await identity.knows('u1')).toBe(false)
  })

  it.each([
    ['the identity service', 'auth/wrong-password', 'Incorrect email or password'],
    ['Google', 'auth/google-cancelled', 'Signing in with Google was canceled'],
    ['Kerblight', 'account-deleted', 'This account has been deleted'],
  ])('is rejected with the message of its source: %s', async (_who, code, message) => {
    const rejecting = bridge()
    rejecting.identity.signInWithPassword = async () => ({
      ok: false,
      problem: { code, status: 0, message },
    })
    const identity = await createDesktopPlatform(rejecting).identity()
    const error = await identity.signInWithPassword('a@b.test', 'x').catch((thrown: unknown) => thrown)
    expect(getIdentityMessage(error)).toBe(message)
  })

  it.each([
    ['that has no message', 'auth/new-kind', 'We couldn’t sign you in. Try again.'],
    ['that is known', 'auth/operation-not-allowed', 'This way to sign in isn’t available here.'],
  ])('is rejected with our own message, regardless of the service’s: a code %s', (_which, code, message) => {
    const error = Object.assign(new Error(`Firebase: Error (${code}).`), { code })
    expect(getIdentityMessage(error)).toBe(message)
  })

  it('is rejected in plain words if the main process fails', async () => {
    const broken = bridge()
    broken.identity.changePassword = () =>
      Promise.reject(new Error("Error invoking remote method 'identity'"))
    const identity = await createDesktopPlatform(broken).identity()
    await expect(identity.changePassword('a', 'b', 'c')).rejects.toThrow('We couldn’t sign you in')
  })

  it('is not revealed by a request for a new password', async () => {
    const rejecting = bridge()
    const problem = { code: 'auth/user-not-found', status: 0, message: 'x' }
    rejecting.identity.mailPassword = async () => ({ ok: false, problem })
    const identity = await createDesktopPlatform(rejecting).identity()
    await expect(identity.mailPassword('nobody@kerblight.test')).resolves.toBeUndefined()
  })
})

it('the console delivers a path opened before a page listened once it listens', () => {
  let open: (path: string) => void = () => undefined
  const desktop = bridge()
  desktop.onOpenPath = (listener) => void (open = listener)
  const { console: host } = createDesktopPlatform(desktop)
  open('/dashboard/reports')

  const paths: string[] = []
  const stop = host?.onOpenPath((path) => void paths.push(path))
  open('/dashboard/sales')
  stop?.()
  expect(paths).toEqual(['/dashboard/reports', '/dashboard/sales'])
})

function bridge(): DesktopBridge {
  const nothing = async () => undefined
  const succeed = async () => ({ ok: true as const })
  const folder = async () => ({
    folder: null,
    limits: { create: 0, update: 0, error: 0, offLot: null },
    status: 'watching' as const,
    files: [],
  })
  return {
    unsaved: { keep: nothing, find: async () => null },
    watchedFolder: {
      choose: folder,
      read: folder,
      setLimits: folder,
      dismiss: folder,
      stop: folder,
      onChanged: () => undefined,
    },
    facts: { appVersion: '0.1.0', platform: 'linux', apiOrigin, setup: null },
    ready: nothing,
    session: {
      open: async () => {
        bridgeCalls.push('open')
        return { ok: true, isRemembered: true }
      },
      restore: async () => ({ isSignedIn: true, isRemembered: true }),
      close: nothing,
      onChanged: () => undefined,
      onExpired: (listener) => {
        expire = () => listener(null)
      },
    },
    offlineResponses: { keep: nothing, find: async () => null },
    identity: {
      signInWithPassword: async () => ({ ok: true, person }),
      signInWithGoogle: async () => ({ ok: true, person }),
      cancelGoogle: nothing,
      createAccount: succeed,
      setProfile: async () => ({ ok: true, person }),
      saveUser: succeed,
      mailVerification: succeed,
      refreshEmail: async () => ({ ok: true, me: null }),
      mailPassword: succeed,
      changePassword: succeed,
      deleteAccount: succeed,
      forget: async () => void bridgeCalls.push('forget'),
    },
    readConfig: async () => ({ ok: true, config: buildConfig() }),
    setup: { connect: async () => ({ ok: true }), cancel: nothing },
    openExternal: async () => true,
    commands: { run: nothing, setViewer: nothing, onChosen: () => undefined },
    rows: { showMenu: nothing, onChosen: () => undefined },
    notify: nothing,
    savePdf: async () => ({ isSaved: true }),
    preferences: { read: async () => preferences, save: async () => preferences },
    showSaved: nothing,
    onSaved: () => undefined,
    readDiagnostics: async () => '',
    onOpenPath: () => undefined,
    onWake: () => {},
    onUpdateReady: () => undefined,
  }
}
