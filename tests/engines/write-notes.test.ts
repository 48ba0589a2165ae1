import { sql } from 'kysely'
import { afterEach, expect, inject, it } from 'vitest'
import type { Database } from '../../server/db/database.ts'
import { openDatabase } from '../../server/db/connection.ts'
import { openPostgres } from '../../server/db/engines/postgres-connection.ts'
import type { WrittenTable } from '../../server/db/watch-writes.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { engines } from './open-on.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function open(engine: (typeof engines)[number]): Promise<Database> {
  const database = await openAt(engine)
  cleanups.push(database.close)
  return database
}

async function openAt(engine: (typeof engines)[number]): Promise<Database> {
  if (engine === 'sqlite') return openDatabase(':memory:')
  const { address, drop } = await createTestDatabase(inject('postgresUrl'))
  cleanups.push(drop)
  return openPostgres(address)
}

const addReview = (database: Pick<Database, 'db'>) =>
  sql`insert into reviews (id, author_id, half_stars, text, created_at) values ('one', 'ada', 9, 'Fine.', '2026')`.execute(
    database.db,
  )
const addUser = (database: Pick<Database, 'db'>) =>
  sql`insert into users (id, uid, email, full_name, photo_url, account, account_chosen, role, verified, created_at)
    values ('ada', 'ada', 'ada@people.test', 'Ada', '', 'seller', 1, 'user', 0, '2026')`.execute(database.db)

it.each(engines)(
  'on %s, what a commit changes and concerns is noted, and nothing of one that was taken back',
  async (engine) => {
    const database = await open(engine)
    const { takeChanges, takeSubjects } = database.noteWrites()
    await addUser(database)
    await addReview(database)
    expect((await takeChanges()).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))).toEqual([
      { kind: 'seller', about: 'ada', audience: 'admins' },
      { kind: 'tag', about: 'Purchase', audience: 'ada' },
      { kind: 'tag', about: 'Review', audience: 'everyone' },
      { kind: 'tag', about: 'User', audience: 'admins' },
    ])
    expect(new Set(takeSubjects())).toEqual(new Set(['reviews *']))
    const taken = database.db.transaction().execute(async (trx) => {
      await sql`update users set full_name = 'Eve'`.execute(trx)
      throw new Error('taken back')
    })
    await expect(taken).rejects.toThrow('taken back')
    expect(await takeChanges()).toEqual([])
  },
)

it('on Postgres, another process is told what was written, once it is committed', async () => {
  const { address, drop } = await createTestDatabase(inject('postgresUrl'))
  const tables: WrittenTable[] = []
  const writer = await openPostgres(address)
  const other = await openPostgres(address, { onWrite: (table) => void tables.push(table) })
  cleanups.push(drop, writer.close, other.close)
  const { takeChanges } = other.noteWrites()
  await addUser(writer)
  expect(tables).toEqual([null])
  expect(await takeChanges()).toContainEqual({ kind: 'tag', about: 'User', audience: 'admins' })
})
