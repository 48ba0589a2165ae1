import type { Database } from '../db/database.ts'
import type { RowBatchReader, WithRows } from '../db/engines/row-batch-reader.ts'
import type { RowReader } from '../db/list.ts'
import type { SortedCars, AllCarsQuery } from './sort-and-filter-cars.ts'
import { createCarIndex } from './car-index.ts'
import type { DatedFilters } from './car-filters.ts'
import type { CarCounts } from './count-cars.ts'
import type { CarQuery, FoundCars } from './find-cars.ts'
import { createCachedIndex } from './cached-index.ts'
import {
  createPriceIndex,
  type PriceAnswer,
  type PriceQuery,
  type Relabeled,
  type RelabelRequest,
} from './prices/price-index.ts'
import type { SearchClient } from './query-queue.ts'

/**
 * Finds and counts listed cars, lists all cars that are not deleted, compares prices, and reads rows for other
 * lists. Each response reflects everything committed before its request.
 */
export interface CarSearch extends RowReader {
  find(query: CarQuery): Promise<FoundCars>
  count(filters: DatedFilters): Promise<CarCounts>
  sortAndFilter(query: AllCarsQuery): Promise<SortedCars>
  price(query: PriceQuery): Promise<PriceAnswer>
  /** Computes labels of prices for a few milliseconds. */
  relabel(request: RelabelRequest): Promise<Relabeled>
  /**
   * Returns the same search on behalf of a client. Clients with many requests wait longer than clients with
   * few.
   */
  by(client: SearchClient): CarSearch
  close(): Promise<void>
}

/** Creates a search that runs in this process. It waits for open transactions to end. */
export function createOwnSearch({
  rowBatchReader,
  readRows,
}: Pick<Database, 'rowBatchReader' | 'readRows'>): CarSearch {
  const queryListedCars = createIndexClient(rowBatchReader, createCarIndex)
  const queryAllCars = createIndexClient(rowBatchReader, createCachedIndex)
  const queryPrices = createIndexClient(rowBatchReader, createPriceIndex)
  const search: CarSearch = {
    find: (query) => queryListedCars((index) => index.find(query)),
    count: (filters) => queryListedCars((index) => index.count(filters)),
    sortAndFilter: (query) => queryAllCars((index) => index.sortAndFilter(query)),
    read: readRows,
    price: (query) => queryPrices((index) => index.price(query)),
    relabel: (request) => queryPrices((index) => index.relabel(request)),
    by: () => search,
    close: async () => {},
  }
  return search
}

/** Returns a function that queries an index, which may read its rows during the query. */
export function createIndexClient<Index>(
  withRows: WithRows,
  create: (getReader: () => RowBatchReader) => Index,
) {
  let current: RowBatchReader | null = null
  const index = create(() => current!)
  return <T>(query: (index: Index) => T): Promise<T> =>
    withRows((rows) => {
      current = rows
      return query(index)
    })
}
