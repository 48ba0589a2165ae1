import type { CarFilters } from '../../contract/car-search.ts'
import type { Database } from '../db/connection.ts'
import type { RowReader } from '../db/placed-list.ts'
import type { ArrangedCars, KeptQuery } from './arrange-cars.ts'
import { createCarIndex } from './car-index.ts'
import type { CarCounts } from './count-cars.ts'
import type { CarQuery, FoundCars } from './find-cars.ts'
import { createKeptIndex } from './kept-index.ts'
import { createStatements } from './statements.ts'

/** Finds and counts listed cars, lists those that are not deleted, and reads rows of other lists. Each answer holds whatever was committed before it was asked for. */
export interface CarSearch extends RowReader {
  find(query: CarQuery): Promise<FoundCars>
  count(filters: CarFilters): Promise<CarCounts>
  arrange(query: KeptQuery): Promise<ArrangedCars>
  close(): Promise<void>
}

/** For a database in memory, which no other process can read. It waits for transactions to end. */
export function createOwnSearch({ sqlite, betweenWrites }: Omit<Database, 'db' | 'close'>): CarSearch {
  const index = createCarIndex(sqlite)
  const kept = createKeptIndex(sqlite)
  const rows = createStatements(sqlite)
  return {
    find: (query) => betweenWrites(() => index.find(query)),
    count: (filters) => betweenWrites(() => index.count(filters)),
    arrange: (query) => betweenWrites(() => kept.arrange(query)),
    read: (statements) => betweenWrites(() => rows.read(statements)),
    close: async () => {},
  }
}
