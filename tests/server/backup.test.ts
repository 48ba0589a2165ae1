import Sqlite from 'better-sqlite3'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backUp, readNewestBackup } from '../../server/db/backup.ts'
import { openDatabase } from '../../server/db/connection.ts'
import { DatabaseError } from '../../server/db/database-error.ts'
import type { Migration } from '../../server/db/engines/migration.ts'
import { migrations, findNewestVersion } from '../../server/db/migrations.ts'
import { restoreBackup } from '../../server/db/restore.ts'
import { feedOutbox } from '../../server/features/newsletter/feed-outbox.ts'
import { findIssue } from '../../server/features/newsletter/issue.repository.ts'
import { backUpHourly } from '../../server/jobs/back-up-hourly.ts'
import { buildIssue, buildPerson, buildSubscriber } from '../support/factories.ts'
import { createFlakyMailServer } from '../support/flaky-mail-server.ts'
import { sendAll } from '../support/newsletter.ts'
import { startTestServer } from '../support/server.ts'

const HOUR = 3600_000
const start = new Date('2026-03-01T00:30:00.000Z')

let folder: string
let file: string
let directory: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kerblight-backup-'))
  file = join(folder, 'kerblight.db')
  directory = join(folder, 'backups')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const nameAt = (date: Date) => `kerblight-${date.toISOString().slice(0, 19).replaceAll(':', '-')}Z.db`
const timeAt = (hours: number) => new Date(start.getTime() + hours * HOUR)

async function withDatabase<T>(work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>) {
  const database = await openDatabase({ databaseFile: file, backupDir: directory })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const subscribe = (email: string) =>
  withDatabase(({ db }) =>
    db.insertInto('subscribers').values({ token: email, email, created_at: '' }).execute(),
  )
const subscribers = () =>
  withDatabase(async ({ db }) =>
    (await db.selectFrom('subscribers').select('email').execute()).map(({ email }) => email),
  )

describe('a backup', () => {
  it('is a single file with all committed data, taken while the database is in use', async () => {
    await subscribe('before@people.test')
    const copy = await withDatabase(async ({ db, sqlite }) => {
      const backupPath = await backUp(sqlite, directory, start)
      await db.deleteFrom('subscribers').execute()
      return backupPath
    })
    expect(readdirSync(directory)).toEqual(['kerblight-2026-03-01T00-30-00Z.db'])
    expect(await subscribers()).toEqual([])
    const setAsidePath = restoreBackup(copy, file, start)
    expect(await subscribers()).toEqual(['before@people.test'])
    expect(existsSync(setAsidePath!)).toBe(true)
  })

  it('is made once per hour, even if the server restarts', async () => {
    await subscribe('one@people.test')
    const run = (hours: number) =>
      backUpHourly(
        {
          config: { backupDir: directory } as never,
          log: pino({ level: 'silent' }),
          now: () => timeAt(hours),
        },
        file,
      )
    await run(0)
    await run(0.5)
    expect(readdirSync(directory)).toHaveLength(1)
    await run(1)
    expect(readdirSync(directory)).toHaveLength(2)
    expect(readNewestBackup(directory)).toMatchObject({ at: timeAt(1) })
    // Until now, the clock was at least an hour fast.
    await run(-1)
    expect(readdirSync(directory)).toHaveLength(3)
  })

  it('is deleted unless it is manual, among the newest six, or the newest of one of seven days', async () => {
    mkdirSync(directory)
    const torn = join(directory, 'kerblight-2026-02-28T00-30-00Z.db.tmp')
    writeFileSync(torn, 'cut off by a kill')
    utimesSync(torn, new Date(0), new Date(0))
    for (let hours = 0; hours < 9 * 24 - 4; hours += 4)
      writeFileSync(join(directory, nameAt(timeAt(hours))), '')
    await withDatabase(async ({ sqlite }) => {
      await backUp(sqlite, directory, timeAt(0), 'by-hand')
      await backUp(sqlite, directory, timeAt(9 * 24 - 4))
    })
    const names = readdirSync(directory).filter((name) => !name.includes('by-hand'))
    expect(names).toHaveLength(12)
    expect(readdirSync(directory)).toHaveLength(13)
    expect(names.filter((name) => name.includes('03-09'))).toHaveLength(6)
    expect(names.filter((name) => name.includes('03-03'))).toEqual(['kerblight-2026-03-03T20-30-00Z.db'])
    expect(names.some((name) => name.includes('03-02'))).toBe(false)
  })

  it('leaves no files behind if it cannot be written', async () => {
    writeFileSync(directory, 'a file where the folder should be')
    await expect(withDatabase(({ sqlite }) => backUp(sqlite, directory, start))).rejects.toThrow(
      /EEXIST|ENOTDIR/,
    )
    expect(readdirSync(folder).filter((name) => name.includes('tmp'))).toEqual([])
  })
})

describe('a database file', () => {
  it('is completed without a backup if a kill left it without its first tables', async () => {
    writeFileSync(file, '')
    expect(await subscribers()).toEqual([])
    expect(existsSync(directory)).toBe(false)
  })

  it('is rejected unchanged if it belongs to another program', async () => {
    const otherConnection = new Sqlite(file)
    otherConnection.exec('create table recipes (name text)')
    otherConnection.close()
    await expect(subscribers()).rejects.toThrow(/another program/)
    const reopened = new Sqlite(file, { readonly: true })
    expect(reopened.prepare('select name from sqlite_schema').pluck().all()).toEqual(['recipes'])
    reopened.close()
  })
})

describe('restoring', () => {
  it('rejects a file that is not a backup, and changes nothing', async () => {
    await subscribe('kept@people.test')
    const copy = join(folder, 'copy.db')
    writeFileSync(copy, 'not a database at all, but long enough to be taken for one'.repeat(100))
    expect(() => restoreBackup(copy, file, start)).toThrow(DatabaseError)
    expect(() => restoreBackup(join(folder, 'nowhere.db'), file, start)).toThrow(DatabaseError)
    expect(await subscribers()).toEqual(['kept@people.test'])
    expect(readdirSync(folder).filter((name) => name.includes('restor'))).toEqual([])
  })

  it('is rejected while Kerblight is using the database', async () => {
    const restoreError = await withDatabase(async ({ db, sqlite }) => {
      await db.selectFrom('subscribers').selectAll().execute()
      const copy = await backUp(sqlite, directory, start)
      try {
        return restoreBackup(copy, file, start)
      } catch (error) {
        return error
      }
    })
    expect(restoreError).toBeInstanceOf(DatabaseError)
    expect((restoreError as Error).message).toContain('Stop Kerblight first')
  })

  it.skipIf(process.platform === 'win32')(
    'restricts the database to its owner even if other users could read the backup',
    async () => {
      const copy = await withDatabase(({ sqlite }) => backUp(sqlite, directory, start))
      chmodSync(copy, 0o644)
      restoreBackup(copy, file, start)
      expect(statSync(file).mode & 0o777).toBe(0o600)
    },
  )

  it('stops newsletters that the backup was sending, and sends none of their queued emails', async () => {
    const config = { databaseFile: file, backupDir: directory }
    const serverBefore = await startTestServer({ config })
    const author = await buildPerson(serverBefore.ctx, { role: 'admin' })
    for (const email of ['ada@people.test', 'bo@people.test'])
      await buildSubscriber(serverBefore.ctx, { email })
    const id = await buildIssue(serverBefore.ctx, author.id, { state: 'sending', recipients: 2 })
    await feedOutbox(serverBefore.ctx)
    await serverBefore.close()
    const copy = await withDatabase(({ sqlite }) => backUp(sqlite, directory, start))
    restoreBackup(copy, file, start)
    const mail = createFlakyMailServer()
    const serverAfter = await startTestServer({ config, context: { mail } })
    await sendAll(serverAfter.ctx)
    expect(mail.sent).toEqual([])
    expect(await findIssue(serverAfter.ctx.db, id)).toMatchObject({ state: 'stopped', sent: 0, failed: 2 })
    await serverAfter.close()
  })

  it('moves a damaged database aside and replaces it', async () => {
    await subscribe('safe@people.test')
    const copy = await withDatabase(({ sqlite }) => backUp(sqlite, directory, start))
    writeFileSync(file, 'ruined'.repeat(1000))
    await expect(subscribers()).rejects.toThrow(DatabaseError)
    restoreBackup(copy, file, start)
    expect(await subscribers()).toEqual(['safe@people.test'])
  })
})

describe('an upgrade that fails', () => {
  const backUpWithError = async () => {
    throw new Error('no room')
  }
  const failing: Migration = {
    name: '0001-failing',
    up: { sqlite: backUpWithError, postgres: backUpWithError },
  }
  const attempt = (hours: number) =>
    openDatabase(
      { databaseFile: file, backupDir: directory },
      { now: () => timeAt(hours), migrations: [...migrations, failing] },
    ).catch((error: Error) => error.message)

  it('names its step, the schema, the backup, and how to recover, and changes nothing', async () => {
    await subscribe('ada@people.test')
    const message = await attempt(0)
    const [copy] = readdirSync(directory).map((name) => join(directory, name))
    expect(message).toContain(`from schema ${findNewestVersion()} to schema ${findNewestVersion() + 1}`)
    expect(message).toContain(`Step 0001-failing failed at schema ${findNewestVersion()}: no room.`)
    expect(message).toContain(`Backup made before the upgrade: ${copy}`)
    expect(message).toContain(`npm run restore -- ${copy}`)
    expect(await subscribers()).toEqual(['ada@people.test'])
    restoreBackup(copy!, file, start)
    expect(await subscribers()).toEqual(['ada@people.test'])
  })

  it('makes one backup for repeated attempts, and a second backup once data has changed', async () => {
    await subscribe('ada@people.test')
    await attempt(0)
    await attempt(1)
    const [oldestFile] = readdirSync(directory)
    expect(await attempt(2)).toContain(join(directory, oldestFile!))
    expect(readdirSync(directory)).toEqual([oldestFile])
    await subscribe('bo@people.test')
    const message = await attempt(3)
    const [, newestFile] = readdirSync(directory)
    expect(message).toContain(join(directory, newestFile!))
    expect(readdirSync(directory)).toHaveLength(2)
  })

  it('does not begin if the database cannot be backed up', async () => {
    await subscribe('ada@people.test')
    const paths = { databaseFile: file, backupDir: file }
    await expect(openDatabase(paths, { migrations: [...migrations, failing] })).rejects.toThrow('BACKUP_DIR')
    expect(await subscribers()).toEqual(['ada@people.test'])
  })
})
