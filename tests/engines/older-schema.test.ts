import { sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openPostgres, withSchema } from '../../server/db/engines/postgres-connection.ts'
import { readSchemaVersion } from '../../server/db/engines/schema-version.ts'
import { migrate, migrations } from '../../server/db/migrate.ts'
import { runCommand } from '../support/command.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts'
import { startTestServer } from '../support/server.ts'

const OLDER = migrations.length - 1

let database: TestDatabase
const dataDir = mkdtempSync(join(tmpdir(), 'kerblight-older-'))
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
  await withSchema(database.address, (db) => migrate(db, OLDER))
})
afterAll(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true })
})

const versionNow = () => withSchema(database.address, readSchemaVersion)

it.each<[string, string[]]>([
  ['admin', ['owner@cars.example', '--yes']],
  ['seed', ['--cars', '5']],
])('on Postgres is left as it is by npm run %s, which names pg_dump', async (command, args) => {
  const env = { DATABASE_URL: database.address.url, DATA_DIR: dataDir }
  const { code, output } = await runCommand(command, args, { env })
  expect(output).toContain('pg_dump')
  expect([code, await versionNow()]).toEqual([1, OLDER])
})

it('on Postgres is brought up to date where a server starts', async () => {
  const server = await startTestServer({ config: { postgres: database.address } })
  await server.close()
  expect(await versionNow()).toBe(migrations.length)
})

it('on Postgres names the failed step, the schema, and the way back', async () => {
  const failing = await createTestDatabase(inject('postgresUrl'), 'empty')
  await withSchema(failing.address, async (db) => {
    await migrate(db, 12)
    await sql`insert into users (id, uid, email, full_name, photo_url, account, account_chosen, role, verified, created_at)
      values ('u', 'u', '', '', '', 'seller', 1, 'user', 0, '')`.execute(db)
    await sql`insert into cars (id, seller_id, condition, model_name, description, location, contact, usage_time,
      original_price, resell_price, posted_at, category_name, state, images)
      select 'c', 'u', '', '', '', '', '', '', '', '', '', name, 'withdrawn', '[]' from categories limit 1`.execute(
      db,
    )
    await sql`insert into reports (id, reporter_id, car_id, seller_id, item_id, snapshot, reason, note, state, outcome, created_at)
      values ('r', 'u', 'c', 'u', '', 'no JSON', '', '', '', '', '')`.execute(db)
  })
  const upgrade = () => openPostgres(failing.address, { mayUpgrade: true })
  await expect(upgrade()).rejects.toThrow(
    /from schema 12 .*Step 0015-car-names failed at schema 14: [^]*pg_restore/,
  )
  await expect(upgrade()).rejects.toThrow(/from schema 14 [^]*the database is at schema 14/)
  await failing.drop()
})
