import { facetNames, requestedMake } from '../../contract/cars/car-facets.ts'
import type { CarFilters } from '../../contract/cars/car-search.ts'
import type { RowBatchReader } from '../db/engines/row-batch-reader.ts'
import { createWordReader } from '../db/engines/word-reader.ts'
import { matchTerms } from '../db/full-text.ts'
import { CarColumns } from './car-columns.ts'
import { createCarConditions, type CarConditions, type Passing } from './car-conditions.ts'
import { createCarRows } from './car-rows.ts'
import { countCars, type CarCounts } from './count-cars.ts'
import { findCars, findRankedCars, type CarQuery, type FoundCars } from './find-cars.ts'
import { SlotSet } from './slot-set.ts'

/** An index for searching the listed cars. Each response reflects everything committed before its request. */
export interface CarIndex {
  /** Reads the cars in advance. Otherwise, the first search would have to wait for that. */
  read(): void
  find(query: CarQuery): FoundCars
  count(filters: CarFilters): CarCounts
}

/**
 * Creates an index that reads the database once and then applies the changes that the change log lists.
 * @param atOnce called whenever rows are read
 */
export function createCarIndex(atOnce: () => RowBatchReader): CarIndex {
  const rows = createCarRows(atOnce)
  const reader = createWordReader(atOnce)
  let known: KnownValues | null = null

  function current(): KnownValues {
    const changes = known && rows.changes.since(known.change)
    if (!known || !changes || known.columns.isWorn) return (known = readAll())
    if (changes.keys.size > 0) catchUp(known, changes.keys)
    known.change = changes.last
    return known
  }

  function readAll(): KnownValues {
    const change = rows.changes.last()
    const columns = new CarColumns(rows.all())
    return { change, columns, conditions: createCarConditions(columns, reader) }
  }

  function catchUp({ columns, conditions }: KnownValues, changed: ReadonlySet<number>): void {
    conditions.note(columns.replace(changed, [...rows.some(changed)]))
  }

  return {
    read: () => void current(),
    find(query) {
      const { columns, conditions } = current()
      const { filters, sort } = query
      const matching = allPassing(columns, conditions.passing(filters))
      return sort === 'relevance' && matchTerms({ q: filters.q }).length > 0
        ? findRankedCars(columns, query, matching, conditions.fitTo(filters.q))
        : findCars(columns, query, matching)
    },
    count(filters) {
      const { columns, conditions } = current()
      // Models are counted only if one make is chosen, because all makes together have thousands.
      const wanted = facetNames.filter((name) => name !== 'model' || requestedMake(filters) !== null)
      return countCars(columns, conditions.passing(filters), wanted)
    },
  }
}

/** The cars as of a given change in the change log. */
interface KnownValues {
  change: number
  columns: CarColumns
  conditions: CarConditions
}

function allPassing({ listed }: CarColumns, passing: readonly Passing[]): SlotSet {
  return SlotSet.common([listed, ...passing.map(({ cars }) => cars)])
}
