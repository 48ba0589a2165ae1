import Sqlite from 'better-sqlite3'
import type { Statement } from '../list.ts'
import { createStatements } from '../statements.ts'
import { isPostgresAddress } from '../../config/postgres-address.ts'
import { readInSnapshot, rowsOfPostgres, rowsOfSqlite, type WithRows } from './row-batch-reader.ts'

/** How a process beside the server reads its database. */
export interface Readers {
  /** Each over a connection of its own: one that is in the middle of reading keeps no other waiting. */
  rowBatchReader(): WithRows
  /** @returns the rows of each; all of them are of the same moment */
  readRows(statements: readonly Statement[]): Promise<unknown[][]>
}

/** One for each of the lists that are kept, and one for other rows. */
const CONNECTIONS = 3

/** @param place a file, or an address of Postgres; its schema is up to date */
export async function openReaders(place: string): Promise<Readers> {
  return isPostgresAddress(place) ? readersOfPostgres(place) : readersOfSqlite(place)
}

function readersOfSqlite(file: string): Readers {
  const open = () => new Sqlite(file, { readonly: true, timeout: 5000 })
  const statements = createStatements(mapped(open()))
  return {
    rowBatchReader() {
      const rows = rowsOfSqlite(open())
      return async (work) => work(rows)
    },
    readRows: async (asked) => statements.read(asked),
  }
}

/** What it reads of whole tables comes from the file's pages in memory, without a copy (sqlite.org/mmap.html). */
function mapped(sqlite: Sqlite.Database): Sqlite.Database {
  sqlite.pragma('mmap_size = 1000000000')
  return sqlite
}

/** Reading all cars takes as long as it takes; who asks gives up by themselves. */
async function readersOfPostgres(url: string): Promise<Readers> {
  // Where there is none, its driver would cost memory for nothing.
  const { createPool } = await import('./postgres-pool.ts')
  const pool = createPool(url, () => {}, { max: CONNECTIONS })
  return {
    rowBatchReader: () => rowsOfPostgres(pool),
    readRows: (statements) => readInSnapshot(pool, statements),
  }
}
