import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createConnection, type Connection } from '../../src-main/session/connection.ts'
import type { CredentialStore } from '../../src-main/session/secret-stores.ts'
import { createOfflineCache } from '../../src-main/session/offline-cache.ts'

const apiOrigin = 'https://cars.example'
const proof = { idToken: 'id-token', email: 'dealer@kerblight.test' }
const address = '/api/allCars'
const response = { body: '[{"modelName":"Roadster"}]', headers: {} }

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'kerblight-connection-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function openStore(clear = async () => {}): CredentialStore {
  let secret: string | null = null
  return {
    read: async () => secret,
    write: async (value) => void (secret = value),
    clear: async () => {
      secret = null
      await clear()
    },
  }
}

async function signIn(keys = openStore()): Promise<Connection> {
  let tokens = 0
  const connection = createConnection({
    apiOrigin,
    config: null,
    store: openStore(),
    offlineResponses: createOfflineCache({ apiOrigin, folder, store: keys, log: () => undefined }),
    fetch: async () => Response.json({ token: `token-${++tokens}`, expiresAt: '2027-01-01T00:00:00.000Z' }),
    onExpired: () => undefined,
    onConfig: () => undefined,
    log: () => undefined,
  })
  await connection.session.open(proof)
  return connection
}

const files = () => readdirSync(folder, { recursive: true })

it('the connection stores responses and input until the user signs out', async () => {
  const { offlineResponses, session } = await signIn()
  await offlineResponses.keep(address, response)
  expect(await offlineResponses.find(address)).toMatchObject(response)
  await offlineResponses.keepInput('edit', 'typed')
  expect(await offlineResponses.findInput('edit')).toMatchObject({ text: 'typed' })
  await session.close()
  expect(await offlineResponses.find(address)).toBeNull()
  expect(await offlineResponses.findInput('edit')).toBeNull()
})

it('the connection stores nothing during or after a sign-out', async () => {
  const { offlineResponses, session } = await signIn()
  const storing = offlineResponses.keep(address, response)
  await session.close()
  await storing
  await offlineResponses.keep(address, response)
  await offlineResponses.keepInput('edit', 'typed')
  expect(files()).toEqual([])
})

it('the connection stores nothing from the previous user while another user signs in', async () => {
  const { promise: cleared, resolve: letClear } = Promise.withResolvers<void>()
  const { promise: clearing, resolve: signalClearing } = Promise.withResolvers<void>()
  let clear = async () => {}
  const { offlineResponses, session } = await signIn(openStore(() => clear()))
  clear = async () => {
    signalClearing()
    await cleared
  }
  const opened = session.open(proof)
  await clearing
  const storing = offlineResponses.keep(address, response)
  letClear()
  await Promise.all([opened, storing])
  expect(await offlineResponses.find(address)).toBeNull()
})
