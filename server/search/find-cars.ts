import type { CarFilters } from '../../contract/cars/car-search.ts'
import { UNKNOWN, type CarColumns } from './car-columns.ts'
import { carOrders, type CarSort } from './car-orders.ts'
import type { SlotSet } from './slot-set.ts'

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

/** Stands for a value that isn't known, where the smallest comes first. */
const UNKNOWN_LAST = Number.MAX_SAFE_INTEGER
/** One car in so many: looking at each of those is quicker than going along the order until a page is full. */
const FEW = 16

/** Longer than since 1970: of two sums with a moment, the one that fits better is the larger. */
const AGES_MS = 1e13
/** More than the highest fit: 12 words, all of them in the model's name. */
const BETTER_THAN_ANY_FIT = 100

/** The first cars behind `after` in their order, and how many there are in all. */
export function findCars(columns: CarColumns, query: CarQuery, matching: SlotSet): FoundCars {
  const total = matching.count
  const pick = total * FEW < columns.length ? pickEach : walkOrder
  return { total, cars: pick(columns, query, matching) }
}

/** The same, those that fit best first, the newest of them before the others; those that lack details come last. */
export function findRankedCars(
  { number, postedAt, incomplete }: CarColumns,
  query: CarQuery,
  matching: SlotSet,
  fitOf: (slot: number) => number,
): FoundCars {
  const page = createPage(query, -1)
  const slots = matching.slots().reverse()
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at]!
    const fit = fitOf(slot) + (incomplete.has(slot) ? 0 : BETTER_THAN_ANY_FIT)
    page.offer(fit * AGES_MS + postedAt[slot]!, number[slot]!)
  }
  return { total: slots.length, cars: page.cars }
}

function pickEach(columns: CarColumns, query: CarQuery, matching: SlotSet): FoundCar[] {
  const { column, direction } = carOrders[query.sort]
  const { [column]: keys, number } = columns
  const unknown = unknownKey(direction)
  const page = createPage(query, direction)
  const slots = matching.slots()
  // The newest stand at the end: taking them first leaves the others little to push aside.
  if (direction === -1) slots.reverse()
  for (const slot of slots) page.offer(keys[slot] === UNKNOWN ? unknown : keys[slot]!, number[slot]!)
  return page.cars
}

/** Unknown values stand first in the order, and come last in both directions. */
function walkOrder(columns: CarColumns, query: CarQuery, matching: SlotSet): FoundCar[] {
  const { column, direction } = carOrders[query.sort]
  const { [column]: keys, number } = columns
  const { slots, length } = columns.orders[column]
  const known = columns.orders[column].placeOf(UNKNOWN, Infinity)
  const unknown = unknownKey(direction)
  const cars: FoundCar[] = []
  for (let step = firstStep(columns, query, known); step < length && cars.length < query.count; step++) {
    const slot = slots[direction === 1 ? (step + known) % length : length - 1 - step]!
    if (matching.has(slot)) cars.push([keys[slot] === UNKNOWN ? unknown : keys[slot]!, number[slot]!])
  }
  return cars
}

/** How many cars come before the page. @param known where those begin whose value is known */
function firstStep(columns: CarColumns, { sort, after }: CarQuery, known: number): number {
  if (after === null) return 0
  const { column, direction } = carOrders[sort]
  const order = columns.orders[column]
  const [key, number] = after
  if (direction === -1) return order.length - order.placeOf(key, columns.firstNotBelow(number))
  const behind = columns.firstNotBelow(number + 1)
  return key === UNKNOWN_LAST
    ? order.length - known + order.placeOf(UNKNOWN, behind)
    : order.placeOf(key, behind) - known
}

const unknownKey = (direction: 1 | -1) => (direction === 1 ? UNKNOWN_LAST : UNKNOWN)

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
