import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CredentialStore } from '../../src-main/session/secret-stores.ts'
import { createOfflineCache } from '../../src-main/session/offline-cache.ts'

const address = '/api/allCars?mine=1'
const answer = { body: '[{"modelName":"Roadster"}]', headers: { 'x-total-count': '1' } }

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
  read: async () => unlessBroken(() => key),
  write: async (secret) => unlessBroken(() => void (key = secret)),
  clear: async () => unlessBroken(() => void (key = null)),
}

function unlessBroken<T>(act: () => T): T {
  if (isKeychainBroken) throw new Error('Cannot autolaunch D-Bus')
  return act()
}

function start(apiOrigin = 'https://cars.example', maxBytes?: number) {
  const answers = createOfflineCache({
    apiOrigin,
    folder,
    store,
    log: (line) => log.push(line),
    ...(maxBytes && { maxBytes }),
  })
  const keep = (at: string, read: typeof answer) => answers.keep(at, read, async () => true)
  const keepInput = (at: string, text: string) => answers.keepInput(at, text, async () => true)
  return { ...answers, keep, keepInput }
}

function files(): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
}

describe('a cached API response', () => {
  it('is there after a restart, with its time, and unreadable on the disk', async () => {
    const before = Date.now()
    await start().keep(address, answer)
    expect(await start().find(address)).toEqual({ ...answer, at: expect.any(Number) as number })
    expect((await start().find(address))!.at).toBeGreaterThanOrEqual(before)
    for (const file of files()) {
      expect(file + readFileSync(file, 'latin1')).not.toMatch(/Roadster|allCars|cars\.example/)
      if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
    }
  })

  it('is the newest of an address, and nothing of another or of another Kerblight', async () => {
    const answers = start()
    await answers.keep(address, answer)
    await answers.keep(address, { ...answer, body: '[]' })
    expect(await answers.find(address)).toMatchObject({ body: '[]' })
    expect(await answers.find('/api/reports')).toBeNull()
    expect(await start('https://others.example').find(address)).toBeNull()
  })

  it('is gone with the session, its key too', async () => {
    const answers = start()
    const storing = answers.keep(address, answer)
    await answers.clear()
    await storing
    expect(await answers.find(address)).toBeNull()
    expect(files()).toEqual([])
    expect(key === null || (await start().find(address)) === null).toBe(true)
  })

  it('loses its key before its files, and its files even if the keychain fails', async () => {
    const left: number[] = []
    const slow = createOfflineCache({
      apiOrigin: 'https://cars.example',
      folder,
      store: {
        ...store,
        clear: async () => {
          left.push(files().length)
          await store.clear()
        },
      },
      log: () => undefined,
    })
    await slow.keep(address, answer, async () => true)
    await slow.clear()
    expect(left).toEqual([1])
    expect(files()).toEqual([])

    await slow.keep(address, answer, async () => true)
    isKeychainBroken = true
    await slow.clear()
    expect(files()).toEqual([])
  })

  it('lasts until the program exits if there is no keychain', async () => {
    isKeychainBroken = true
    const answers = start()
    await answers.keep(address, answer)
    expect(await answers.find(address)).toMatchObject(answer)
    expect(await start().find(address)).toBeNull()
  })

  it('is not returned if its file was modified', async () => {
    const answers = start()
    await answers.keep(address, answer)
    const [file] = files()
    const bytes = readFileSync(file!)
    bytes[bytes.length - 1]! ^= 1
    writeFileSync(file!, bytes)
    expect(await answers.find(address)).toBeNull()
    expect(log).toHaveLength(1)
  })

  it('takes no more room than it may: the newest stay', async () => {
    const answers = start(undefined, 20_000)
    const body = 'x'.repeat(400)
    for (let page = 0; page <= 100; page++)
      await answers.keep(`${address}&offset=${page}`, { ...answer, body })
    expect(files().reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThanOrEqual(20_000)
    expect(await answers.find(`${address}&offset=100`)).toMatchObject({ body })
    expect(await answers.find(`${address}&offset=0`)).toBeNull()
  })
})

describe('unsaved input', () => {
  it('is there after a restart, unreadable on the disk, and gone once it is saved', async () => {
    await start().keepInput('car-edit.1', '{"location":"Akron"}')
    const later = start()
    expect(await later.findInput('car-edit.1')).toMatchObject({ text: '{"location":"Akron"}' })
    expect(await later.findInput('car-edit.2')).toBeNull()
    for (const file of files()) expect(file + readFileSync(file, 'latin1')).not.toMatch(/Akron|car-edit/)
    await later.keepInput('car-edit.1', '')
    expect(await later.findInput('car-edit.1')).toBeNull()
    expect(files()).toEqual([])
  })

  it('stays, however much is read after it', async () => {
    const answers = start(undefined, 20_000)
    await answers.keepInput('car-edit.1', 'typed')
    for (let page = 0; page <= 100; page++)
      await answers.keep(`${address}&offset=${page}`, { ...answer, body: 'x'.repeat(400) })
    expect(await answers.find(`${address}&offset=0`)).toBeNull()
    expect(await answers.findInput('car-edit.1')).toMatchObject({ text: 'typed' })
  })

  it('is forgotten with the session', async () => {
    const answers = start()
    await answers.keepInput('car-edit.1', 'typed')
    await answers.clear()
    expect(await answers.findInput('car-edit.1')).toBeNull()
    expect(files()).toEqual([])
  })
})
