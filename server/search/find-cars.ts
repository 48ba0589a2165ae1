import { listMilesFrom } from '../core/zip-codes.ts'
import type { DatedFilters } from './car-filters.ts'
import { UNKNOWN, type CarColumns } from './car-columns.ts'
import { carOrders, type CarSort } from './car-orders.ts'
import type { SlotSet } from './slot-set.ts'

/** A found car's position in the sort order: its sort key and its number. */
export type FoundCar = readonly [key: number, number: number]

export interface CarQuery {
  filters: DatedFilters
  sort: CarSort
  /** The last car of the previous page. */
  after: FoundCar | null
  count: number
}

export interface FoundCars {
  /** Number of cars that pass the filters, on all pages. */
  total: number
  cars: FoundCar[]
}

/** The sort key of unknown values in ascending order, so that they come last. */
const UNKNOWN_LAST = Number.MAX_SAFE_INTEGER
/**
 * If fewer than one car in this many matches, checking each match is faster than walking the sort order until
 * a page is full.
 */
const FEW = 16

/**
 * The factor for the fit when it is added to a timestamp. It exceeds any timestamp, so a better fit always
 * outweighs the time.
 */
const AGES_MS = 1e13
/** Higher than the best possible fit: 12 search terms, all of them in the model name. */
const BETTER_THAN_ANY_FIT = 100

export function findCars(columns: CarColumns, query: CarQuery, matching: SlotSet): FoundCars {
  const total = matching.count
  const pick = total * FEW < columns.length ? pickEach : walkOrder
  return { total, cars: pick(columns, query, matching) }
}

/** Sorts cars by best fit and then newest first. Cars that lack details come last. */
export function findRankedCars(
  { number, postedAt, incomplete }: CarColumns,
  query: CarQuery,
  matching: SlotSet,
  fitOf: (slot: number) => number,
): FoundCars {
  const page = createPage(query, -1)
  const slots = matching.slots().reverse()
  for (let index = 0; index < slots.length; index++) {
    const slot = slots[index]!
    const fit = fitOf(slot) + (incomplete.has(slot) ? 0 : BETTER_THAN_ANY_FIT)
    page.offer(fit * AGES_MS + postedAt[slot]!, number[slot]!)
  }
  return { total: slots.length, cars: page.cars }
}

/** Sorts cars by their distance from a ZIP code in miles. Cars without a ZIP code come last. */
export function findNearestCars(
  { number, shared: { zip } }: CarColumns,
  query: CarQuery,
  matching: SlotSet,
  near: string,
): FoundCars {
  const page = createPage(query, 1)
  const milesByZip = listMilesFrom(near)
  // Typed arrays have no fast equivalent: `Float64Array.from` takes several times as long.
  const miles = zip.values.map((value) => {
    const distance = milesByZip[Number(value)]!
    return Number.isNaN(distance) ? UNKNOWN_LAST : distance
  })
  const slots = matching.slots()
  for (let index = 0; index < slots.length; index++) {
    const slot = slots[index]!
    page.offer(miles[zip.codes[slot]!]!, number[slot]!)
  }
  return { total: slots.length, cars: page.cars }
}

function pickEach(columns: CarColumns, query: CarQuery, matching: SlotSet): FoundCar[] {
  const { column, direction } = carOrders[query.sort]
  const { [column]: keys, number } = columns
  const unknown = unknownKey(direction)
  const page = createPage(query, direction)
  const slots = matching.slots()
  // The newest cars are in the last slots. If they are offered first, few cars that are already on the page
  // have to move.
  if (direction === -1) slots.reverse()
  for (const slot of slots) page.offer(keys[slot] === UNKNOWN ? unknown : keys[slot]!, number[slot]!)
  return page.cars
}

/**
 * Walks the sort order until the page is full. Unknown values are stored first but come last in both
 * directions.
 */
function walkOrder(columns: CarColumns, query: CarQuery, matching: SlotSet): FoundCar[] {
  const { column, direction } = carOrders[query.sort]
  const { [column]: keys, number } = columns
  const { slots, length } = columns.orders[column]
  const firstKnown = columns.orders[column].indexOf(UNKNOWN, Infinity)
  const unknown = unknownKey(direction)
  const cars: FoundCar[] = []
  for (
    let step = chooseFirstStep(columns, query, firstKnown);
    step < length && cars.length < query.count;
    step++
  ) {
    const slot = slots[direction === 1 ? (step + firstKnown) % length : length - 1 - step]!
    if (matching.has(slot)) cars.push([keys[slot] === UNKNOWN ? unknown : keys[slot]!, number[slot]!])
  }
  return cars
}

/**
 * Returns the number of cars before the page.
 * @param firstKnown the index at which known values begin
 */
function chooseFirstStep(columns: CarColumns, { sort, after }: CarQuery, firstKnown: number): number {
  if (after === null) return 0
  const { column, direction } = carOrders[sort]
  const order = columns.orders[column]
  const [key, number] = after
  if (direction === -1) return order.length - order.indexOf(key, columns.firstNotBelow(number))
  const behind = columns.firstNotBelow(number + 1)
  return key === UNKNOWN_LAST
    ? order.length - firstKnown + order.indexOf(UNKNOWN, behind)
    : order.indexOf(key, behind) - firstKnown
}

const unknownKey = (direction: 1 | -1) => (direction === 1 ? UNKNOWN_LAST : UNKNOWN)

/**
 * Creates a page that collects, in order, the first `count` offered cars that come after the previous page.
 */
function createPage({ after, count }: CarQuery, direction: 1 | -1) {
  const cars: FoundCar[] = []
  /** The result is negative if the first car comes before the other. */
  const compare = (key: number, number: number, [otherKey, otherNumber]: FoundCar) =>
    (key === otherKey ? number - otherNumber : key - otherKey) * direction
  const isBefore = (key: number, number: number, other: FoundCar) => compare(key, number, other) < 0
  return {
    cars,
    offer(key: number, number: number): void {
      if (cars.length === count && !isBefore(key, number, cars[count - 1]!)) return
      if (after !== null && compare(key, number, after) <= 0) return
      if (cars.length === count) cars.pop()
      let index = cars.length
      while (index > 0 && isBefore(key, number, cars[index - 1]!)) index--
      cars.splice(index, 0, [key, number])
    },
  }
}
