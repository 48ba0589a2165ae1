import type { CarFilters } from '../../contract/car-search.ts'
import type { Database } from '../db/connection.ts'
import { createCarIndex } from './car-index.ts'
import type { CarCounts } from './count-cars.ts'
import type { CarQuery, FoundCars } from './find-cars.ts'

/** Finds and counts listed cars. Each answer holds whatever was committed before it was asked for. */
export interface CarSearch {
  find(query: CarQuery): Promise<FoundCars>
  count(filters: CarFilters): Promise<CarCounts>
  close(): Promise<void>
}

/** For a database in memory, which no other process can read. It waits for transactions to end. */
export function createOwnSearch({
  sqlite,
  betweenWrites,
}: Pick<Database, 'sqlite' | 'betweenWrites'>): CarSearch {
  const index = createCarIndex(sqlite)
  return {
    find: (query) => betweenWrites(() => index.find(query)),
    count: (filters) => betweenWrites(() => index.count(filters)),
    close: async () => {},
  }
}
