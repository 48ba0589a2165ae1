import type Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { RESERVE_BYTES, sqliteFull } from '../../system/file-error.ts'
import type { Db } from '../tables.ts'

/**
 * Verifies that a file has space for another megabyte.
 * @throws Error with the code SQLITE_FULL if the file has reached its maximum number of pages
 */
export function assertSpaceInFile(sqlite: Sqlite.Database): void {
  const read = (name: string) => sqlite.pragma(name, { simple: true }) as number
  const free = read('max_page_count') - read('page_count') + read('freelist_count')
  if (free * read('page_size') < RESERVE_BYTES) throw sqliteFull()
}

class TestedError extends Error {}

/**
 * Verifies that the database server has space by writing to a table and rolling back. Rejects with the
 * server's error if its disk is full.
 */
export async function assertSpaceOnServer(db: Db): Promise<void> {
  const transaction = db.transaction().execute(async (trx) => {
    await sql`create table space_test (bytes bytea)`.execute(trx)
    // The server would compress bytes that are not random.
    await sql`insert into space_test values (${randomBytes(RESERVE_BYTES)})`.execute(trx)
    throw new TestedError()
  })
  await transaction.catch((error: unknown) => {
    if (!(error instanceof TestedError)) throw error
  })
}
