import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SessionOpened } from '../../contract/desktop/desktop-channels.ts'
import { createRejection } from '../../src-main/session/api-call.ts'
import { createIdentity, type Identity } from '../../src-main/session/identity.ts'
import { startSandbox, type TestSandbox } from '../support/sandbox.ts'
import { createIdentityClient, type IdentityClient } from '../support/identity.ts'
import { buildConfig } from './config-factory.ts'

const apiOrigin = 'http://localhost:4000'
const password = 'Kerb-1234'

let sandbox: TestSandbox
let provider: IdentityClient
let identity: Identity
let email: string
let isOffline: boolean
/** Path of the identity service whose next response is held back, and the promise that releases it. */
let heldBack: { path: string; until: Promise<void> } | null
/** The requests to the API stub. `respond` creates its responses. */
let requests: { method: string; path: string; token: string; body: unknown }[]
let respond: () => Response

beforeAll(async () => {
  sandbox = await startSandbox()
  provider = createIdentityClient(sandbox.identity.url)
})
afterAll(() => sandbox.close())

beforeEach(() => {
  requests = []
  isOffline = false
  heldBack = null
  respond = () => Response.json({})
  email = `${crypto.randomUUID()}@kerblight.test`
  identity = openIdentity()
})

function openIdentity(config = buildConfig({ emulatorUrl: sandbox.identity.url })): Identity {
  return createIdentity({ apiOrigin, fetch: request, findConfig: async () => ({ config }) })
}

async function request(url: string, init: RequestInit = {}): Promise<Response> {
  if (isOffline) throw new TypeError('fetch failed')
  if (!url.startsWith(apiOrigin)) return queryService(url, init)
  const token = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? ''
  const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null
  requests.push({ method: init.method ?? 'GET', path: url.slice(apiOrigin.length), token, body })
  return respond()
}

async function queryService(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  const heldResponse = heldBack
  if (heldResponse === null || !url.includes(heldResponse.path)) return response
  heldBack = null
  await heldResponse.until
  return response
}

/** Holds back the next response for this path. Call the returned function to release it. */
function holdBack(path: string): () => void {
  const { promise: released, resolve } = Promise.withResolvers<void>()
  heldBack = { path, until: released }
  return resolve
}

const openedResult = { ok: true, isRemembered: true } as const
const denied = createRejection('account-deleted', 403, 'Deleted')
const unreachable = createRejection('offline', 0, 'Offline')

/** Returns the file names of an address's emails. */
function mailsTo(address: string): string[] {
  const folder = join(sandbox.dataDir, 'mail')
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.filter((name) => readFileSync(join(folder, name), 'utf8').includes(`To: ${address}\r\n`))
}

function rejectedWith(code: string) {
  return { ok: false, problem: { code, status: expect.any(Number), message: expect.any(String) } }
}

describe('the signed-in identity', () => {
  it('is returned to the page without its token', async () => {
    const { uid } = await provider.signUp({ email, password, displayName: 'Dora Dealer' })
    const profile = await identity.signInWithPassword(email, password)
    expect(profile).toEqual({ ok: true, person: { uid, email, fullName: 'Dora Dealer', photoURL: '' } })
    expect(decodeJwt(identity.proof()?.idToken ?? '')).toMatchObject({ sub: uid, email })
  })

  it.each([
    ['a wrong password', async () => identity.signInWithPassword(email, 'Wrong-1234'), 'auth/wrong-password'],
    [
      'an unknown user',
      async () => identity.signInWithPassword('no@kerblight.test', password),
      'auth/user-not-found',
    ],
    ['an invalid address', async () => identity.signInWithPassword('none', password), 'auth/invalid-email'],
    ['an invalid Google token', async () => identity.signInWithGoogle('x'), 'auth/invalid-credential'],
    [
      'an address that has an account',
      async () => identity.createAccount(email, password),
      'auth/email-already-in-use',
    ],
    [
      'a password that is too weak',
      async () => identity.createAccount('new@kerblight.test', 'x'),
      'auth/weak-password',
    ],
  ])('remains unset after %s', async (_what, attempt, code) => {
    await provider.signUp({ email, password })
    expect(await attempt()).toEqual(rejectedWith(code))
    expect(identity.proof()).toBeNull()
  })

  it('remains unset if the account is disabled', async () => {
    await provider.signUp({ email, password, disabled: true })
    expect(await identity.signInWithPassword(email, password)).toEqual(rejectedWith('auth/user-disabled'))
  })

  it('comes from a valid Google credential', async () => {
    const credentials = JSON.stringify({
      sub: '110248495921238986425',
      email,
      name: 'Gina G',
      email_verified: true,
    })
    expect(await identity.signInWithGoogle(credentials)).toMatchObject({
      ok: true,
      person: { email, fullName: 'Gina G' },
    })
  })

  it('is the latest sign-in, regardless of response order, until it is cleared', async () => {
    const otherEmail = `other-${email}`
    await Promise.all([
      provider.signUp({ email, password }),
      provider.signUp({ email: otherEmail, password }),
    ])
    const release = holdBack(':signInWithPassword')
    const first = identity.signInWithPassword(email, password)
    await identity.signInWithPassword(otherEmail, password)
    release()
    expect(await first).toEqual(rejectedWith('auth/user-token-expired'))
    expect(identity.proof()?.person.email).toBe(otherEmail)
    identity.forget()
    expect(identity.proof()).toBeNull()
  })

  it.each([
    ['is discarded', async () => identity.forget()],
    ['has a session', () => identity.exchange(async () => openedResult)],
    ['is denied a session', () => identity.exchange(async () => denied)],
  ])('remains unset after it ends, despite late responses: %s', async (_what, endSession) => {
    await identity.createAccount(email, password)
    const release = holdBack(':update')
    const renaming = identity.setProfile({ fullName: 'Rita R', photoURL: '' })
    await endSession()
    release()
    expect(await renaming).toEqual(rejectedWith('auth/user-token-expired'))
    expect(identity.proof()).toBeNull()
  })

  it('does not open a session without a recent sign-in', async () => {
    const open = vi.fn<() => Promise<SessionOpened>>()
    expect(await identity.exchange(open)).toEqual(rejectedWith('sign-in-needed'))
    expect(open).not.toHaveBeenCalled()
  })

  it('can request a session again after the server was unreachable', async () => {
    await identity.createAccount(email, password)
    await identity.exchange(async () => unreachable)
    expect(await identity.exchange(async () => openedResult)).toEqual(openedResult)
    expect(await identity.exchange(async () => openedResult)).toEqual(rejectedWith('sign-in-needed'))
  })

  it('is the user who signs in while another user’s session is being opened', async () => {
    const otherEmail = `other-${email}`
    await identity.createAccount(email, password)
    await identity.exchange(async () => {
      await identity.createAccount(otherEmail, password)
      return openedResult
    })
    expect(identity.proof()?.person.email).toBe(otherEmail)
  })

  it('is cleared ten minutes after the sign-in, regardless of activity', async () => {
    await provider.signUp({ email, password })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await identity.signInWithPassword(email, password)
      vi.advanceTimersByTime(590_000)
      await identity.setProfile({ fullName: 'Rita R', photoURL: '' })
      vi.advanceTimersByTime(9_000)
      expect(identity.proof()?.person.email).toBe(email)
      vi.advanceTimersByTime(2_000)
      expect(identity.proof()).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })

  it.each([
    ['the service is out of reach', 'auth/network-request-failed', () => (isOffline = true)],
    [
      'its settings are not known',
      'offline',
      () =>
        (identity = createIdentity({
          apiOrigin,
          fetch,
          findConfig: async () => ({ problem: 'Nothing answers', isUnusable: false }),
        })),
    ],
    [
      'it answers something else',
      'auth/internal-error',
      () => (identity = openIdentity(buildConfig({ emulatorUrl: apiOrigin }))),
    ],
    [
      'its answer has no end',
      'auth/network-request-failed',
      () => {
        identity = openIdentity(buildConfig({ emulatorUrl: apiOrigin }))
        respond = () =>
          new Response(new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(65_536)) }))
      },
    ],
  ])('is rejected with a specific error when %s', async (_what, code, change) => {
    change()
    expect(await identity.signInWithPassword(email, password)).toEqual(rejectedWith(code))
  })
})

describe('a registration', () => {
  it('creates the account, sets its profile, and sends its record with an updated token', async () => {
    expect(await identity.createAccount(email, password)).toEqual({ ok: true })
    const photoURL = 'https://cars.example/uploads/1.webp'
    const renamed = await identity.setProfile({ fullName: 'Rita R', photoURL })
    expect(renamed).toMatchObject({ ok: true, person: { email, fullName: 'Rita R', photoURL } })

    const record = { fullName: 'Rita R', email, account: 'seller' as const }
    expect(await identity.saveUser(record)).toEqual({ ok: true })
    expect(requests).toMatchObject([{ method: 'POST', path: '/api/user', body: record }])
    expect(decodeJwt(requests[0]?.token ?? '')).toMatchObject({ email, name: 'Rita R', picture: photoURL })
  })

  it('continues with the account created by an earlier attempt', async () => {
    await identity.createAccount(email, password)
    expect(await identity.createAccount(email, password)).toEqual({ ok: true })
  })

  it('returns the server’s rejection', async () => {
    await identity.createAccount(email, password)
    respond = () => Response.json({ code: 'email-mismatch', status: 403, message: 'No' }, { status: 403 })
    expect(await identity.saveUser({ fullName: 'R', email, account: 'buyer' })).toEqual(
      rejectedWith('email-mismatch'),
    )
  })

  it('sends an email with a link that confirms the address', async () => {
    await identity.createAccount(email, password)
    expect(await identity.mailVerification()).toEqual({ ok: true })
    expect(mailsTo(email)).toEqual([expect.stringContaining('-verify-email-')])
  })
})

describe('an account', () => {
  it('reports only a confirmed address to the server', async () => {
    const { uid } = await provider.signUp({ email, password })
    await identity.signInWithPassword(email, password)
    expect(await identity.refreshEmail()).toEqual({ ok: true, me: null })
    expect(requests).toEqual([])

    await provider.adminUpdate(uid, { emailVerified: true })
    await identity.signInWithPassword(email, password)
    await identity.refreshEmail()
    expect(requests).toMatchObject([{ method: 'PUT', path: '/api/users/me/email' }])
    expect(decodeJwt(requests[0]?.token ?? '')).toMatchObject({ email_verified: true })
  })

  it('changes its password only with the current password, which is not stored', async () => {
    await provider.signUp({ email, password })
    expect(await identity.changePassword(email, 'Wrong-1234', 'New-12345')).toEqual(
      rejectedWith('auth/wrong-password'),
    )
    expect(await identity.changePassword(email, password, 'New-12345')).toEqual({ ok: true })
    expect(identity.proof()).toBeNull()
    expect((await identity.signInWithPassword(email, 'New-12345')).ok).toBe(true)
  })

  it('receives a link for choosing a password', async () => {
    await provider.signUp({ email, password })
    expect(await identity.mailPassword(email)).toEqual({ ok: true })
    expect(mailsTo(email)).toEqual([expect.stringContaining('-password-reset-')])
  })

  it('can be deleted after a recent sign-in', async () => {
    const { uid } = await provider.signUp({ email, password })
    await identity.signInWithPassword(email, password)
    expect(await identity.deleteAccount()).toEqual({ ok: true })
    expect(await provider.lookup(uid)).toBeNull()
  })

  it.each(['mailVerification', 'refreshEmail', 'deleteAccount'] as const)(
    'stays unchanged without a recent sign-in: %s',
    async (act) => {
      expect(await identity[act]()).toEqual(rejectedWith('auth/user-token-expired'))
      expect(requests).toEqual([])
    },
  )
})
