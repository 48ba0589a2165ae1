import Sqlite from 'better-sqlite3'
import type { Statement } from '../list.ts'
import { createStatements } from '../statements.ts'
import { isPostgresAddress } from '../../config/postgres-address.ts'
import {
  readInSnapshot,
  createPostgresRowReader,
  createSqliteRowReader,
  type WithRows,
} from './row-batch-reader.ts'

/** Database access for a process other than the server. */
export interface Readers {
  /** Returns a reader with its own connection, so that a long read does not make other reads wait. */
  rowBatchReader(): WithRows
  /** Returns the rows of each query, all from the same snapshot. */
  readRows(statements: readonly Statement[]): Promise<unknown[][]>
}

/** Number of connections: one for each cached list, and one for other rows. */
const CONNECTIONS = 3

/**
 * Opens a database for reading. Its schema must be up to date.
 * @param place a file path or a Postgres URL
 */
export async function openReaders(place: string): Promise<Readers> {
  return isPostgresAddress(place) ? createPostgresReaders(place) : createSqliteReaders(place)
}

function createSqliteReaders(file: string): Readers {
  const open = () => new Sqlite(file, { readonly: true, timeout: 5000 })
  const statements = createStatements(enableMemoryMap(open()))
  return {
    rowBatchReader() {
      const rows = createSqliteRowReader(open())
      return async (work) => work(rows)
    },
    readRows: async (query) => statements.read(query),
  }
}

/**
 * Maps the file into memory. Full-table reads then use its pages without copying them (sqlite.org/mmap.html).
 */
function enableMemoryMap(sqlite: Sqlite.Database): Sqlite.Database {
  sqlite.pragma('mmap_size = 1000000000')
  return sqlite
}

/**
 * Opens a Postgres database without a query timeout. Reading all cars may take long, and callers set their
 * own timeouts.
 */
async function createPostgresReaders(url: string): Promise<Readers> {
  // Imported lazily to save memory on SQLite installations.
  const { createPool } = await import('./postgres-pool.ts')
  const pool = createPool(url, () => {}, { max: CONNECTIONS })
  return {
    rowBatchReader: () => createPostgresRowReader(pool),
    readRows: (statements) => readInSnapshot(pool, statements),
  }
}
