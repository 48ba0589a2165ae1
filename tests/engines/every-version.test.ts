import Sqlite from 'better-sqlite3'
import { Kysely, sql, SqliteDialect } from 'kysely'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openDatabase, type SqliteDatabase } from '../../server/db/connection.ts'
import { openPostgres, withSchema } from '../../server/db/engines/postgres-connection.ts'
import { migrate, migrations } from '../../server/db/migrate.ts'
import type { Db, Tables } from '../../server/db/tables.ts'
import { buildRows, insertRows, type GenericRow } from '../support/fill-tables.ts'
import { copyTestDatabase, createTestDatabase, type TestDatabase } from '../support/postgres.ts'

/** Logs with their own times and numbers, tables that only one engine has, and the search index. */
const own = /^(sqlite_.*|car_text.*|car_changes|current_change|listed_changes|written_cars)$/

type Row = Record<string, unknown>

let folder: string
let emptySqlite: SqliteDatabase
let emptyPostgres: TestDatabase
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kerblight-versions-'))
  emptySqlite = await openDatabase(':memory:')
  await migrate(emptySqlite.db, 0)
  emptyPostgres = await createTestDatabase(inject('postgresUrl'), 'empty')
})
afterAll(async () => {
  await emptySqlite.close()
  await emptyPostgres.drop()
  rmSync(folder, { recursive: true })
})

/** Writes a file of that version with rows in every table. */
async function fillSqlite(version: number) {
  const file = join(folder, `${version}.db`)
  await migrate(emptySqlite.db, version)
  writeFileSync(file, emptySqlite.sqlite.serialize())
  const sqlite = new Sqlite(file)
  sqlite.pragma('foreign_keys = ON')
  const rows = buildRows(sqlite)
  const db: Db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) })
  await insertRows(db, rows)
  const tables = await tablesOf(db)
  const filled = await Promise.all(tables.map(async (table) => (await readTable(db, table)).length))
  expect(tables.filter((_, at) => filled[at] === 0)).toEqual([])
  await db.destroy()
  return { file, rows }
}

async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from sqlite_schema where type = 'table'`.execute(
    db,
  )
  return rows.map(({ name }) => name).filter((name) => !own.test(name))
}

async function readTable(db: Db, table: string): Promise<Row[]> {
  const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(db)
  return rows.map(readable).sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

/** JSON in texts, which engines space and order differently, as values. */
function readable(row: Row): Row {
  const values = Object.entries(row)
    .filter(([name]) => name !== 'tx')
    .map(([name, value]) => [name, parsed(value)] as const)
  return Object.fromEntries(values.sort())
}

function parsed(value: unknown): unknown {
  return typeof value === 'string' && /^[{[]/.test(value) ? (JSON.parse(value) as unknown) : value
}

const keyOf = (row: Row) => JSON.stringify([row.id, row.name, row])

/** Upgrades the same rows on Postgres, and compares all tables with those of SQLite. */
async function expectSameOnPostgres(version: number, rows: readonly GenericRow[], sqlite: Db) {
  await withSchema(emptyPostgres.address, (db) => migrate(db, version))
  const copy = await copyTestDatabase(inject('postgresUrl'), emptyPostgres)
  await withSchema(copy.address, (db) => insertRows(db, rows))
  const postgres = await openPostgres(copy.address, { mayUpgrade: true })

  for (const table of await tablesOf(sqlite))
    expect([table, await readTable(postgres.db, table)]).toEqual([table, await readTable(sqlite, table)])
  await postgres.close()
  await copy.drop()
}

/** Every version in `npm run test:full`; in other runs, those around a change of JSON and every seventh. */
const isOnPostgres = (version: number) => process.env.FULL === '1' || version % 7 === 0 || version < 2

it.each(migrations.map(({ name }, at) => [at + 1, name] as const))(
  'a database of schema %i (%s) with rows in every table becomes the newest one',
  async (version) => {
    const { file, rows } = await fillSqlite(version)
    const backupDir = join(folder, `backups-${version}`)
    const sqlite = await openDatabase({ databaseFile: file, backupDir })
    expect(sqlite.sqlite.pragma('foreign_key_check')).toEqual([])
    expect(sqlite.sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
    if (version < migrations.length) expect(readdirSync(backupDir)).toHaveLength(1)

    if (isOnPostgres(version)) await expectSameOnPostgres(version, rows, sqlite.db)
    for (const { table, values } of rows.filter(({ table }) => lasting.has(table)))
      expect(await readTable(sqlite.db, table)).toContainEqual(expect.objectContaining({ id: values.id }))
    if (version < NAMED)
      expect(
        (await readTable(sqlite.db, 'reports')).map(({ snapshot }) => (snapshot as Row).carName),
      ).toEqual(carNames)

    await sqlite.close()
  },
)

/** Tables whose rows keep their ID in every version. */
const lasting = new Set([
  'users',
  'cars',
  'purchases',
  'attempts',
  'payments',
  'reports',
  'reviews',
  'mails',
  'audit',
])

/** From this version on, reports name their car themselves. */
const NAMED = migrations.findIndex(({ name }) => name === '0015-car-names') + 1

/** The model as the snapshot has it, behind the year and make of the car. */
const carNames = [`1 categories-0 Škoda "Octavia" '24`, null, null, 'categories-3 tab\tand\nline || \\ %']
