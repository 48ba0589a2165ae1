import type { CarFilters } from '../../contract/cars/car-search.ts'
import type { Database } from '../db/database.ts'
import type { RowBatchReader, WithRows } from '../db/engines/row-batch-reader.ts'
import type { RowReader } from '../db/list.ts'
import type { SortedCars, AllCarsQuery } from './sort-and-filter-cars.ts'
import { createCarIndex } from './car-index.ts'
import type { CarCounts } from './count-cars.ts'
import type { CarQuery, FoundCars } from './find-cars.ts'
import { createCachedIndex } from './cached-index.ts'
import type { SearchClient } from './question-queue.ts'

/** Finds and counts listed cars, lists those that are not deleted, and reads rows of other lists. Each answer holds whatever was committed before it was asked for. */
export interface CarSearch extends RowReader {
  find(query: CarQuery): Promise<FoundCars>
  count(filters: CarFilters): Promise<CarCounts>
  arrange(query: AllCarsQuery): Promise<SortedCars>
  /** The same, as the asker's: who asks much waits longer than who asks little. */
  by(asker: SearchClient): CarSearch
  close(): Promise<void>
}

/** Within this process. It waits for transactions to end. */
export function createOwnSearch({
  rowBatchReader,
  readRows,
}: Pick<Database, 'rowBatchReader' | 'readRows'>): CarSearch {
  const queryListedCars = clientOf(rowBatchReader, createCarIndex)
  const queryAllCars = clientOf(rowBatchReader, createCachedIndex)
  const search: CarSearch = {
    find: (query) => queryListedCars((index) => index.find(query)),
    count: (filters) => queryListedCars((index) => index.count(filters)),
    arrange: (query) => queryAllCars((index) => index.arrange(query)),
    read: readRows,
    by: () => search,
    close: async () => {},
  }
  return search
}

/** Asks an index that reads its rows in between. */
export function clientOf<Index>(withRows: WithRows, create: (atOnce: () => RowBatchReader) => Index) {
  let current: RowBatchReader | null = null
  const index = create(() => current!)
  return <T>(question: (index: Index) => T): Promise<T> =>
    withRows((rows) => {
      current = rows
      return question(index)
    })
}
