import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { Me } from '../../contract/users.ts'
import { call } from '../support/api-client.ts'
import { runCommand } from '../support/command.ts'
import { createIdToken } from '../support/identity.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let database: TestDatabase
let server: TestServer
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
  server = await startTestServer({ config: { postgres: database.address } })
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

const ADDRESS = 'owner@cars.example'

async function signIn(): Promise<() => Promise<Me>> {
  const idToken = createIdToken({ uid: 'owner', email: ADDRESS })
  const { body } = await call<{ token: string }>(server.url, 'getToken', {
    query: { email: ADDRESS },
    token: idToken,
  })
  return async () => (await call<Me>(server.url, 'getMe', { token: body.token })).body
}

it('the command grants the admin role while the server runs, effective with the next request', async () => {
  const visit = await signIn()
  expect(await visit()).toMatchObject({ email: ADDRESS, isAdmin: false })
  const env = { DATABASE_URL: database.address.url, DATA_DIR: server.ctx.config.dataDir }
  const { code, output } = await runCommand('admin', [ADDRESS, '--yes'], { env })
  expect([code, output]).toEqual([0, expect.stringContaining('is now an admin.')])
  expect(await visit()).toMatchObject({ isAdmin: true })
})
