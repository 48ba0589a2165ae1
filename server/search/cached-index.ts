import type { RowBatchReader } from '../db/engines/row-batch-reader.ts'
import { sortAndFilterCars, type SortedCars, type AllCarsQuery } from './sort-and-filter-cars.ts'
import { CarsInMemory } from './cars-in-memory.ts'
import { createRowCache } from './row-cache.ts'

/**
 * An index for listing all cars that are not deleted, including sold ones. Each response reflects everything
 * committed before its request.
 */
export interface CachedIndex {
  /**
   * Reads some of the cars per call. Once all cars are read, each call builds one sort order. The first
   * requests need not wait for either, but the database connection is busy between the reads.
   * @returns true if more remains to be done
   */
  readSome(): boolean
  sortAndFilter(query: AllCarsQuery): SortedCars
}

const ROWS_PER_LOAD = 2000
/**
 * Maximum number of changed cars to insert into the sort orders one by one. If more have changed, sorting
 * again is faster.
 */
const MAX_CHANGED = 500

/** Creates an index that reads the database once and then applies the changes in the change log. */
export function createCachedIndex(getReader: () => RowBatchReader): CachedIndex {
  const rows = createRowCache(getReader)
  let cars: CarsInMemory | null = null
  let reading: Generator<void, void> | null = null
  let lastChange = 0

  function getCurrent(): CarsInMemory {
    const changes = cars && rows.changes.since(lastChange)
    if (!cars || !changes || cars.isWorn) return readAll()
    if (changes.keys.size > 0) catchUp(cars, changes.keys)
    lastChange = changes.last
    return cars
  }

  function readAll(): CarsInMemory {
    while (!readMore());
    return cars!
  }

  /**
   * Reads more cars. After a failure, the next call starts over.
   * @returns true if all cars are read
   */
  function readMore(): boolean {
    const currentRead = (reading ??= read())
    reading = null
    const { done } = currentRead.next()
    if (!done) reading = currentRead
    return done === true
  }

  /** Reads all cars. They replace the previous ones only when complete, so a failed read has no effect. */
  function* read(): Generator<void, void> {
    const newest = rows.changes.last()
    const all = new CarsInMemory()
    let count = 0
    for (const car of rows.all()) {
      all.put(car)
      if (++count % ROWS_PER_LOAD === 0) yield
    }
    lastChange = newest
    cars = all
  }

  function catchUp(cars: CarsInMemory, changed: ReadonlySet<string>): void {
    const changedCars = [...rows.some(changed)]
    if (changed.size > MAX_CHANGED) cars.forgetOrders()
    for (const id of changed) cars.remove(id)
    for (const car of changedCars) cars.put(car)
  }

  return {
    readSome() {
      if (cars) return cars.sortSome()
      readMore()
      return true
    },
    sortAndFilter: (query) => sortAndFilterCars(getCurrent(), query, rows.findUsersByEmail),
  }
}
