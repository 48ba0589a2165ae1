import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { sql } from 'kysely'
import type { Database } from '../../server/db/database.ts'
import { openPostgres } from '../../server/db/engines/postgres-connection.ts'
import { createChangeLog } from '../../server/search/change-log.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts'

let test: TestDatabase
let database: Database
beforeAll(async () => {
  test = await createTestDatabase(inject('postgresUrl'))
  database = await openPostgres(test.address)
})
afterAll(async () => {
  await database.close()
  await test.drop()
})

const write = (car: string) => database.db.insertInto('change_log').values({ topics: car }).execute()

const ask = <T>(question: (log: ReturnType<typeof createChangeLog<string>>) => T) =>
  database.rowBatchReader((rows) =>
    question(
      createChangeLog<string>(
        () => rows,
        (topic) => topic,
      ),
    ),
  )

it('the change log resumes after its last row even if restored rows have higher transaction IDs', async () => {
  await write('before the restore')
  await sql`update change_log set tx = tx + 1000000000`.execute(database.db)
  const last = await ask((log) => log.last())
  expect(await ask((log) => log.since(last)?.keys)).toEqual(new Set())
  await write('after it')
  expect(await ask((log) => log.since(last)?.keys)).toEqual(new Set(['after it']))
})
