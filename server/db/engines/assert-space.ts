import type Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { RESERVE_BYTES, sqliteFull } from '../../system/file-error.ts'
import type { Db } from '../tables.ts'

/** @throws Error with the code SQLITE_FULL if the file has reached its maximum number of pages */
export function assertSpaceInFile(sqlite: Sqlite.Database): void {
  const read = (name: string) => sqlite.pragma(name, { simple: true }) as number
  const free = read('max_page_count') - read('page_count') + read('freelist_count')
  if (free * read('page_size') < RESERVE_BYTES) throw sqliteFull()
}

class TestedError extends Error {}

/** Writes to a table that is rolled back. Rejects with what the server reports if its disk is full. */
export async function assertSpaceOnServer(db: Db): Promise<void> {
  const transaction = db.transaction().execute(async (trx) => {
    await sql`create table space_test (bytes bytea)`.execute(trx)
    // Random bytes, because the server compresses others.
    await sql`insert into space_test values (${randomBytes(RESERVE_BYTES)})`.execute(trx)
    throw new TestedError()
  })
  await transaction.catch((error: unknown) => {
    if (!(error instanceof TestedError)) throw error
  })
}
