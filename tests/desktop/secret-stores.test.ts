import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSecretStores, type Encryption } from '../../src-main/session/secret-stores.ts'

const cars = 'https://cars.example'

let folder: string
let log: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kerblight-secrets-'))
  log = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Simulates the system's encryption by turning a string into unrecognizable bytes. */
const encryption: Encryption = {
  isEncryptionAvailable: () => true,
  encryptString: (text) => Buffer.from(Buffer.from(text).map((byte) => byte ^ 0x5a)),
  decryptString: (bytes) => Buffer.from(bytes.map((byte) => byte ^ 0x5a)).toString(),
}

const missing = () => Promise.reject(new Error('Cannot find module keytar.node'))

describe('secret storage without keytar', () => {
  it('encrypts each secret in its own file and reports it', async () => {
    const secrets = createSecretStores({ folder, encryption, log: (line) => log.push(line), load: missing })
    const store = secrets.open(cars, 'session')
    expect(await store.read()).toBeNull()
    await store.write('app-token')
    await secrets.open(cars, 'answers').write('a key')
    await secrets.open('https://others.example', 'session').write('other-token')

    const reopened = createSecretStores({ folder, encryption, log: () => undefined, load: missing })
    expect(await reopened.open(cars, 'session').read()).toBe('app-token')
    expect(await reopened.open(cars, 'answers').read()).toBe('a key')
    for (const name of readdirSync(folder))
      expect(name + readFileSync(join(folder, name), 'latin1')).not.toMatch(/token|cars|session/)
    expect(log).toEqual([expect.stringContaining('keytar can')])
    expect(secrets.place()).toContain('files that the system encrypts')

    await store.clear()
    expect(await store.read()).toBeNull()
    expect(await secrets.open(cars, 'answers').read()).toBe('a key')
  })

  it.each([
    ['does not encrypt', { ...encryption, isEncryptionAvailable: () => false }],
    ['has no secret to do so', { ...encryption, getSelectedStorageBackend: () => 'basic_text' as const }],
  ])('stores nothing if the system %s', async (_how, weak) => {
    const secrets = createSecretStores({
      folder,
      encryption: weak,
      log: (line) => log.push(line),
      load: missing,
    })
    const store = secrets.open(cars, 'session')
    await expect(store.write('app-token')).rejects.toThrow('keytar.node')
    await expect(store.read()).rejects.toThrow('keytar.node')
    expect(readdirSync(folder)).toEqual([])
    expect(secrets.place()).toBe('in use')
  })
})

it('an available keychain is used, whether locked or not', async () => {
  const entries = new Map<string, string>()
  const load = async () => ({
    getPassword: async (service: string, account: string) => entries.get(`${service} ${account}`) ?? null,
    setPassword: async (service: string, account: string, secret: string) => {
      if (secret === 'locked') throw new Error('Cannot autolaunch D-Bus')
      entries.set(`${service} ${account}`, secret)
    },
    deletePassword: async (service: string, account: string) => entries.delete(`${service} ${account}`),
  })
  const secrets = createSecretStores({ folder, encryption, log: (line) => log.push(line), load })
  const store = secrets.open(cars, 'session')
  await store.write('app-token')
  expect([...entries]).toEqual([['Kerblight (https://cars.example) session', 'app-token']])
  await expect(store.write('locked')).rejects.toThrow('D-Bus')
  expect(await store.read()).toBe('app-token')
  await store.clear()
  expect(await store.read()).toBeNull()
  expect([readdirSync(folder), log, secrets.place()]).toEqual([[], [], 'in use'])
})
