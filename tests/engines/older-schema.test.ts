import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { withSchema } from '../../server/db/engines/postgres-connection.ts'
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
