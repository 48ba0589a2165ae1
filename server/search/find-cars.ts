import type { CarFilters } from '../../contract/car-search.ts'
import { UNKNOWN, type CarColumns } from './car-columns.ts'
import { againstKinds, boundsOf, NONE } from './car-filters.ts'
import { carOrders, UNKNOWN_LAST, type CarSort } from './car-orders.ts'
import { hasNumber, type NumberSet } from './word-matches.ts'

/** A car that was found, and where it stands: its sort key and its number. */
export type FoundCar = readonly [key: number, number: number]

export interface CarQuery {
  filters: CarFilters
  sort: CarSort
  /** Where the page before ended. */
  after: FoundCar | null
  count: number
}

export interface FoundCars {
  /** How many pass the filters, whichever page is wanted. */
  total: number
  cars: FoundCar[]
}

/** The first cars behind `after` in their order, and how many there are in all. */
export function findCars(columns: CarColumns, query: CarQuery, words: NumberSet | null): FoundCars {
  const { kind, number, length, priceMinor, distanceMm, isFeatured } = columns
  const against = againstKinds(query.filters, columns)
  const bounds = boundsOf(query.filters)
  const { column, direction } = carOrders[query.sort]
  const keys = columns[column]
  const unknown = direction === 1 ? UNKNOWN_LAST : UNKNOWN
  const page = createPage(query, direction)
  let total = 0
  // Each column is read in place: a test of its own for each car takes half as long again.
  // The newest cars stand at the end: reading them first leaves the others little to push aside.
  for (let step = 0; step < length; step++) {
    const slot = direction === 1 ? step : length - 1 - step
    if (against[kind[slot]!] !== NONE) continue
    const price = priceMinor[slot]!
    if (price < bounds.minPrice || price > bounds.maxPrice) continue
    const distance = distanceMm[slot]!
    if (distance < bounds.minDistance || distance > bounds.maxDistance) continue
    if (isFeatured[slot]! < bounds.isFeatured) continue
    if (words !== null && !hasNumber(words, number[slot]!)) continue
    total++
    const key = keys[slot]!
    page.offer(key === UNKNOWN ? unknown : key, number[slot]!)
  }
  return { total, cars: page.cars }
}

/** The same, of cars that the words find, those that fit them best first. */
export function findRankedCars(
  columns: CarColumns,
  query: CarQuery,
  ranked: readonly [number: number, rank: number][],
): FoundCars {
  const { kind, priceMinor, distanceMm, isFeatured } = columns
  const against = againstKinds(query.filters, columns)
  const bounds = boundsOf(query.filters)
  const page = createPage(query, 1)
  let total = 0
  for (const [number, rank] of ranked) {
    const slot = columns.slotOf(number)
    if (slot === undefined || against[kind[slot]!] !== NONE) continue
    if (priceMinor[slot]! < bounds.minPrice || priceMinor[slot]! > bounds.maxPrice) continue
    if (distanceMm[slot]! < bounds.minDistance || distanceMm[slot]! > bounds.maxDistance) continue
    if (isFeatured[slot]! < bounds.isFeatured) continue
    total++
    page.offer(rank, number)
  }
  return { total, cars: page.cars }
}

/** The first `count` of what is offered, in order, behind where the page before ended. */
function createPage({ after, count }: CarQuery, direction: 1 | -1) {
  const cars: FoundCar[] = []
  /** Below 0 where it comes before the other. */
  const compare = (key: number, number: number, [otherKey, otherNumber]: FoundCar) =>
    (key === otherKey ? number - otherNumber : key - otherKey) * direction
  const isBefore = (key: number, number: number, other: FoundCar) => compare(key, number, other) < 0
  return {
    cars,
    offer(key: number, number: number): void {
      if (cars.length === count && !isBefore(key, number, cars[count - 1]!)) return
      if (after !== null && compare(key, number, after) <= 0) return
      if (cars.length === count) cars.pop()
      let place = cars.length
      while (place > 0 && isBefore(key, number, cars[place - 1]!)) place--
      cars.splice(place, 0, [key, number])
    },
  }
}
