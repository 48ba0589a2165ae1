import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DesktopBridge } from '../../contract/desktop-bridge.ts'
import { buildConfig } from '../desktop/config-factory.ts'
import { createDesktopPlatform } from '../../src-renderer/platform/desktop.ts'
import type { IdentityProof, Platform, SessionEnd } from '../../src-renderer/platform/platform.ts'

const identity = { idToken: 'id-token', email: 'dealer@kerblight.test' }
const apiOrigin = 'https://cars.example'

let opened: IdentityProof[]
let seen: { url: string; init: RequestInit | undefined }[]
let expire: () => void
let platform: Platform

beforeEach(() => {
  opened = []
  seen = []
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    seen.push({ url, init })
    return new Response('{}', { status: 401 })
  })
  platform = createDesktopPlatform(bridge())
})
afterEach(() => vi.unstubAllGlobals())

describe('a session in the console', () => {
  it('hands the proof to main once, and sends no token itself', async () => {
    await platform.session.open(identity)
    await platform.fetch('/api/users/me', { method: 'PUT' })
    expect(opened).toEqual([identity])
    expect(seen).toEqual([{ url: `${apiOrigin}/api/users/me`, init: { method: 'PUT', credentials: 'omit' } }])
  })

  it('ends when main says so, and is not opened again behind the person’s back', async () => {
    await platform.session.open(identity)
    const onEnd = vi.fn<(end: SessionEnd) => void>()
    const stop = platform.session.onEnd(onEnd)
    expect((await platform.fetch('/api/a')).status).toBe(401)
    expire()
    stop()
    expire()
    expect(onEnd.mock.calls).toEqual([['expired']])
    expect(opened).toHaveLength(1)
  })

  it('says whether it outlives the program', async () => {
    const forgetful = bridge()
    forgetful.session.open = async () => ({ ok: true, isRemembered: false })
    const { session } = createDesktopPlatform(forgetful)
    await session.open(identity)
    expect(session.isRemembered()).toBe(false)
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
        return { ok: true, isRemembered: true }
      },
      restore: async () => ({ isSignedIn: true, isRemembered: true }),
      close: nothing,
      onExpired: (listener) => {
        expire = () => listener(null)
      },
    },
    google: { signIn: async () => ({ ok: true, idToken: 'google' }), cancel: nothing },
    readConfig: async () => ({ ok: true, config: buildConfig() }),
    setup: { connect: async () => ({ ok: true }), cancel: nothing },
    openExternal: async () => true,
    commands: { run: nothing, setViewer: nothing, onChosen: () => undefined },
    notify: nothing,
    savePdf: async () => ({ isSaved: true }),
    readDiagnostics: async () => '',
    onOpenPath: () => undefined,
    onUpdateReady: () => undefined,
  }
}
