import type { FilterName } from '../../contract/cars/car-search.ts'
import { MM_PER_MILE } from '../../contract/cars/mileage.ts'
import type { FullTextLookup } from '../db/engines/full-text-lookup.ts'
import { columnWeights, restrictToColumn, buildSearchTerms, REST_WEIGHT, type Term } from '../db/full-text.ts'
import type { CarColumns, SharedName } from './car-columns.ts'
import {
  getFilterRange,
  sharedFilterNames,
  sharedFilters,
  type DatedFilters,
  type ValueTest,
} from './car-filters.ts'
import { createKnownSets, type Condition } from './known-sets.ts'
import { SlotSet } from './slot-set.ts'

/** A filter that is set, and the slots of the cars that pass it. Removed cars may be included. */
export interface Passing {
  filter: FilterName
  cars: SlotSet
}

/** Finds the listed cars that pass each filter. Callers must not change the returned sets. */
export interface CarConditions {
  passing(filters: DatedFilters): Passing[]
  /**
   * Returns a function that scores how well a car matches the search terms. The car must contain all of them.
   * Each term counts with the weight of the heaviest column that contains it.
   */
  createScorer(q: string | undefined): (slot: number) => number
  /** Must be called with the slots whose cars have changed. */
  noteChanges(slots: readonly number[]): void
}

export function createCarConditions(columns: CarColumns, reader: FullTextLookup): CarConditions {
  const knownSets = createKnownSets(columns)
  const { listed, featured, orders } = columns

  const toValueCondition = ({ column, key, admits }: ValueTest): Condition => ({
    key: `${column} ${key}`,
    find: () => findValues(columns, column, admits),
    isMet: (slot) => admits(columns.shared[column].at(slot)),
  })
  const toQueryCondition = (query: string): Condition => ({
    key: query,
    find: () => SlotSet.of(listCarSlots(columns, reader.find(query)), columns.slotCapacity),
    isMet: (slot) => reader.isFound(query, columns.number[slot]!),
  })
  const findMatches = (term: Term) =>
    SlotSet.either(term.map((query) => knownSets.find(toQueryCondition(query))))
  const findAllMatches = (terms: readonly Term[]) =>
    terms.length > 0 ? SlotSet.common(terms.map(findMatches)) : null
  const range = (order: 'priceMinor' | 'distanceMm', bounds: ReturnType<typeof getFilterRange>, unit = 1) =>
    bounds && orders[order].within(bounds[0] * unit, bounds[1] * unit, listed)

  return {
    passing(filters) {
      const { q, place } = filters
      const cars: [FilterName, SlotSet | null][] = [
        ['q', findAllMatches(buildSearchTerms({ q }))],
        ['place', findAllMatches(buildSearchTerms({ place }))],
        ['price', range('priceMinor', getFilterRange('price', filters))],
        ['mileage', range('distanceMm', getFilterRange('mileage', filters), MM_PER_MILE)],
        ['featured', filters.featured === undefined ? null : featured],
      ]
      for (const filter of sharedFilterNames) {
        const test = sharedFilters[filter](filters)
        cars.push([filter, test && knownSets.find(toValueCondition(test))])
      }
      return cars.flatMap(([filter, cars]) => (cars === null ? [] : [{ filter, cars }]))
    },
    createScorer(q) {
      const weightedTerms = buildSearchTerms({ q }).map((term) =>
        columnsByWeight.map(([column, weight]) => ({
          weight,
          cars: findMatches(restrictToColumn(column, term)),
        })),
      )
      const sumTermWeight = (columns: (typeof weightedTerms)[number], slot: number) =>
        columns.find(({ cars }) => cars.has(slot))?.weight ?? REST_WEIGHT
      return (slot) => weightedTerms.reduce((sum, columns) => sum + sumTermWeight(columns, slot), 0)
    },
    noteChanges: knownSets.noteChanges,
  }
}

/** The column weights, heaviest first. */
const columnsByWeight = Object.entries(columnWeights).sort(([, a], [, b]) => b - a) as [
  keyof typeof columnWeights,
  number,
][]

function findValues(columns: CarColumns, column: SharedName, admits: ValueTest['admits']): SlotSet {
  const { values, codes } = columns.shared[column]
  const isAdmitted = values.map((value) => Number(admits(value)))
  const set = new SlotSet(columns.slotCapacity)
  for (let slot = 0; slot < columns.length; slot++)
    set.bits[slot >>> 5]! |= isAdmitted[codes[slot]!]! << (slot & 31)
  return set
}

/** Yields the slots of numbers in ascending order; numbers that are not listed are skipped. */
function* listCarSlots({ number, length }: CarColumns, numbers: readonly number[]): Generator<number> {
  let slot = 0
  for (const carNumber of numbers) {
    while (slot < length && number[slot]! < carNumber) slot++
    if (slot < length && number[slot] === carNumber) yield slot
  }
}
