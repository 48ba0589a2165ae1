import type { WebContents } from 'electron'
import { beforeEach, expect, it } from 'vitest'
import { createIdentityCalls } from '../../src-main/identity-calls.ts'
import type { GoogleSignInResult } from '../../src-main/session/google-sign-in.ts'
import { buildConfig } from './config-factory.ts'
import { createFakeConsoleState, type FakeConsoleState } from './fake-console-state.ts'

const first = 'https://one.example'
const second = 'https://two.example'
const caller = {} as WebContents
const dora = { email: 'dora@kerblight.test', password: 'Kerb-1234' }
const profile = {
  idToken: `e30.${btoa(JSON.stringify({ sub: 'dora', email: dora.email }))}.x`,
  refreshToken: 'r',
}

let consoleState: FakeConsoleState['consoleState']
/** The requests that the console has sent. */
let requests: string[]
/** Google's pending response. */
let google: PromiseWithResolvers<GoogleSignInResult>
let signal: AbortSignal | undefined

beforeEach(async () => {
  requests = []
  google = Promise.withResolvers()
  signal = undefined
  const fake = createFakeConsoleState({ origin: first, from: 'user' }, async (url, init = {}) => {
    requests.push(`${init.method ?? 'GET'} ${url}`)
    if (url.endsWith('/api/config')) return Response.json(buildConfig())
    return Response.json(url.includes('signInWithPassword') ? profile : {})
  })
  consoleState = fake.consoleState
  await consoleState.start(() => null)
})

function openCalls() {
  return createIdentityCalls({
    consoleState,
    signInWithGoogle(_config, signInOptions) {
      signal = signInOptions
      return google.promise
    },
  })
}

it('a Google identity is never sent to a server chosen after the sign-in started', async () => {
  const signingIn = openCalls()['identity:google'](caller)
  await expect.poll(() => signal).toBeDefined()
  expect(await consoleState.connect(second)).toEqual({ ok: true })
  expect(signal?.aborted).toBe(true)
  google.resolve({ ok: true, idToken: 'google-id-token' })

  expect(await signingIn).toMatchObject({ ok: false, problem: { code: 'auth/google-cancelled' } })
  expect(requests.filter((line) => line.startsWith('POST'))).toEqual([])
})

it('a Google sign-in is sent to the current server', async () => {
  google.resolve({ ok: true, idToken: 'google-id-token' })
  await openCalls()['identity:google'](caller)
  expect(requests.filter((line) => line.startsWith('POST'))).toEqual([
    expect.stringContaining('identitytoolkit.googleapis.com/v1/accounts:signInWithIdp'),
  ])
})

it.each([
  ['the user signs out', () => openCalls()['session:close'](caller)],
  ['the console switches to another server', () => consoleState.connect(second)],
])('the recent sign-in is cleared when %s', async (_what, endSession) => {
  const identity = consoleState.connection()?.identity
  await openCalls()['identity:password'](dora, caller)
  expect(identity?.proof()).not.toBeNull()
  await endSession()
  expect(identity?.proof()).toBeNull()
})
