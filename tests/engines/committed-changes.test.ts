import { sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, inject, it } from 'vitest'
import type { Database } from '../../server/db/database.ts'
import { openDatabase } from '../../server/db/connection.ts'
import { openPostgres } from '../../server/db/engines/postgres-connection.ts'
import { purgeChangeLog, type Changes, type OnChanges } from '../../server/db/change-log.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { engines } from './open-engine.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Opens a database and collects the changes that its commits report. */
async function open(engine: (typeof engines)[number]) {
  const seenChanges: (Changes | null)[] = []
  const database = await openAt(engine, (changes) => seenChanges.push(changes))
  cleanups.push(database.close)
  return { database, take: () => seenChanges.splice(0) }
}

async function openAt(engine: (typeof engines)[number], onChanges: OnChanges): Promise<Database> {
  if (engine === 'sqlite') return openDatabase(':memory:', { onChanges })
  const { address, drop } = await createTestDatabase(inject('postgresUrl'))
  cleanups.push(drop)
  return openPostgres(address, { onChanges })
}

const addReview = (database: Pick<Database, 'db'>) =>
  sql`insert into reviews (id, author_id, half_stars, text, created_at) values ('one', 'ada', 9, 'Fine.', '2026')`.execute(
    database.db,
  )
const addUser = (database: Pick<Database, 'db'>) =>
  sql`insert into users (id, uid, email, full_name, photo_url, account, account_chosen, role, verified, created_at)
    values ('ada', 'ada', 'ada@people.test', 'Ada', '', 'seller', 1, 'user', 0, '2026')`.execute(database.db)

describe.each(engines)('committed changes on %s', (engine) => {
  it('are reported once per commit, before the response', async () => {
    const { database, take } = await open(engine)
    await addUser(database)
    expect(take()).toEqual([
      {
        live: expect.arrayContaining([
          { kind: 'seller', about: 'ada', audience: 'admins' },
          { kind: 'tag', about: 'User', audience: 'admins' },
        ]),
        written: [],
        haveSessionsChanged: false,
      },
    ])
    await addReview(database)
    expect(take()).toEqual([
      {
        live: expect.arrayContaining([
          { kind: 'tag', about: 'Purchase', audience: 'ada' },
          { kind: 'tag', about: 'Review', audience: 'everyone' },
        ]),
        written: ['reviews *'],
        haveSessionsChanged: false,
      },
    ])
  })

  it('do not include changes of a transaction that was rolled back', async () => {
    const { database, take } = await open(engine)
    await addUser(database)
    take()
    const rolledBack = database.db.transaction().execute(async (trx) => {
      await sql`update users set full_name = 'Eve'`.execute(trx)
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    expect(take()).toEqual([])
  })

  it('include a write that affects a user’s sessions, but not a visit', async () => {
    const { database, take } = await open(engine)
    await addUser(database)
    await sql`insert into sessions (id, user_id, client, user_agent, created_at, last_seen_at, expires_at)
      values ('s', 'ada', 'web', '', '2026', '2026', '2027')`.execute(database.db)
    take()
    await sql`update sessions set last_seen_at = '2026-02'`.execute(database.db)
    expect(take()).toEqual([])
    await sql`update sessions set revoked_at = '2026-02'`.execute(database.db)
    await sql`update users set role = 'admin'`.execute(database.db)
    expect(take().map((changes) => changes?.haveSessionsChanged)).toEqual([true, true])
  })

  it('are reported as unknown for a transaction that exceeds the read limit', async () => {
    const { database, take } = await open(engine)
    await database.db.transaction().execute(async (trx) => {
      await sql`
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 20001)
        insert into change_log (topics) select 'event tag Car everyone' from numbers`.execute(trx)
    })
    expect(take()).toEqual([null])
    await addUser(database)
    expect(take()).toEqual([expect.objectContaining({ haveSessionsChanged: false })])
  })
})

it('on Postgres, another process has read a commit before the response', async () => {
  const { address, drop } = await createTestDatabase(inject('postgresUrl'))
  const seenChanges: (Changes | null)[] = []
  const writer = await openPostgres(address)
  const otherDatabase = await openPostgres(address, { onChanges: (changes) => seenChanges.push(changes) })
  cleanups.push(drop, writer.close, otherDatabase.close)
  await addUser(writer)
  expect(seenChanges).toEqual([expect.objectContaining({ haveSessionsChanged: false })])
  expect(seenChanges[0]!.live).toContainEqual({ kind: 'tag', about: 'User', audience: 'admins' })
})

/**
 * Opens a file twice, and collects the changes that the first connection reads from the second one's commits.
 */
async function openFileTwice() {
  const folder = mkdtempSync(join(tmpdir(), 'kerblight-changes-'))
  const paths = { databaseFile: join(folder, 'test.db'), backupDir: folder }
  const seenChanges: (Changes | null)[] = []
  const database = await openDatabase(paths, { onChanges: (changes) => seenChanges.push(changes) })
  const otherDatabase = await openDatabase(paths)
  cleanups.push(async () => rmSync(folder, { recursive: true }), database.close, otherDatabase.close)
  return { database, other: otherDatabase, seen: seenChanges }
}

it('in a file database, another process’s commit is read on the next check', async () => {
  const { database, other: otherDatabase, seen: seenChanges } = await openFileTwice()
  await addUser(otherDatabase)
  database.readExternalCommits()
  expect(seenChanges.map((changes) => changes?.live)).toEqual([
    expect.arrayContaining([{ kind: 'tag', about: 'User', audience: 'admins' }]),
  ])
  database.readExternalCommits()
  expect(seenChanges).toHaveLength(1)
})

it('in a file database, a reader that missed purged rows assumes anything may have changed', async () => {
  const { database, other: otherDatabase, seen: seenChanges } = await openFileTwice()
  await addUser(otherDatabase)
  await addReview(otherDatabase)
  await purgeChangeLog(otherDatabase.db, 1)
  database.readExternalCommits()
  expect(seenChanges).toEqual([null])
})
