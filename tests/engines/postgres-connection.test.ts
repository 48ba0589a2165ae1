import { sql } from 'kysely'
import { Client } from 'pg'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { DatabaseError } from '../../server/db/database-error.ts'
import { openPostgres } from '../../server/db/engines/postgres-connection.ts'
import { readSchemaVersion, writeSchemaVersion } from '../../server/db/engines/schema-version.ts'
import { findNewestVersion } from '../../server/db/migrations.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function newDatabase(beginning?: 'empty' | 'emptyInEnglish'): Promise<TestDatabase> {
  const database = await createTestDatabase(inject('postgresUrl'), beginning)
  cleanups.push(database.drop)
  return database
}

async function open({ address }: TestDatabase) {
  const opened = await openPostgres(address, { canUpgrade: true })
  cleanups.push(opened.close)
  return opened.db
}

describe('a database on Postgres', () => {
  it('is created once when several callers open it concurrently', async () => {
    const database = await newDatabase('empty')
    const opened = await Promise.all([open(database), open(database), open(database)])
    for (const db of opened) expect(await readSchemaVersion(db)).toBe(findNewestVersion())
  })

  it('returns values as the repositories expect them', async () => {
    const db = await open(await newDatabase())
    const { rows } = await sql`select count(*) as count, sum(position) > 0 as truth, sum(position) as sum,
      9007199254740991::bigint as large, null::bigint as nothing, 'a' as text from categories`.execute(db)
    expect(rows).toEqual([
      {
        count: expect.any(Number),
        truth: 1,
        sum: expect.any(Number),
        large: 9007199254740991,
        nothing: null,
        text: 'a',
      },
    ])
    const { numAffectedRows } = await sql`update categories set shown = 'never' where name = 'Audi'`.execute(
      db,
    )
    expect(numAffectedRows).toBe(1n)
  })

  it('sorts texts by their bytes, regardless of its own collation', async () => {
    const db = await open(await newDatabase('emptyInEnglish'))
    const { rows: inEnglish } = await sql`select 'a' < 'Z' as sorted`.execute(db)
    expect(inEnglish).toEqual([{ sorted: 1 }])
    const strings = ['é', 'b', 'Z', 'a', 'É', 'z']
    for (const name of strings) await db.insertInto('former_makes').values({ name, make: 'x' }).execute()
    const rows = await db.selectFrom('former_makes').select('name').orderBy('name').execute()
    expect(rows.map(({ name }) => name)).toEqual(['Z', 'a', 'b', 'z', 'É', 'é'])
  })

  it('retries a transaction that conflicts with another, so no addition is lost', async () => {
    const db = await open(await newDatabase())
    const add = () =>
      db.transaction().execute(async (trx) => {
        const { position } = await trx
          .selectFrom('categories')
          .select('position')
          .where('name', '=', 'Audi')
          .executeTakeFirstOrThrow()
        await trx
          .updateTable('categories')
          .set({ position: position + 1 })
          .where('name', '=', 'Audi')
          .execute()
      })
    const before = await db
      .selectFrom('categories')
      .select('position')
      .where('name', '=', 'Audi')
      .executeTakeFirstOrThrow()
    await Promise.all(Array.from({ length: 8 }, add))
    const after = await db
      .selectFrom('categories')
      .select('position')
      .where('name', '=', 'Audi')
      .executeTakeFirstOrThrow()
    expect(after.position).toBe(before.position + 8)
  })

  it('opens a new connection after a connection has failed', async () => {
    const db = await open(await newDatabase())
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db).catch(() => {})
    const query = () =>
      sql`select 1 as one`.execute(db).then(
        ({ rows }) => rows,
        () => 'lost',
      )
    await expect.poll(query).toEqual([{ one: 1 }])
  })
})

describe('a database that Kerblight cannot use', () => {
  it('is rejected and stays unchanged if its schema is newer', async () => {
    const database = await newDatabase()
    await writeSchemaVersion(await open(database), findNewestVersion() + 1)
    await expect(openPostgres(database.address)).rejects.toThrow(/written by a newer version of Kerblight/)
  })

  it('is rejected and stays unchanged if it belongs to another program', async () => {
    const database = await newDatabase('empty')
    const client = new Client(database.address.url)
    await client.connect()
    await client.query('create table invoices (id int)')
    await expect(openPostgres(database.address)).rejects.toThrow(/belongs to another program/)
    const { rows } = await client.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace`,
    )
    expect(rows).toEqual([{ relname: 'invoices' }])
    await client.end()
  })

  it('is rejected if its server cannot be reached, without its password in the message', async () => {
    const url = 'postgres://kerblight:s3cret@127.0.0.1:1/cars'
    const connecting = openPostgres({ url, shown: 'postgres://127.0.0.1:1/cars' })
    await expect(connecting).rejects.toThrow(DatabaseError)
    await expect(connecting).rejects.toThrow(
      /^Can’t open the database postgres:\/\/127\.0\.0\.1:1\/cars: (?!.*s3cret)/,
    )
  })
})
