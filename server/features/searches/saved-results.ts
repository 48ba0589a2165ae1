import type { Db } from '../../db/tables.ts'
import type { DatedFilters } from '../../search/car-filters.ts'
import { listComparable, readListed } from './compared-car.repository.ts'
import type { SavedResults } from './search-index.ts'
import { findPosition, readChangedCars } from './search-position.repository.ts'
import { SearchTest } from './search-matcher.ts'

const CARS_PER_READ = 200

/**
 * Tests a new search on the cars that have changed since their last comparison with saved searches. The next
 * comparison must start from these results, because only later changes are reported to the user.
 */
export async function readResultsWhenSaved(db: Db, filters: DatedFilters): Promise<SavedResults> {
  const position = await findPosition(db)
  if (position === null) return new Map()
  const { numbers } = await readChangedCars(db, position)
  const test = new SearchTest(filters)
  const results = new Map<number, boolean>()
  for (const some of splitIntoParts([...(numbers ?? (await listComparable(db)))])) {
    for (const number of some) results.set(number, false)
    for (const { number, facts } of await readListed(db, some)) results.set(number, test.passes(facts))
  }
  return results
}

/** Yields the numbers of cars in parts that one query can read. */
export function* splitIntoParts(numbers: readonly number[]): Generator<number[]> {
  for (let from = 0; from < numbers.length; from += CARS_PER_READ)
    yield numbers.slice(from, from + CARS_PER_READ)
}
