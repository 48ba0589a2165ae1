import type { RowBatchReader } from '../db/engines/row-batch-reader.ts'
import { sortAndFilterCars, type SortedCars, type AllCarsQuery } from './sort-and-filter-cars.ts'
import { CarsInMemory } from './cars-in-memory.ts'
import { createRowCache } from './row-cache.ts'

/** The cars that are not deleted, sold ones too, ready to list. Each answer holds what was committed before it was asked for. */
export interface CachedIndex {
  /**
   * Reads some of the cars, and then puts them into their orders one after the other, so that the first answers need not
   * wait for it. In between, the connection is busy.
   * @returns whether there is more to do
   */
  readSome(): boolean
  arrange(query: AllCarsQuery): SortedCars
}

const ROWS_AT_ONCE = 2000
/** To sort anew takes less long than to put more cars than that in their places. */
const MAX_CHANGED = 500

/** Read from the database once, then kept up by what the change log says of each commit. */
export function createCachedIndex(atOnce: () => RowBatchReader): CachedIndex {
  const rows = createRowCache(atOnce)
  let cars: CarsInMemory | null = null
  let reading: Generator<void, void> | null = null
  let change = 0

  function current(): CarsInMemory {
    const changes = cars && rows.changes.since(change)
    if (!cars || !changes || cars.isWorn) return readAll()
    if (changes.keys.size > 0) catchUp(cars, changes.keys)
    change = changes.last
    return cars
  }

  function readAll(): CarsInMemory {
    while (!readMore());
    return cars!
  }

  /** Reads some more; what failed begins anew. @returns whether that was all */
  function readMore(): boolean {
    const part = (reading ??= read())
    reading = null
    const { done } = part.next()
    if (!done) reading = part
    return done === true
  }

  /** Takes over once it has them all: one that fails half-way leaves nothing behind. */
  function* read(): Generator<void, void> {
    const newest = rows.changes.last()
    const all = new CarsInMemory()
    let count = 0
    for (const car of rows.all()) {
      all.put(car)
      if (++count % ROWS_AT_ONCE === 0) yield
    }
    change = newest
    cars = all
  }

  function catchUp(cars: CarsInMemory, changed: ReadonlySet<string>): void {
    const present = [...rows.some(changed)]
    if (changed.size > MAX_CHANGED) cars.forgetOrders()
    for (const id of changed) cars.remove(id)
    for (const car of present) cars.put(car)
  }

  return {
    readSome() {
      if (cars) return cars.sortSome()
      readMore()
      return true
    },
    arrange: (query) => sortAndFilterCars(current(), query, rows.usersBy),
  }
}
