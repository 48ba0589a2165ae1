import type { CarFilters } from '../../contract/car-search.ts'
import type { Database } from '../db/connection.ts'
import type { ArrangedCars, KeptQuery } from './arrange-cars.ts'
import { createCarIndex } from './car-index.ts'
import type { CarCounts } from './count-cars.ts'
import type { CarQuery, FoundCars } from './find-cars.ts'
import { createKeptIndex } from './kept-index.ts'

/** Finds and counts listed cars, and lists those that are not deleted. Each answer holds whatever was committed before it was asked for. */
export interface CarSearch {
  find(query: CarQuery): Promise<FoundCars>
  count(filters: CarFilters): Promise<CarCounts>
  arrange(query: KeptQuery): Promise<ArrangedCars>
  close(): Promise<void>
}

/** For a database in memory, which no other process can read. It waits for transactions to end. */
export function createOwnSearch({
  sqlite,
  betweenWrites,
}: Pick<Database, 'sqlite' | 'betweenWrites'>): CarSearch {
  const index = createCarIndex(sqlite)
  const kept = createKeptIndex(sqlite)
  return {
    find: (query) => betweenWrites(() => index.find(query)),
    count: (filters) => betweenWrites(() => index.count(filters)),
    arrange: (query) => betweenWrites(() => kept.arrange(query)),
    close: async () => {},
  }
}
