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

const from = (version: string) => ({ headers: { [CONSOLE_VERSION_HEADER]: version } })
const tooOld = String(OLDEST_CONSOLE - 1)
const review = () => ({ body: { rating: 4 }, token: person.token })

describe('a console', () => {
  it('learns from the settings which version the contract has, and the oldest that may write', async () => {
    const { body } = await call<PublicConfig>(server.url, 'getConfig')
    expect(body).toMatchObject({ contractVersion: CONTRACT_VERSION, oldestConsole: OLDEST_CONSOLE })
    expect(OLDEST_CONSOLE).toBeLessThanOrEqual(CONTRACT_VERSION)
  })

  it.each([tooOld, 'unreadable', '', '-1', '1e9'])(
    'that is too old (%j) is refused to write',
    async (version) => {
      const response = await call(server.url, 'addReview', { ...review(), ...from(version) })
      expect(response).toMatchObject({ status: 403, body: { code: 'console-outdated' } })
      const reviews = await call<unknown[]>(server.url, 'listAllReviews')
      expect(reviews.body).toEqual([])
    },
  )

  it('that is too old still reads, and signs in and out', async () => {
    const someone = await buildPerson(server.ctx)
    const old = from(tooOld)
    expect((await call(server.url, 'listMessages', { token: someone.token, ...old })).status).toBe(200)
    expect((await call(server.url, 'streamEvents', { token: someone.token, ...old })).status).toBe(200)
    const body = { fullName: 'Robin Vale', email: someone.email, account: 'buyer' }
    expect((await call(server.url, 'saveUser', { body, token: someone.idToken, ...old })).status).toBe(200)
    const query = { email: someone.email, client: 'console' }
    expect((await call(server.url, 'getToken', { query, token: someone.idToken, ...old })).status).toBe(200)
    expect((await call(server.url, 'logOut', { token: someone.token, ...old })).status).toBe(200)
  })

  it('of the current version can write, and so can the web client without a version', async () => {
    const today = from(String(CONTRACT_VERSION))
    expect((await call(server.url, 'addReview', { ...review(), ...today })).status).toBe(200)
    expect((await call(server.url, 'addReview', review())).status).toBe(200)
  })
})
