import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/tables.ts'
import { listFormerMakes } from '../categories/former-makes.repository.ts'
import { insertAlerts, type NewAlert } from './alert.repository.ts'
import { listComparable, readCompared, readListed, storeCompared } from './compared-car.repository.ts'
import { inParts } from './results-when-saved.ts'
import { listActiveSearches, storeResults } from './saved-search.repository.ts'
import { SearchIndex, type Comparison } from './search-index.ts'
import {
  claimPosition,
  findPosition,
  isClaimed,
  movePosition,
  readLoggedChanges,
  startPosition,
} from './search-position.repository.ts'

type MatchSearches = (ctx: Pick<Context, 'db' | 'now'>) => Promise<void>

/** The index of saved searches, and the change up to which it is complete. */
interface IndexState {
  index: SearchIndex
  change: number
  /** The former names of makes as JSON. If they change, the index is built again. */
  makes: string
}

/** Duration in milliseconds after which a comparison lets requests run. */
const TURN_MS = 10

/**
 * Creates the job that compares changed cars with all saved searches, and queues an alert for each search that a
 * car passes now and did not pass when it was last compared. The searches stay in memory between runs.
 *
 * The values of each car are stored together with its alerts, so a car that is compared again after a crash
 * yields nothing new. The position in the change log only moves after all changed cars have been compared.
 */
export function createSearchMatcher(): MatchSearches {
  let state: IndexState | null = null

  /** Reads some cars and, in the same snapshot, the searches that have changed. */
  async function readCars(trx: Db, numbers: readonly number[]) {
    state = await refreshIndex(trx, state)
    return { listed: await readListed(trx, numbers), compared: await readCompared(trx, numbers) }
  }

  /** @returns false if another run has begun */
  async function compareCars({ db, now }: Parameters<MatchSearches>[0], run: string, numbers: number[]) {
    const { listed, compared } = await db.transaction().execute((trx) => readCars(trx, numbers))
    const { index } = state!
    const alerts: NewAlert[] = []
    let turnEnd = performance.now() + TURN_MS
    for (const { number, carId, facts: after } of listed) {
      const comparison: Comparison = { number, before: compared.get(number) ?? null, after }
      alerts.push(...index.find(comparison).map((match) => ({ ...match, carId })))
      if (performance.now() < turnEnd) continue
      await nextTurn()
      turnEnd = performance.now() + TURN_MS
    }
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

  return async (ctx) => {
    const run = newId()
    const changes = await ctx.db.transaction().execute(async (trx) => {
      const position = await findPosition(trx)
      if (position === null) return null
      await claimPosition(trx, run)
      return readLoggedChanges(trx, position)
    })
    if (changes === null) return startComparing(ctx.db)
    const numbers = changes.numbers ?? (await listComparable(ctx.db))
    for (const some of inParts([...numbers])) if (!(await compareCars(ctx, run, some))) return
    await movePosition(ctx.db, run, changes.last)
  }
}

/**
 * Stores the values of all listed cars without alerts: at the first start, and after an update to a release that
 * compares other values.
 */
async function startComparing(db: Db): Promise<void> {
  const { last } = await db.transaction().execute((trx) => readLoggedChanges(trx, 0))
  for (const numbers of inParts(await listComparable(db)))
    await db.transaction().execute(async (trx) => storeCompared(trx, numbers, await readListed(trx, numbers)))
  await startPosition(db, last)
}

/** Adds the searches that have changed to the index, or reads all of them if it is not known which. */
async function refreshIndex(db: Db, state: IndexState | null): Promise<IndexState> {
  const { searchIds, last } = await readLoggedChanges(db, state?.change ?? 0)
  const presentMakes = await listFormerMakes(db)
  const makes = JSON.stringify([...presentMakes])
  if (!state || !searchIds || state.makes !== makes) {
    const index = new SearchIndex(presentMakes)
    for (const search of await listActiveSearches(db)) index.put(search)
    return { index, change: last, makes }
  }
  for (const id of searchIds) state.index.remove(id)
  for (const search of await listActiveSearches(db, searchIds)) state.index.put(search)
  return { ...state, change: last }
}
