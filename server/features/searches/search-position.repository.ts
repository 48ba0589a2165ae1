import { firstLoggedChange, isLoggedAfter, lastLoggedChange } from '../../db/engines/commit-order.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'
import { COMPARED_NAMES } from './compared-car.repository.ts'

/** The cars and saved searches that have changed since a position in the change log. */
export interface LoggedChanges {
  /** The numbers of cars, or null if the log no longer reaches back that far. */
  numbers: Set<number> | null
  /** The IDs of cars whose state or price may have changed, or null likewise. */
  carIds: Set<string> | null
  /** The IDs of searches, or null likewise. */
  searchIds: Set<string> | null
  last: number
}

/** @param change 0 if nothing has been read yet */
export async function readLoggedChanges(db: Db, change: number): Promise<LoggedChanges> {
  const { rows: ends } = await sql<{ first: number; last: number }>`
    select ${firstLoggedChange} as first, ${lastLoggedChange} as last`.execute(db)
  const { first, last } = ends[0]!
  if (change === 0 || last < change || first > change + 1)
    return { numbers: null, carIds: null, searchIds: null, last }
  const rows = await db
    .selectFrom('change_log')
    .select('topics')
    .where(isLoggedAfter(change))
    .where(({ or, eb }) =>
      or(['%listed %', '%search %', 'car %', '%\ncar %'].map((topic) => eb('topics', 'like', topic))),
    )
    .execute()
  const topics = new Set(rows.flatMap((row) => row.topics.split('\n')))
  const after = (prefix: string) =>
    [...topics].filter((topic) => topic.startsWith(prefix)).map((topic) => topic.slice(prefix.length))
  return {
    numbers: new Set(after('listed ').map(Number)),
    carIds: new Set(after('car ')),
    searchIds: new Set(after('search ')),
    last,
  }
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

/** @returns true if no other run has begun since the run claimed the position */
export async function isClaimed(db: Db, run: string): Promise<boolean> {
  const row = await db.selectFrom('search_position').select('run').executeTakeFirst()
  return row?.run === run
}

export async function movePosition(db: Db, run: string, change: number): Promise<void> {
  await db.updateTable('search_position').set({ change }).where('run', '=', run).execute()
}
