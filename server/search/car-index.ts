import { facetNames, getRequestedMake } from '../../contract/cars/car-facets.ts'
import type { RowBatchReader } from '../db/engines/row-batch-reader.ts'
import { createFullTextLookup } from '../db/engines/full-text-lookup.ts'
import { buildSearchTerms } from '../db/full-text.ts'
import { CarColumns } from './car-columns.ts'
import { createCarConditions, type CarConditions, type Passing } from './car-conditions.ts'
import type { DatedFilters } from './car-filters.ts'
import { createCarRows } from './car-rows.ts'
import { countCars, type CarCounts } from './count-cars.ts'
import { findCars, findNearestCars, findRankedCars, type CarQuery, type FoundCars } from './find-cars.ts'
import { SlotSet } from './slot-set.ts'

/** An index for searching the listed cars. Each response reflects everything committed before its request. */
export interface CarIndex {
  /** Reads the cars in advance, so that the first search does not have to wait. */
  read(): void
  find(query: CarQuery): FoundCars
  count(filters: DatedFilters): CarCounts
}

/**
 * Creates an index that reads the database once and then applies the changes in the change log.
 * @param getReader called whenever rows are read
 */
export function createCarIndex(getReader: () => RowBatchReader): CarIndex {
  const rows = createCarRows(getReader)
  const reader = createFullTextLookup(getReader)
  let snapshot: Snapshot | null = null

  function getCurrent(): Snapshot {
    const changes = snapshot && rows.changes.since(snapshot.change)
    if (!snapshot || !changes || snapshot.columns.isWorn) return (snapshot = readAll())
    if (changes.keys.size > 0) catchUp(snapshot, changes.keys)
    snapshot.change = changes.last
    return snapshot
  }

  function readAll(): Snapshot {
    const change = rows.changes.last()
    const columns = new CarColumns(rows.all())
    return { change, columns, conditions: createCarConditions(columns, reader) }
  }

  function catchUp({ columns, conditions }: Snapshot, changed: ReadonlySet<number>): void {
    conditions.noteChanges(columns.replace(changed, [...rows.some(changed)]))
  }

  return {
    read: () => void getCurrent(),
    find(query) {
      const { columns, conditions } = getCurrent()
      const { filters, sort } = query
      const matching = allPassing(columns, conditions.passing(filters))
      if (sort === 'nearest' && filters.near !== undefined)
        return findNearestCars(columns, query, matching, filters.near)
      return sort === 'relevance' && buildSearchTerms({ q: filters.q }).length > 0
        ? findRankedCars(columns, query, matching, conditions.createScorer(filters.q))
        : findCars(columns, query, matching)
    },
    count(filters) {
      const { columns, conditions } = getCurrent()
      // All makes together have thousands of models, so they are counted only if one make is chosen.
      const requestedFacets = facetNames.filter(
        (name) => name !== 'model' || getRequestedMake(filters) !== null,
      )
      return countCars(columns, conditions.passing(filters), requestedFacets, filters.today)
    },
  }
}

/** The cars as of a given change in the change log. */
interface Snapshot {
  change: number
  columns: CarColumns
  conditions: CarConditions
}

function allPassing({ listed }: CarColumns, passing: readonly Passing[]): SlotSet {
  return SlotSet.common([listed, ...passing.map(({ cars }) => cars)])
}
