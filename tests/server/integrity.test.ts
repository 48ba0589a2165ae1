import Sqlite from 'better-sqlite3'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { closeSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { backUp } from '../../server/db/backup.ts'
import { openDatabase } from '../../server/db/connection.ts'
import { apiPath } from '../../contract/api/paths.ts'
import { checkIntegrity } from '../../server/start/check-integrity.ts'
import { findDamage } from '../../server/db/integrity.ts'
import { defaultSettings } from '../../scripts/lib/default-settings.ts'
import { startTestServer } from '../support/server.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kerblight-integrity-'))
  file = join(folder, 'kerblight.db')
  const database = await openDatabase({ databaseFile: file, backupDir: folder })
  await database.close()
})
afterEach(() => {
  // This lets a process continue that is still waiting to open a pipe.
  closeSync(openSync(file, 'a+'))
  rmSync(folder, { recursive: true, force: true })
})

it('finds no damage in a valid database while another process writes to it', async () => {
  const writer = new Sqlite(file)
  writer.exec('begin immediate; create table later (id)')
  expect(await checkIntegrity(file).damage).toBeNull()
  writer.close()
})

it('does not report a locked database as damaged', () => {
  const holder = holdExclusively()
  const reader = new Sqlite(file, { readonly: true, timeout: 0 })
  expect(() => findDamage(reader, 'quick_check')).toThrow('database is locked')
  reader.close()
  holder.close()
})

it('can be stopped during a check, which then reports nothing', async () => {
  const holder = holdExclusively()
  const check = checkIntegrity(file)
  await check.end()
  expect(await check.damage).toBeNull()
  holder.close()
})

it('does not stop a server if its database cannot be checked', async () => {
  const { promise: warning, resolve } = Promise.withResolvers<string>()
  const write = (line: string) => line.includes('could not be checked') && resolve(line)
  const server = await startTestServer({
    config: { databaseFile: file },
    log: pino({ level: 'warn' }, { write }),
    seed: async () => renameSync(file, `${file}-elsewhere`),
  })
  expect(await warning).toContain('unable to open database file')
  expect((await fetch(`${server.url}${apiPath('getConfig')}`)).status).toBe(200)
  expect(await Promise.race([server.damaged, Promise.resolve('at work')])).toBe('at work')
  await server.close()
})

/**
 * Opening a pipe for reading blocks until it is opened for writing, so this check never ends without a
 * writer.
 */
it.skipIf(process.platform === 'win32')('does not keep a server from closing', async () => {
  const server = await startTestServer({
    config: { databaseFile: file },
    seed: async () => {
      renameSync(file, `${file}-elsewhere`)
      execFileSync('mkfifo', [file])
    },
  })
  await expect(server.close()).resolves.toBeUndefined()
})

it('stops a server with database damage in data that no request has read', async () => {
  const sound = await backUpSoundly()
  damageIndex('reviews_by_purchase')
  const server = spawn(process.execPath, ['server/serve.ts'], {
    env: {
      ...process.env,
      ...defaultSettings,
      PORT: await freePort(),
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
    },
  })
  const [errorOutput, [code]] = await Promise.all([text(server.stderr), once(server, 'exit')])
  expect(errorOutput).toContain(`The database ${file} is damaged`)
  expect(errorOutput).toContain(`npm run restore -- "${sound}"`)
  expect(code).toBe(1)
})

it('names the newest undamaged backup if the database cannot be opened', async () => {
  const sound = await backUpSoundly()
  writeFileSync(file, 'no database'.repeat(1000))
  const pendingDatabase = openDatabase({ databaseFile: file, backupDir: join(folder, 'backups') })
  await expect(pendingDatabase).rejects.toThrow(`npm run restore -- "${sound}"`)
  await expect(pendingDatabase).rejects.toThrow(`The database ${file} is damaged`)
})

/**
 * Makes a backup and then a newer, damaged one.
 * @returns the path of the undamaged backup
 */
async function backUpSoundly(): Promise<string> {
  const directory = join(folder, 'backups')
  const sqlite = new Sqlite(file, { readonly: true })
  const sound = await backUp(sqlite, directory, new Date('2026-01-01T10:00:00Z'))
  const damagedBackup = await backUp(sqlite, directory, new Date('2026-01-01T11:00:00Z'))
  sqlite.close()
  writeFileSync(damagedBackup, readFileSync(damagedBackup).fill(7, 4096))
  return sound
}

/** Overwrites the first page of an index with invalid data. */
function damageIndex(name: string): void {
  const sqlite = new Sqlite(file)
  const page = sqlite.prepare('select rootpage from sqlite_schema where name = ?').pluck().get(name) as number
  const size = sqlite.pragma('page_size', { simple: true }) as number
  sqlite.close()
  writeFileSync(file, readFileSync(file).fill(7, (page - 1) * size, page * size))
}

/**
 * Locks the database so that no other connection can read it:
 * https://www.sqlite.org/pragma.html#pragma_locking_mode
 */
function holdExclusively(): Sqlite.Database {
  const sqlite = new Sqlite(file)
  sqlite.pragma('journal_mode = delete')
  sqlite.exec('begin exclusive')
  return sqlite
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await once(server.close(), 'close')
  return String(port)
}
