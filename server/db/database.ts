import type { OnChanges } from './change-log.ts'
import type { Exclusively } from './engines/exclusively.ts'
import type { AddCounts } from './engines/shared-counts.ts'
import type { Migration } from './engines/migration.ts'
import type { WithRows } from './engines/row-batch-reader.ts'
import type { Statement } from './list.ts'
import type { Db } from './tables.ts'

/** The server's access to its database, whichever engine it uses. */
export interface Database {
  db: Db
  /** Path of the database file; null for a database in memory or on a server. */
  file: string | null
  /**
   * The place where another process finds the database: the file, or the address with the password. Null for
   * a database in memory.
   */
  place: string | null
  /** Shares counts with other processes that may serve the same data; null if there can be none. */
  addCounts: AddCounts | null
  exclusively: Exclusively
  /** Allocates the memory that many consecutive writes need, until the database is closed. */
  expectManyWrites(): void
  /**
   * Immediately reads the commits of other processes to the file. On Postgres, other processes' commits wait
   * until this process has read them.
   */
  readExternalCommits(): void
  /**
   * Returns the time since which the database server has been unreachable; null if it is reachable, and for a
   * file.
   */
  unreachableSince(): Date | null
  /** Reads the state of the connection pool; null for a file. */
  readPool: (() => PoolState) | null
  /**
   * Reads rows for in-memory caches. If another process can read the database, that process should do it
   * instead.
   */
  rowBatchReader: WithRows
  /**
   * Runs queries.
   * @returns the rows of each query, all from the same moment
   */
  readRows(statements: readonly Statement[]): Promise<unknown[][]>
  /** Rejects with a disk-full error if the database has no space for another megabyte. */
  assertSpace(): Promise<void>
  close(): Promise<void>
}

interface PoolState {
  total: number
  idle: number
  max: number
  /** Number of queries that wait for a connection. */
  waiting: number
}

export interface OpenOptions {
  /**
   * True if an older schema on Postgres may be upgraded, as when a server starts. The backup of a Postgres
   * database is made elsewhere.
   */
  mayUpgrade?: boolean
  /** Migrations after the baseline, by default those of this version; tests of upgrades pass their own. */
  migrations?: readonly Migration[]
  now?: () => Date
  /** Called before the tables of an empty database are created. If it rejects, opening fails and nothing is created. */
  beforeCreate?: () => Promise<void>
  /** Called with the path of the backup that was made before the schema changed. */
  onBackUp?: (copy: string) => void
  /** Called after every commit, including other processes' commits, and before the commit is acknowledged. */
  onChanges?: OnChanges
  /**
   * Called when other processes' writes are no longer received, or are received again. Anything cached in
   * between may be wrong.
   */
  onHearing?: (isHearing: boolean) => void
}
