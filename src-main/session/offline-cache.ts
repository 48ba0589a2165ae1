import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  offlineResponse,
  unsavedInput,
  type OfflineResponseInput,
  type OfflineResponse,
  type UnsavedInput,
} from '../../contract/desktop/desktop-channels.ts'
import type { Log } from '../system/log-file.ts'
import type { CredentialStore } from './secret-stores.ts'

/** API responses for use while the API is unreachable, even after a restart. */
export interface OfflineCache {
  /**
   * Stores a response for offline use.
   * @param isStill called immediately before the write, which is skipped if it resolves to false
   */
  keep: (address: string, answer: OfflineResponseInput, isStill: () => Promise<boolean>) => Promise<void>
  find: (address: string) => Promise<OfflineResponse | null>
  /**
   * Stores unsaved input, which is never evicted to make room for responses.
   * @param text an empty string if nothing is unsaved
   */
  keepInput: (key: string, text: string, isStill: () => Promise<boolean>) => Promise<void>
  findInput: (key: string) => Promise<UnsavedInput | null>
  /** Deletes all data and its key. */
  clear: () => Promise<void>
}

interface OfflineCacheOptions {
  apiOrigin: string
  folder: string
  /** Stores the key. If the keychain refuses it, responses are readable only until the program ends. */
  store: CredentialStore
  log: Log
  maxBytes?: number
}

const MAX_BYTES = 64 * 1024 * 1024
const INPUT = '.input'
/** Checking the folder's size takes longer than a write. */
const WRITES_PER_SIZE_CHECK = 50
const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Creates a cache with one encrypted file per response, whose name does not reveal the URL. The encryption
 * follows NIST SP 800-38D with a new nonce for each write.
 */
export function createOfflineCache({
  apiOrigin,
  folder,
  store,
  log,
  maxBytes = MAX_BYTES,
}: OfflineCacheOptions): OfflineCache {
  const serverFolder = join(folder, createHash('sha256').update(apiOrigin).digest('hex').slice(0, 16))
  let key: Promise<Buffer> | null = null
  let writeCount = 0
  // Operations run in order, so that nothing is written after a sign-out.
  let last: Promise<unknown> = Promise.resolve()

  function runInOrder<T>(work: () => Promise<T>, fallback: T): Promise<T> {
    const turn = last.then(work).catch((error: unknown) => {
      log(`answers: ${String(error)}`)
      return fallback
    })
    last = turn
    return turn
  }

  async function fileFor(entryName: string): Promise<{ file: string; key: Buffer }> {
    key ??= readKey(store, log)
    const name = createHmac('sha256', await key)
      .update(entryName)
      .digest('hex')
    return { file: join(serverFolder, name + (entryName.startsWith(INPUT) ? INPUT : '')), key: await key }
  }

  async function write(entryName: string, record: object): Promise<void> {
    const { file, key } = await fileFor(entryName)
    await mkdir(serverFolder, { recursive: true, mode: 0o700 })
    await writeFile(`${file}.new`, encrypt(JSON.stringify({ ...record, at: Date.now() }), key), {
      mode: 0o600,
    })
    await rename(`${file}.new`, file)
  }

  async function read(entryName: string): Promise<unknown> {
    const { file, key } = await fileFor(entryName)
    const bytes = await readFile(file).catch(() => null)
    return bytes && JSON.parse(decrypt(bytes, key))
  }

  return {
    keep: (address, answer, isStill) =>
      runInOrder(async () => {
        if (!(await isStill())) return
        await write(address, answer)
        if (writeCount++ % WRITES_PER_SIZE_CHECK === 0) await evictOldest(serverFolder, maxBytes)
      }, undefined),
    find: (address) => runInOrder(async () => offlineResponse.nullable().parse(await read(address)), null),
    keepInput: (key, text, isStill) =>
      runInOrder(async () => {
        if (!(await isStill())) return
        if (text === '') await rm((await fileFor(INPUT + key)).file, { force: true })
        else await write(INPUT + key, { text })
      }, undefined),
    findInput: (key) => runInOrder(async () => unsavedInput.nullable().parse(await read(INPUT + key)), null),
    clear: () =>
      runInOrder(async () => {
        key = null
        // The key goes first: if the deletion is interrupted, no file is readable.
        try {
          await store.clear()
        } finally {
          await rm(serverFolder, { recursive: true, force: true })
        }
      }, undefined),
  }
}

async function readKey(store: CredentialStore, log: Log): Promise<Buffer> {
  const newKey = randomBytes(KEY_BYTES)
  try {
    const storedKey = await store.read()
    if (storedKey !== null) return Buffer.from(storedKey, 'base64')
    await store.write(newKey.toString('base64'))
  } catch (error) {
    log(`keychain: no key for the cached data: ${String(error)}`)
  }
  return newKey
}

function encrypt(text: string, key: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/**
 * Decrypts a file's content.
 * @throws if the file was encrypted with another key or has been modified
 */
function decrypt(bytes: Buffer, key: Buffer): string {
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}

/** If responses exceed the limit, evicts the oldest until half of it is free. Unsaved input stays. */
async function evictOldest(folder: string, maxBytes: number): Promise<void> {
  const files = await Promise.all(
    (await readdir(folder))
      .filter((name) => !name.endsWith(INPUT))
      .map(async (name) => ({ name, ...(await sizeAndTime(join(folder, name))) })),
  )
  const newest = files.toSorted((a, b) => b.time - a.time)
  if (newest.reduce((sum, { size }) => sum + size, 0) <= maxBytes) return
  let bytes = 0
  for (const { name, size } of newest)
    if ((bytes += size) > maxBytes / 2) await rm(join(folder, name), { force: true })
}

async function sizeAndTime(file: string): Promise<{ size: number; time: number }> {
  const { size, mtimeMs: time } = await stat(file)
  return { size, time }
}
