import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PublicConfig } from '../../contract/config.ts'
import { CONSOLE_VERSION_HEADER, CONTRACT_VERSION, OLDEST_CONSOLE } from '../../contract/api/version.ts'
import { call } from '../support/api-client.ts'
import { buildPerson, type Person } from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await startTestServer()
  person = await buildPerson(server.ctx)
})
afterAll(() => server.close())

const fromVersion = (version: string) => ({ headers: { [CONSOLE_VERSION_HEADER]: version } })
const tooOld = String(OLDEST_CONSOLE - 1)
const review = () => ({ body: { rating: 4 }, token: person.token })

describe('a console', () => {
  it('reads the contract version and the oldest version that may write from the settings', async () => {
    const { body } = await call<PublicConfig>(server.url, 'getConfig')
    expect(body).toMatchObject({ contractVersion: CONTRACT_VERSION, oldestConsole: OLDEST_CONSOLE })
    expect(OLDEST_CONSOLE).toBeLessThanOrEqual(CONTRACT_VERSION)
  })

  it.each([tooOld, 'unreadable', '', '-1', '1e9'])(
    'cannot write if its version is too old (%j)',
    async (version) => {
      const response = await call(server.url, 'addReview', { ...review(), ...fromVersion(version) })
      expect(response).toMatchObject({ status: 403, body: { code: 'console-outdated' } })
      const reviews = await call<unknown[]>(server.url, 'listAllReviews')
      expect(reviews.body).toEqual([])
    },
  )

  it('can still read, sign in, and sign out if its version is too old', async () => {
    const person = await buildPerson(server.ctx)
    const outdatedConsole = fromVersion(tooOld)
    expect((await call(server.url, 'listMessages', { token: person.token, ...outdatedConsole })).status).toBe(
      200,
    )
    expect((await call(server.url, 'streamEvents', { token: person.token, ...outdatedConsole })).status).toBe(
      200,
    )
    const body = { fullName: 'Robin Vale', email: person.email, account: 'buyer' }
    expect(
      (await call(server.url, 'saveUser', { body, token: person.idToken, ...outdatedConsole })).status,
    ).toBe(200)
    const query = { email: person.email, client: 'console' }
    expect(
      (await call(server.url, 'getToken', { query, token: person.idToken, ...outdatedConsole })).status,
    ).toBe(200)
    expect((await call(server.url, 'logOut', { token: person.token, ...outdatedConsole })).status).toBe(200)
  })

  it('can write with the current version, like the web client without a version', async () => {
    const today = fromVersion(String(CONTRACT_VERSION))
    expect((await call(server.url, 'addReview', { ...review(), ...today })).status).toBe(200)
    expect((await call(server.url, 'addReview', review())).status).toBe(200)
  })
})
