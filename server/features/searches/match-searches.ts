import { setImmediate as nextTurn } from 'node:timers/promises'
import { getUtcDay } from '../../../contract/calendar-day.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/tables.ts'
import { listFormerMakes } from '../categories/former-makes.repository.ts'
import { markShortlistNews } from '../shortlist/shortlist-alert.repository.ts'
import { insertAlerts, type NewAlert } from './alert.repository.ts'
import { listComparable, readCompared, readListed, storeCompared } from './compared-car.repository.ts'
import { splitIntoParts } from './saved-results.ts'
import { listActiveSearches, storeResults } from './saved-search.repository.ts'
import { SearchIndex, type StoredSearch } from './search-index.ts'
import {
  claimPosition,
  findPosition,
  isClaimed,
  movePosition,
  readChangedCars,
  readChangedSearches,
  startPosition,
} from './search-position.repository.ts'

type MatchSearches = (ctx: Pick<Context, 'db' | 'now'>) => Promise<void>

/** The index of saved searches, and the change up to which it is complete. */
interface IndexState {
  index: SearchIndex
  change: number
  /** The former names of makes as JSON, and the UTC day. If one of them changes, the index is built again. */
  makes: string
  today: string
}

/** Maximum duration in milliseconds before the job lets requests run. */
const TURN_MS = 10
/** Maximum number of logged changes per comparison. Requests wait while they are read. */
const CHANGES_PER_BATCH = 2000

/**
 * Creates the job that compares changed cars with all saved searches, and queues an alert for each search that a
 * car passes now and did not pass when it was last compared. The searches stay in memory between runs. It also marks
 * the shortlisted cars among them that have unreported changes.
 *
 * The values of each car are stored together with its alerts, so a car that is compared again after a crash
 * yields nothing new. The position in the change log only moves after all changed cars have been compared.
 */
export function createSearchMatcher(changesAtOnce = CHANGES_PER_BATCH): MatchSearches {
  let state: IndexState | null = null

  /**
   * Compares the next batch of changed cars with the saved searches.
   * @returns true if more changes follow
   */
  async function compareSome(ctx: Parameters<MatchSearches>[0], run: string): Promise<boolean> {
    const today = getUtcDay(ctx.now())
    const changes = await ctx.db.transaction().execute(async (trx) => {
      const position = await findPosition(trx)
      if (position === null) return null
      await claimPosition(trx, run)
      return readChangedCars(trx, position, changesAtOnce)
    })
    if (changes === null) {
      await startComparing(ctx)
      return false
    }
    const numbers = changes.numbers ?? (await listComparable(ctx.db))
    for (const some of splitIntoParts([...numbers])) {
      const read = await readCars(ctx.db, state, some, today)
      state = await updateIndex(state, read.changes)
      if (!(await compareCars(ctx, state.index, run, some, read))) return false
    }
    await ctx.db.transaction().execute(async (trx) => {
      await markShortlistNews(trx, changes.carIds, ctx.now())
      await movePosition(trx, run, changes.last)
    })
    return changes.hasMore
  }

  return async (ctx) => {
    const run = newId()
    while (await compareSome(ctx, run));
  }
}

type ReadCars = Awaited<ReturnType<typeof readCars>>

/** Reads some cars and, in the same snapshot, the searches that have changed. */
function readCars(db: Db, state: IndexState | null, numbers: readonly number[], today: string) {
  return db.transaction().execute(async (trx) => ({
    changes: await readIndexChanges(trx, state, today),
    listed: await readListed(trx, numbers),
    compared: await readCompared(trx, numbers),
  }))
}

/**
 * Compares cars with the saved searches, and stores the new alerts and the compared values.
 * @returns false if another run has begun
 */
async function compareCars(
  { db, now }: Parameters<MatchSearches>[0],
  index: SearchIndex,
  run: string,
  numbers: readonly number[],
  { listed, compared }: ReadCars,
): Promise<boolean> {
  const alerts: NewAlert[] = []
  await runInTurns(listed, ({ number, carId, facts: after }) => {
    const matches = index.find({ number, before: compared.get(number) ?? null, after })
    for (const match of matches) alerts.push({ ...match, carId })
  })
  const recent = index.findRecent(new Set(numbers))
  const isOurs = await db.transaction().execute(async (trx) => {
    if (!(await isClaimed(trx, run))) return false
    await storeCompared(trx, numbers, listed)
    await insertAlerts(trx, alerts, now())
    for (const { id, results } of recent) await storeResults(trx, id, results)
    return true
  })
  if (isOurs) for (const { id, results } of recent) index.setResults(id, results)
  return isOurs
}

/**
 * Stores the values of all listed cars without alerts: at the first start, and after an update to a release that
 * compares other values.
 */
async function startComparing({ db, now }: Parameters<MatchSearches>[0]): Promise<void> {
  const { last } = await db.transaction().execute((trx) => readChangedCars(trx, 0))
  for (const numbers of splitIntoParts(await listComparable(db)))
    await db.transaction().execute(async (trx) => storeCompared(trx, numbers, await readListed(trx, numbers)))
  await db.transaction().execute(async (trx) => {
    await markShortlistNews(trx, null, now())
    await startPosition(trx, last)
  })
}

interface IndexChanges {
  /** The IDs of the searches that have changed, or null if the index must be built again. */
  changedIds: ReadonlySet<string> | null
  searches: StoredSearch[]
  change: number
  currentMakes: ReadonlyMap<string, string>
  today: string
}

/** Reads the searches that have changed, or all of them if it is not known which. */
async function readIndexChanges(db: Db, state: IndexState | null, today: string): Promise<IndexChanges> {
  const { ids, last: change } = await readChangedSearches(db, state?.change ?? 0)
  const currentMakes = await listFormerMakes(db)
  const isSame = state?.makes === toJson(currentMakes) && state.today === today
  const changedIds = isSame ? ids : null
  return { changedIds, searches: await listActiveSearches(db, changedIds), change, currentMakes, today }
}

async function updateIndex(
  state: IndexState | null,
  { changedIds, searches, change, currentMakes, today }: IndexChanges,
): Promise<IndexState> {
  const index = state && changedIds ? state.index : new SearchIndex(currentMakes, today)
  for (const id of changedIds ?? []) index.remove(id)
  await runInTurns(searches, (search) => index.put(search))
  return { index, change, makes: toJson(currentMakes), today }
}

function toJson(currentMakes: ReadonlyMap<string, string>): string {
  return JSON.stringify([...currentMakes])
}

/** Does work for each item, and lets requests run in between. */
async function runInTurns<T>(items: readonly T[], work: (item: T) => void): Promise<void> {
  let turnEnd = performance.now() + TURN_MS
  for (const item of items) {
    work(item)
    if (performance.now() < turnEnd) continue
    await nextTurn()
    turnEnd = performance.now() + TURN_MS
  }
}
