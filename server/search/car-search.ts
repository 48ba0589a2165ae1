import type { CarFilters } from '../../contract/cars/car-search.ts'
import type { Database } from '../db/database.ts'
import type { RowsAtOnce, WithRows } from '../db/engines/rows-at-once.ts'
import type { RowReader } from '../db/list.ts'
import type { ArrangedCars, KeptQuery } from './arrange-cars.ts'
import { createCarIndex } from './car-index.ts'
import type { CarCounts } from './count-cars.ts'
import type { CarQuery, FoundCars } from './find-cars.ts'
import { createKeptIndex } from './kept-index.ts'
import type { SearchAsker } from './question-queue.ts'

/** Finds and counts listed cars, lists those that are not deleted, and reads rows of other lists. Each answer holds whatever was committed before it was asked for. */
export interface CarSearch extends RowReader {
  find(query: CarQuery): Promise<FoundCars>
  count(filters: CarFilters): Promise<CarCounts>
  arrange(query: KeptQuery): Promise<ArrangedCars>
  /** The same, as the asker's: who asks much waits longer than who asks little. */
  by(asker: SearchAsker): CarSearch
  close(): Promise<void>
}

/** Within this process. It waits for transactions to end. */
export function createOwnSearch({
  rowsAtOnce,
  readRows,
}: Pick<Database, 'rowsAtOnce' | 'readRows'>): CarSearch {
  const askListed = askerOf(rowsAtOnce, createCarIndex)
  const askKept = askerOf(rowsAtOnce, createKeptIndex)
  const search: CarSearch = {
    find: (query) => askListed((index) => index.find(query)),
    count: (filters) => askListed((index) => index.count(filters)),
    arrange: (query) => askKept((index) => index.arrange(query)),
    read: readRows,
    by: () => search,
    close: async () => {},
  }
  return search
}

/** Asks an index that reads its rows in between. */
export function askerOf<Index>(withRows: WithRows, create: (atOnce: () => RowsAtOnce) => Index) {
  let current: RowsAtOnce | null = null
  const index = create(() => current!)
  return <T>(question: (index: Index) => T): Promise<T> =>
    withRows((rows) => {
      current = rows
      return question(index)
    })
}
