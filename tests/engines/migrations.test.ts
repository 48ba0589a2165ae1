import { sql } from 'kysely'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openDatabase } from '../../server/db/connection.ts'
import { openPostgres, withSchema } from '../../server/db/engines/postgres-connection.ts'
import { readSchemaVersion } from '../../server/db/engines/schema-version.ts'
import { migrations, findNewestVersion } from '../../server/db/migrations.ts'
import type { Db } from '../../server/db/tables.ts'
import { buildRows, insertRows } from '../support/fill-tables.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts'
import { addSunroof, copyReports } from './upgrade-steps.ts'

const folder = mkdtempSync(join(tmpdir(), 'kerblight-upgrade-'))
const paths = { databaseFile: join(folder, 'kerblight.db'), backupDir: join(folder, 'backups') }
let postgres: TestDatabase

beforeAll(async () => {
  const database = await openDatabase(paths)
  const rows = buildRows(database.sqlite)
  await insertRows(database.db, rows)
  await database.close()
  postgres = await createTestDatabase(inject('postgresUrl'))
  await withSchema(postgres.address, (db) => insertRows(db, rows))
})
afterAll(async () => {
  await postgres.drop()
  rmSync(folder, { recursive: true })
})

const versionOnPostgres = () => withSchema(postgres.address, readSchemaVersion)

async function readSunroofs(db: Db) {
  const { rows: cars } = await sql`select id, sunroof, description from cars order by id`.execute(db)
  const changes = await db
    .selectFrom('car_changes')
    .select(['car', 'before', 'after', 'actor'])
    .where('field', '=', 'sunroof')
    .execute()
  return { cars, changes }
}

describe('a migration step', () => {
  const isUpgraded = {
    cars: expect.arrayContaining([expect.objectContaining({ id: 'cars-0', sunroof: 'glass' })]) as unknown,
    changes: [{ car: 'cars-0', before: null, after: 'glass', actor: null }],
  }

  it('runs on SQLite after a backup, and the ledger records its changes', async () => {
    const database = await openDatabase(paths, { migrations: [...migrations, addSunroof] })
    expect(await readSchemaVersion(database.db)).toBe(findNewestVersion() + 1)
    expect(await readSunroofs(database.db)).toEqual(isUpgraded)
    expect(database.sqlite.pragma('foreign_key_check')).toEqual([])
    await database.close()
    expect(readdirSync(paths.backupDir)).toEqual([expect.stringMatching(/-before-migration\.db$/)])
  })

  it('runs on Postgres only when a server starts', async () => {
    await expect(openPostgres(postgres.address, { migrations: [...migrations, addSunroof] })).rejects.toThrow(
      'pg_dump',
    )
    expect(await versionOnPostgres()).toBe(findNewestVersion())
    const { db, close } = await openPostgres(postgres.address, {
      migrations: [...migrations, addSunroof],
      canUpgrade: true,
    })
    expect(await readSchemaVersion(db)).toBe(findNewestVersion() + 1)
    expect(await readSunroofs(db)).toEqual(isUpgraded)
    await close()
  })

  it('is named with the schema and a rollback if it fails on Postgres; earlier steps remain', async () => {
    const failing = await createTestDatabase(inject('postgresUrl'))
    await withSchema(failing.address, async (db) => {
      await insertRows(db, await rowsOfBaseline())
      await sql`update reports set reason = 'odd'`.execute(db)
    })
    const newest = findNewestVersion()
    const options = { migrations: [...migrations, addSunroof, copyReports], canUpgrade: true }
    await expect(openPostgres(failing.address, options)).rejects.toThrow(
      new RegExp(
        `from schema ${newest} .*Step 0002-sound-reports failed at schema ${newest + 1}: [^]*pg_restore`,
      ),
    )
    await expect(openPostgres(failing.address, options)).rejects.toThrow(
      new RegExp(`from schema ${newest + 1} [^]*the database is at schema ${newest + 1}`),
    )
    await failing.drop()
  })
})

async function rowsOfBaseline() {
  const { sqlite, close } = await openDatabase(':memory:')
  const rows = buildRows(sqlite)
  await close()
  return rows
}
