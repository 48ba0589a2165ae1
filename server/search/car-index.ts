import type Sqlite from 'better-sqlite3'
import type { CarFilters } from '../../contract/car-search.ts'
import { createWordReader, matchExpression } from '../db/full-text.ts'
import { CarColumns } from './car-columns.ts'
import { createCarRows } from './car-rows.ts'
import { countCars, type CarCounts } from './count-cars.ts'
import { findCars, findRankedCars, type CarQuery, type FoundCars } from './find-cars.ts'
import { createWordMatches } from './word-matches.ts'

/** The listed cars, ready to search. Each answer holds what was committed before it was asked for. */
export interface CarIndex {
  /** Reads the cars, so that the first answer need not wait for it. */
  read(): void
  find(query: CarQuery): FoundCars
  count(filters: CarFilters): CarCounts
}

/** Read from the database once, then kept up by what `listed_changes` says of each commit. */
export function createCarIndex(sqlite: Sqlite.Database): CarIndex {
  const rows = createCarRows(sqlite)
  const reader = createWordReader(sqlite)
  const matches = createWordMatches(reader)
  let columns: CarColumns | null = null
  let change = 0

  function current(): CarColumns {
    const changes = columns && rows.changesSince(change)
    if (!columns || !changes || columns.isWorn) return readAll()
    if (changes.numbers.size > 0) catchUp(columns, changes.numbers)
    change = changes.last
    return columns
  }

  /** Takes over once it has them all: one that fails half-way leaves nothing behind. */
  function readAll(): CarColumns {
    const newest = rows.lastChange()
    const read = new CarColumns()
    for (const car of rows.all()) read.put(car)
    matches.clear()
    change = newest
    columns = read
    return read
  }

  function catchUp(columns: CarColumns, changed: ReadonlySet<number>): void {
    for (const number of changed) columns.remove(number)
    for (const car of rows.some(changed)) columns.put(car)
    matches.note(changed)
  }

  const wordsOf = (search: { q?: string | undefined; place?: string | undefined }) => {
    const expression = matchExpression(search)
    return expression === null ? null : matches.find(expression)
  }

  return {
    read: () => void current(),
    find(query) {
      const { filters, sort } = query
      const columns = current()
      const isRanked = sort === 'relevance' && matchExpression({ q: filters.q }) !== null
      return isRanked
        ? findRankedCars(columns, query, reader.rank(matchExpression(filters)!))
        : findCars(columns, query, wordsOf(filters))
    },
    count(filters) {
      const { q, place } = filters
      return countCars(current(), filters, { q: wordsOf({ q }), place: wordsOf({ place }) })
    },
  }
}
