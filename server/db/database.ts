import type { OnChanges } from './change-log.ts'
import type { Exclusively } from './engines/exclusively.ts'
import type { AddCounts } from './engines/shared-counts.ts'
import type { Migration } from './engines/migration.ts'
import type { WithRows } from './engines/row-batch-reader.ts'
import type { Statement } from './list.ts'
import type { Db } from './tables.ts'

/** What the server has of its database, whichever engine it stands in. */
export interface Database {
  db: Db
  /** Where it is a file; null for one in memory or on a server. */
  file: string | null
  /** Where another process finds it: the file, or its address with the password; null for one in memory. */
  place: string | null
  /** Where other processes may serve the same data. */
  addCounts: AddCounts | null
  exclusively: Exclusively
  /** Takes what memory many writes in a row need, until it is closed. */
  expectManyWrites(): void
  /** Reads at once what other processes have committed to the file. Those on Postgres wait until it was read. */
  noticeOthers(): void
  /** Since when its server cannot be reached; null where it can, and for a file. */
  unreachableSince(): Date | null
  /** Reads the state of the connection pool; null for a file. */
  readPool: (() => PoolState) | null
  /** Reads for what is kept in memory; of a database that another process can read, that is better done there. */
  rowBatchReader: WithRows
  /** @returns the rows of each; all of them are of the same moment */
  readRows(statements: readonly Statement[]): Promise<unknown[][]>
  /** Rejects with a disk-full error if the database has no space for another megabyte. */
  assertSpace(): Promise<void>
  close(): Promise<void>
}

interface PoolState {
  total: number
  idle: number
  max: number
  /** Queries that wait for a connection. */
  waiting: number
}

export interface OpenOptions {
  /** Whether an older schema on Postgres, which is backed up elsewhere, is brought up to date: where a server starts. */
  mayUpgrade?: boolean
  /** Migrations after the baseline, by default those of this version; tests of upgrades pass their own. */
  migrations?: readonly Migration[]
  now?: () => Date
  /** Called before the tables of an empty database are created. If it rejects, opening fails and nothing is created. */
  beforeCreate?: () => Promise<void>
  /** Told where the copy is that was made before the schema changed. */
  onBackUp?: (copy: string) => void
  /** Called after every commit, other processes' too, and before it is answered. */
  onChanges?: OnChanges
  /** Told that others' writes are not heard any more, or are again: what was kept meanwhile may be wrong. */
  onHearing?: (isHearing: boolean) => void
}
