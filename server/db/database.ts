import type { OnChanges } from './change-log.ts'
import type { Exclusively } from './engines/exclusive-runner.ts'
import type { AddCounts } from './engines/shared-counts.ts'
import type { Migration } from './engines/migration.ts'
import type { WithRows } from './engines/row-batch-reader.ts'
import type { Statement } from './list.ts'
import type { Db } from './tables.ts'

/** The server's access to its database, regardless of the engine. */
export interface Database {
  db: Db
  /** The path of the database file, or null for an in-memory or Postgres database. */
  file: string | null
  /**
   * The location for another process to open the database: the file path, or the URL with the password. Null
   * for an in-memory database.
   */
  place: string | null
  /** Shares counts with other processes that serve the same data. Null if there can't be other processes. */
  addCounts: AddCounts | null
  exclusively: Exclusively
  /** Allocates the memory that a long series of writes needs. It is released when the database is closed. */
  expectManyWrites(): void
  /**
   * Reads other processes' commits to the file immediately. Does nothing on Postgres, where a commit waits
   * until the other processes have read it.
   */
  readExternalCommits(): void
  /**
   * Returns the time since which the database server has been unreachable, or null if it is reachable or the
   * database is a file.
   */
  unreachableSince(): Date | null
  /** Returns the state of the connection pool. Null if the database is a file. */
  readPool: (() => PoolState) | null
  /** Reads rows for in-memory caches. If another process can open the database, it should do these reads. */
  rowBatchReader: WithRows
  /** Runs several queries on the same snapshot, and returns the rows of each. */
  readRows(statements: readonly Statement[]): Promise<unknown[][]>
  /** Rejects with a disk-full error if the database has no space for another megabyte. */
  assertSpace(): Promise<void>
  close(): Promise<void>
}

interface PoolState {
  total: number
  idle: number
  max: number
  /** Number of queries waiting for a connection. */
  waiting: number
}

export interface OpenOptions {
  /**
   * True if an older Postgres schema may be upgraded, as at server startup. Kerblight does not back up a
   * Postgres database.
   */
  canUpgrade?: boolean
  /** The migrations after the baseline. Tests of upgrades override them. */
  migrations?: readonly Migration[]
  now?: () => Date
  /** Called before the tables of an empty database are created. If it rejects, opening fails and nothing is created. */
  beforeCreate?: () => Promise<void>
  /** Called with the path of the backup that was made before the schema changed. */
  onBackUp?: (copy: string) => void
  /** Called after every commit, including other processes' commits, and before the commit is acknowledged. */
  onChanges?: OnChanges
  /**
   * Called when this process stops or resumes receiving other processes' writes. Data that is cached in
   * between may be outdated.
   */
  onHearing?: (isHearing: boolean) => void
}
