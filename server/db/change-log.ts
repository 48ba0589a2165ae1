import type Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import type { LiveNotice } from '../../contract/events.ts'
import type { TagType } from '../../contract/api/tags.ts'
import { deleteRows } from './delete-rows.ts'
import type { Db } from './tables.ts'

/**
 * The kinds of data that cached responses depend on. Each is followed by a key, or by `*` for all data of the
 * kind.
 * - `car`: everything shown about a car, by car ID.
 * - `history`: changes to other cars with the same VIN, and removals from the car's own history, by car ID.
 * - `list`: a make's listed cars and their order, by make.
 * - `listed`: everything shown about any listed car.
 * - `facts`, `words`, `featured`: the columns of listed cars that a search compares, their texts, and whether
 * they are featured.
 * - `brands`, `counts`: the makes, and each make's number of listed cars.
 * - `recalls`: the recalls of all models.
 * - `reviews`, `authors`: the reviews, and the data about their authors that they show.
 */
export type CachedKind =
  | 'car'
  | 'history'
  | 'list'
  | 'listed'
  | 'facts'
  | 'words'
  | 'featured'
  | 'brands'
  | 'counts'
  | 'recalls'
  | 'reviews'
  | 'authors'
export type Dependency = `${CachedKind} ${string}`

/** A change that users are notified of. */
export type LiveChange = (
  | { kind: 'tag'; about: TagType }
  | { kind: 'car' | LiveNotice['kind']; about: string }
) & {
  /** The recipients: `everyone` for all signed-in users, `strangers`, `admins`, or a user's ID. */
  audience: string
}

/** The changes in a commit by this process or another one. */
export interface Changes {
  live: LiveChange[]
  /** The written rows that cached responses may depend on. */
  written: Dependency[]
  /** True if the user of any session may have changed. */
  haveSessionsChanged: boolean
}

/** The listener for changes. Null means that anything may have changed. */
export type OnChanges = (changes: Changes | null) => void

/**
 * Maximum number of log rows to read per commit. If a commit has more, anything may have changed. The largest
 * single change, to 1,000 cars, writes a few thousand rows.
 */
export const MAX_ROWS = 20_000

/**
 * Parses change log rows.
 * @param rows each row's topics, one per line
 * @returns null if there are more rows than `MAX_ROWS`
 */
export function readChanges(rows: readonly string[]): Changes | null {
  if (rows.length > MAX_ROWS) return null
  const topics = [...new Set(rows.flatMap((row) => row.split('\n')))]
  const topicsAfter = (prefix: string) =>
    topics.filter((topic) => topic.startsWith(prefix)).map((topic) => topic.slice(prefix.length))
  return {
    live: topicsAfter('event ').map(toLiveChange),
    written: topicsAfter('cache ') as Dependency[],
    haveSessionsChanged: topics.includes('session'),
  }
}

function toLiveChange(topic: string): LiveChange {
  const [kind, about, audience] = topic.split(' ')
  return { kind, about, audience } as LiveChange
}

const POLL_MS = 1000

interface ChangeLogOfFile {
  readOwnCommits(): void
  readExternal(): void
  close(): void
}

/**
 * Follows the change log of a SQLite file. This includes writes by other processes, such as the seed or the
 * admin script, which SQLite reports to each connection (sqlite.org/pragma.html#pragma_data_version).
 */
export function followChangeLog(sqlite: Sqlite.Database, onChanges: OnChanges): ChangeLogOfFile {
  const selectNewest = sqlite.prepare<[], number>('select coalesce(max(change), 0) from change_log').pluck()
  const selectAfter = sqlite.prepare<[number], { change: number; topics: string }>(
    `select change, topics from change_log where change > ? order by change limit ${MAX_ROWS + 1}`,
  )
  const readVersion = () => sqlite.pragma('data_version', { simple: true })
  let lastChange = selectNewest.get()!
  let lastVersion = readVersion()

  function read(): void {
    const rows = selectAfter.all(lastChange)
    if (rows.length === 0) return
    // A gap means that the rows in between were purged.
    const isComplete = rows[0]!.change === lastChange + 1 && rows.length <= MAX_ROWS
    const newest = isComplete ? rows.at(-1)!.change : selectNewest.get()!
    // Rows from this connection's open transaction may be rolled back, so they are read again later.
    if (!sqlite.inTransaction) lastChange = newest
    onChanges(isComplete ? readChanges(rows.map(({ topics }) => topics)) : null)
  }

  function readExternal(): void {
    if (!sqlite.open) return
    const version = readVersion()
    if (version === lastVersion) return
    if (!sqlite.inTransaction) lastVersion = version
    read()
  }

  const timer = setInterval(readExternal, POLL_MS)
  timer.unref()
  return { readOwnCommits: read, readExternal, close: () => clearInterval(timer) }
}

/**
 * Number of rows to retain. A search process that is further behind reloads all cars. A new car writes about
 * eight rows of 110 bytes.
 */
const RETAINED_ROWS = 100_000

/**
 * Deletes log rows that every process has read long ago. Readers continue after the newest rows, so those are
 * retained.
 */
export async function purgeChangeLog(db: Db, retained = RETAINED_ROWS): Promise<number> {
  const newest = sql<number>`(select max(change) from change_log)`
  return deleteRows(db.deleteFrom('change_log').where('change', '<=', sql<number>`${newest} - ${retained}`))
}
