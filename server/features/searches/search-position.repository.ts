import {
  firstLoggedChange,
  isLoggedAfter,
  lastLoggedChange,
  loggedPosition,
} from '../../db/engines/commit-order.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'
import { COMPARED_NAMES } from './compared-car.repository.ts'

/** The cars that have changed since a position in the change log. */
export interface ChangedCars {
  /** The numbers of cars, or null if the log no longer reaches back that far. */
  numbers: Set<number> | null
  /** The IDs of cars whose state or price may have changed, or null likewise. */
  carIds: Set<string> | null
  last: number
  /** True if more changes follow `last`. */
  hasMore: boolean
}

/** The saved searches that have changed since a position in the change log. */
export interface ChangedSearches {
  /** The IDs of searches, or null if the log no longer reaches back that far. */
  ids: Set<string> | null
  last: number
}

/**
 * Reads the saved searches that have changed since a logged change.
 * @param change 0 if nothing has been read yet
 * @param atMost the number of logged changes after which reading stops. On Postgres, it stops only at the end of
 *   a transaction
 */
export async function readChangedCars(db: Db, change: number, atMost?: number): Promise<ChangedCars> {
  const { last: newest, isKept } = await readEnds(db, change)
  if (!isKept) return { numbers: null, carIds: null, last: newest, hasMore: false }
  const limit = atMost === undefined ? null : await findChange(db, change, atMost)
  const hasMore = limit !== null && limit < newest
  const last = hasMore ? limit : newest
  const topics = await readTopics(db, change, ['%listed %', 'car %', '%\ncar %'], hasMore ? last : null)
  const numbers = new Set(topicsAfter('listed ', topics).map(Number))
  return { numbers, carIds: new Set(topicsAfter('car ', topics)), last, hasMore }
}

/**
 * Reads the cars that have changed since a logged change.
 * @param change 0 if nothing has been read yet
 */
export async function readChangedSearches(db: Db, change: number): Promise<ChangedSearches> {
  const { last, isKept } = await readEnds(db, change)
  if (!isKept) return { ids: null, last }
  return { ids: new Set(topicsAfter('search ', await readTopics(db, change, ['%search %']))), last }
}

/** Returns the end of the change log, and whether the log still has all changes after the given one. */
async function readEnds(db: Db, change: number): Promise<{ last: number; isKept: boolean }> {
  const { rows: ends } = await sql<{ first: number; last: number }>`
    select ${firstLoggedChange} as first, ${lastLoggedChange} as last`.execute(db)
  const { first, last } = ends[0]!
  return { last, isKept: change !== 0 && last >= change && first <= change + 1 }
}

/** Returns the position of the `count`th logged change after the given position, or null if there are fewer. */
async function findChange(db: Db, change: number, count: number): Promise<number | null> {
  const row = await db
    .selectFrom('change_log')
    .select(loggedPosition.as('position'))
    .where(isLoggedAfter(change))
    .orderBy(loggedPosition)
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.position ?? null
}

/** Reads the topics of changes that have a topic like one of the patterns, up to the change `last` if given. */
async function readTopics(
  db: Db,
  change: number,
  patterns: readonly string[],
  last: number | null = null,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('change_log')
    .select('topics')
    .where(isLoggedAfter(change))
    .$if(last !== null, (changes) => changes.where(loggedPosition, '<=', last!))
    .where(({ or, eb }) => or(patterns.map((pattern) => eb('topics', 'like', pattern))))
    .execute()
  return new Set(rows.flatMap((row) => row.topics.split('\n')))
}

function topicsAfter(prefix: string, topics: ReadonlySet<string>): string[] {
  return [...topics].filter((topic) => topic.startsWith(prefix)).map((topic) => topic.slice(prefix.length))
}

/** Returns the position of the comparison, or null before the first one, or if a release compares other values. */
export async function findPosition(db: Db): Promise<number | null> {
  const row = await db.selectFrom('search_position').select(['change', 'names']).executeTakeFirst()
  return row?.names === COMPARED_NAMES ? row.change : null
}

/** Stores the position where comparisons begin. */
export async function startPosition(db: Db, change: number): Promise<void> {
  const row = { change, names: COMPARED_NAMES, run: '' }
  await db
    .insertInto('search_position')
    .values({ only_row: 1, ...row })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(row))
    .execute()
}

/** Makes a run the only one that may write. */
export async function claimPosition(db: Db, run: string): Promise<void> {
  await db.updateTable('search_position').set({ run }).execute()
}

/** Reports whether no other run has begun since the run claimed the position. */
export async function isClaimed(db: Db, run: string): Promise<boolean> {
  const row = await db.selectFrom('search_position').select('run').executeTakeFirst()
  return row?.run === run
}

export async function movePosition(db: Db, run: string, change: number): Promise<void> {
  await db.updateTable('search_position').set({ change }).where('run', '=', run).execute()
}
