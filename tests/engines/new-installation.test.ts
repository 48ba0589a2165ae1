import Sqlite from 'better-sqlite3'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Config } from '../../server/config/config.ts'
import { backUp } from '../../server/db/backup.ts'
import { openDatabase } from '../../server/db/connection.ts'
import { createBucket } from '../../server/gateways/images/bucket.ts'
import { openTestBucket, type TestBucket } from '../support/bucket.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { startTestServer } from '../support/server.ts'
import { engines } from './open-engine.ts'

const COPY = 'kerblight-2026-03-01T00-30-00Z.db'

let folder: string
let dataDir: string
let cleanups: (() => PromiseLike<unknown>)[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kerblight-new-'))
  dataDir = join(folder, 'data')
  cleanups = []
})
afterEach(async () => {
  for (const cleanup of cleanups) await cleanup()
  rmSync(folder, { recursive: true })
})

function write(path: string, content: string | Buffer = 'x'): string {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  return file
}

async function openBucket(): Promise<TestBucket> {
  const store = await openTestBucket()
  cleanups.push(() => store[Symbol.asyncDispose]())
  return store
}

describe.each(engines)('an empty database on %s', (engine) => {
  let location: Partial<Config>
  beforeEach(async () => {
    location = { dataDir, databaseFile: join(dataDir, 'kerblight.db'), backupDir: join(folder, 'copies') }
    if (engine === 'sqlite') return
    const { address, drop } = await createTestDatabase(inject('postgresUrl'), 'empty')
    cleanups.push(drop)
    location.postgres = address
  })

  async function start(config: Partial<Config> = {}, canInitialize = false): Promise<void> {
    const live = { mode: 'live', sandbox: null } as const
    const server = await startTestServer({ config: { ...location, ...live, ...config }, canInitialize })
    await server.close()
  }

  it('is initialized on the first start if only unrelated files exist', async () => {
    write('data/kerblight.lock', '')
    write('data/images/lost+found')
    write('copies/notes.txt')
    await expect(start()).resolves.toBeUndefined()
    write('data/images/installation-id')
    await expect(start()).resolves.toBeUndefined()
  })

  it.each([
    ['a photo', 'data/images/ab/abc-full.webp', /data\/images/],
    ['an installation ID', 'data/images/installation-id', /data\/images/],
    ['a backup', `copies/${COPY}`, /backups in .*copies/],
    ['a backup of any name', 'copies/by-hand.db', /backups in .*copies/],
    ['a backup in the default folder', `data/backups/${COPY}`, /backups in .*data\/backups/],
  ])('does not replace a lost database, as %s shows', async (_what, path, expectedText) => {
    write(path)
    await expect(start()).rejects.toThrow(expectedText)
    await expect(start()).rejects.toThrow(/missing or empty.*Nothing was changed.*\n.*\n.*\n.*--init/)
    if (engine === 'sqlite') expect(existsSync(location.databaseFile!)).toBe(false)
    await start({}, true)
    await start()
  })

  it('does not replace a lost database, as an object in the bucket shows', async () => {
    const store = await openBucket()
    const config = { imageBucket: store.settings }
    const bucket = createBucket(store.settings, pino({ level: 'silent' }))
    await bucket.put('installation-id', Buffer.from('x'))
    bucket.close()
    await expect(start(config)).rejects.toThrow(/in the bucket pictures/)
    await start(config, true)
    await start(config)
  })

  it('is not filled while the bucket cannot be checked', async () => {
    const store = await openBucket()
    store.way = 'closed'
    const config = { imageBucket: store.settings }
    await expect(start(config)).rejects.toThrow(
      /bucket pictures cannot be checked.*IMAGE_S3_ENDPOINT.*--init/,
    )
    store.way = 'open'
    await start(config)
  })

  it('is filled in a sandbox even if uploads exist', async () => {
    write('data/images/installation-id')
    const server = await startTestServer({ config: location })
    await expect(server.close()).resolves.toBeUndefined()
  })
})

it('initialization succeeds even if another process creates the database first', async () => {
  const { address: postgres, drop } = await createTestDatabase(inject('postgresUrl'), 'empty')
  cleanups.push(drop)
  const open = (beforeCreate: () => Promise<void>) =>
    openDatabase({ postgres, databaseFile: '', backupDir: '' }, { beforeCreate })
  const database = await open(async () => {
    await (await open(async () => {})).close()
    throw new Error('an installation ID exists')
  })
  await expect(database.close()).resolves.toBeUndefined()
})

describe('a database file', () => {
  const config = () => ({
    mode: 'live' as const,
    sandbox: null,
    dataDir,
    databaseFile: join(dataDir, 'kerblight.db'),
    backupDir: join(folder, 'copies'),
  })

  it('counts as missing with zero bytes, and the error names the newest backup', async () => {
    write('data/kerblight.db', '')
    write('copies/kerblight-2026-02-01T00-30-00Z-by-hand.db')
    write('copies/unnamed.db')
    const otherDatabase = await openDatabase({ databaseFile: join(folder, 'other.db'), backupDir: folder })
    const newest = await backUp(
      otherDatabase.sqlite,
      join(folder, 'copies'),
      new Date('2026-03-01T00:30:00Z'),
    )
    await otherDatabase.close()
    await expect(startTestServer({ config: config() })).rejects.toThrow(`npm run restore -- "${newest}"`)
    expect(statSync(config().databaseFile).size).toBe(0)
  })

  it('counts as missing without tables', async () => {
    write('data/images/installation-id')
    write('data/kerblight.db', emptyDatabase())
    await expect(startTestServer({ config: config() })).rejects.toThrow(/missing or empty/)
  })
})

/**
 * Returns a database file with only a header. It simulates a process that was killed while it created the
 * file.
 */
function emptyDatabase(): Buffer {
  const file = join(folder, 'empty.db')
  const sqlite = new Sqlite(file)
  sqlite.pragma('journal_mode = wal')
  sqlite.close()
  return readFileSync(file)
}
