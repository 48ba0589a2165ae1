import Sqlite from 'better-sqlite3'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openDatabase } from '../../server/db/connection.ts'
import { openPostgres, withSchema } from '../../server/db/engines/postgres-connection.ts'
import { readSchemaVersion, writeSchemaVersion } from '../../server/db/engines/schema-version.ts'
import { runCommand } from '../support/command.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts'

/** The last schema version of Kerblight 0.1.0. */
const LAST_DEVELOPMENT = 62
const expectedError =
  /written by Kerblight 0\.1\.0 or earlier \(schema 62\)\. Kerblight 0\.1\.0 is the last version that can/

const dataDir = mkdtempSync(join(tmpdir(), 'kerblight-development-'))
const file = join(dataDir, 'kerblight.db')
let database: TestDatabase

beforeAll(async () => {
  const sqlite = new Sqlite(file)
  sqlite.exec(`create table users (id text primary key) strict; pragma user_version = ${LAST_DEVELOPMENT}`)
  sqlite.close()
  database = await createTestDatabase(inject('postgresUrl'))
  await withSchema(database.address, (db) => writeSchemaVersion(db, LAST_DEVELOPMENT))
})
afterAll(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true })
})

it('a development database is rejected as a file, without a backup or a change', async () => {
  const backupDir = join(dataDir, 'backups')
  await expect(openDatabase({ databaseFile: file, backupDir })).rejects.toThrow(expectedError)
  expect(readdirSync(dataDir)).not.toContain('backups')
  const sqlite = new Sqlite(file, { readonly: true })
  expect(sqlite.pragma('user_version', { simple: true })).toBe(LAST_DEVELOPMENT)
  sqlite.close()
})

it('a development database is rejected on Postgres, even when a server starts', async () => {
  for (const canUpgrade of [false, true])
    await expect(openPostgres(database.address, { canUpgrade })).rejects.toThrow(expectedError)
  expect(await withSchema(database.address, readSchemaVersion)).toBe(LAST_DEVELOPMENT)
})

it.each<[string, string[]]>([
  ['admin', ['owner@cars.example', '--yes']],
  ['seed', ['--cars', '5']],
])('a development database is rejected by npm run %s, without a stack trace', async (command, args) => {
  const { code, output } = await runCommand(command, args, { env: { DATA_DIR: dataDir } })
  expect(output).toMatch(expectedError)
  expect(output).not.toMatch(/^\s+at /m)
  expect(code).toBe(1)
})
