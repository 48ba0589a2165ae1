import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CredentialStore } from '../../src-main/session/secret-stores.ts'
import { createOfflineCache } from '../../src-main/session/offline-cache.ts'

const address = '/api/allCars?mine=1'
const response = { body: '[{"modelName":"Roadster"}]', headers: { 'x-total-count': '1' } }

let folder: string
let key: string | null
let isKeychainBroken: boolean
let log: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kerblight-answers-'))
  key = null
  isKeychainBroken = false
  log = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const store: CredentialStore = {
  read: async () => useKeychain(() => key),
  write: async (secret) => useKeychain(() => void (key = secret)),
  clear: async () => useKeychain(() => void (key = null)),
}

function useKeychain<T>(act: () => T): T {
  if (isKeychainBroken) throw new Error('Cannot autolaunch D-Bus')
  return act()
}

function start(apiOrigin = 'https://cars.example', maxBytes?: number) {
  const cache = createOfflineCache({
    apiOrigin,
    folder,
    store,
    log: (line) => log.push(line),
    ...(maxBytes && { maxBytes }),
  })
  const keep = (path: string, read: typeof response) => cache.keep(path, read, async () => true)
  const keepInput = (path: string, text: string) => cache.keepInput(path, text, async () => true)
  return { ...cache, keep, keepInput }
}

function files(): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
}

describe('a cached API response', () => {
  it('survives a restart with its time, and is unreadable on the disk', async () => {
    const before = Date.now()
    await start().keep(address, response)
    expect(await start().find(address)).toEqual({ ...response, at: expect.any(Number) as number })
    expect((await start().find(address))!.at).toBeGreaterThanOrEqual(before)
    for (const file of files()) {
      expect(file + readFileSync(file, 'latin1')).not.toMatch(/Roadster|allCars|cars\.example/)
      if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
    }
  })

  it('returns the latest response, and only for the same address and server', async () => {
    const cache = start()
    await cache.keep(address, response)
    await cache.keep(address, { ...response, body: '[]' })
    expect(await cache.find(address)).toMatchObject({ body: '[]' })
    expect(await cache.find('/api/reports')).toBeNull()
    expect(await start('https://others.example').find(address)).toBeNull()
  })

  it('is deleted with its key when the session ends', async () => {
    const cache = start()
    const storing = cache.keep(address, response)
    await cache.clear()
    await storing
    expect(await cache.find(address)).toBeNull()
    expect(files()).toEqual([])
    expect(key === null || (await start().find(address)) === null).toBe(true)
  })

  it('loses its key before its files, and its files even if the keychain fails', async () => {
    const remainingFiles: number[] = []
    const slowCache = createOfflineCache({
      apiOrigin: 'https://cars.example',
      folder,
      store: {
        ...store,
        clear: async () => {
          remainingFiles.push(files().length)
          await store.clear()
        },
      },
      log: () => undefined,
    })
    await slowCache.keep(address, response, async () => true)
    await slowCache.clear()
    expect(remainingFiles).toEqual([1])
    expect(files()).toEqual([])

    await slowCache.keep(address, response, async () => true)
    isKeychainBroken = true
    await slowCache.clear()
    expect(files()).toEqual([])
  })

  it('lasts until the program exits if no keychain is available', async () => {
    isKeychainBroken = true
    const cache = start()
    await cache.keep(address, response)
    expect(await cache.find(address)).toMatchObject(response)
    expect(await start().find(address)).toBeNull()
  })

  it('is not returned if its file was modified', async () => {
    const cache = start()
    await cache.keep(address, response)
    const [file] = files()
    const bytes = readFileSync(file!)
    bytes[bytes.length - 1]! ^= 1
    writeFileSync(file!, bytes)
    expect(await cache.find(address)).toBeNull()
    expect(log).toHaveLength(1)
  })

  it('evicts the oldest responses when it exceeds its limit', async () => {
    const cache = start(undefined, 20_000)
    const body = 'x'.repeat(400)
    for (let page = 0; page <= 100; page++)
      await cache.keep(`${address}&offset=${page}`, { ...response, body })
    expect(files().reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThanOrEqual(20_000)
    expect(await cache.find(`${address}&offset=100`)).toMatchObject({ body })
    expect(await cache.find(`${address}&offset=0`)).toBeNull()
  })
})

describe('unsaved input', () => {
  it('survives a restart, is unreadable on the disk, and is removed once it is saved', async () => {
    await start().keepInput('car-edit.1', '{"location":"Akron"}')
    const restarted = start()
    expect(await restarted.findInput('car-edit.1')).toMatchObject({ text: '{"location":"Akron"}' })
    expect(await restarted.findInput('car-edit.2')).toBeNull()
    for (const file of files()) expect(file + readFileSync(file, 'latin1')).not.toMatch(/Akron|car-edit/)
    await restarted.keepInput('car-edit.1', '')
    expect(await restarted.findInput('car-edit.1')).toBeNull()
    expect(files()).toEqual([])
  })

  it('stays cached regardless of how much is read later', async () => {
    const cache = start(undefined, 20_000)
    await cache.keepInput('car-edit.1', 'typed')
    for (let page = 0; page <= 100; page++)
      await cache.keep(`${address}&offset=${page}`, { ...response, body: 'x'.repeat(400) })
    expect(await cache.find(`${address}&offset=0`)).toBeNull()
    expect(await cache.findInput('car-edit.1')).toMatchObject({ text: 'typed' })
  })

  it('is deleted when the session ends', async () => {
    const cache = start()
    await cache.keepInput('car-edit.1', 'typed')
    await cache.clear()
    expect(await cache.findInput('car-edit.1')).toBeNull()
    expect(files()).toEqual([])
  })
})
