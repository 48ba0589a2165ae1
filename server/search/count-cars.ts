import type { FacetName } from '../../contract/cars/car-facets.ts'
import type { FilterName } from '../../contract/cars/car-search.ts'
import { columnOf, sharedNumbers, UNKNOWN, type CarColumns, type SharedNumber } from './car-columns.ts'
import type { Passing } from './car-conditions.ts'
import type { CodedColumn, SharedValue } from './coded-column.ts'
import { SlotSet } from './slot-set.ts'

interface Range {
  min: number
  max: number
}

/** The cars whose prices fall into the same step of `PRICE_STEP`. */
export interface PriceStep {
  /** Index of the step; step 0 begins at $0. */
  step: number
  count: number
  lowest: number
  highest: number
}

/** Width of a price step in cents ($500). Every bucket of a histogram consists of whole steps. */
export const PRICE_STEP = 500_00

/** The number of cars that pass all filters, and the numbers with one filter ignored. */
export interface CarCounts {
  total: number
  /** Number of cars per value of each requested facet. Each facet applies all filters except its own. */
  facets: Partial<Record<FacetName, ReadonlyMap<SharedValue, number>>>
  ranges: Record<SharedNumber, Range | null>
  /** The range of mileages in millimeters. */
  distance: Range | null
  /** The price steps, cheapest first. */
  prices: PriceStep[]
  /** For each filter, the number of cars that would be found additionally without it. */
  additionalByFilter: Partial<Record<FilterName, number>>
}

/**
 * Counts cars. A car that passes every filter counts everywhere. A car that fails a single filter counts only
 * where that filter is ignored.
 */
export function countCars(
  columns: CarColumns,
  passing: readonly Passing[],
  wanted: readonly FacetName[],
): CarCounts {
  const { all, failing } = split(columns, passing)
  /** Returns the slots of cars that pass every filter, whether or not they pass the given one. */
  const slotsFor = (filter: FilterName) => (failing.has(filter) ? [all, failing.get(filter)!] : [all])
  const facets = wanted.map((name) => [name, countValues(columns.shared[columnOf(name)], slotsFor(name))])
  const ranges = sharedNumbers.map((name) => [
    name,
    rangeOf(countValues(columns.shared[name], slotsFor(name))),
  ])
  const additionalByFilter = [...failing].map(([filter, { length }]) => [filter, length] as const)
  return {
    total: all.length,
    facets: Object.fromEntries(facets) as CarCounts['facets'],
    ranges: Object.fromEntries(ranges) as CarCounts['ranges'],
    distance: distanceOf(columns, slotsFor('mileage')),
    prices: countPrices(columns, slotsFor('price')),
    additionalByFilter: Object.fromEntries(additionalByFilter.filter(([, count]) => count > 0)),
  }
}

/** Finds the cars that pass all filters, and for each filter the cars that fail only that one. */
function split({ listed, slotCapacity }: CarColumns, passing: readonly Passing[]) {
  const all = new SlotSet(slotCapacity)
  const failing = passing.map(({ filter, cars: { bits } }) => ({
    filter,
    bits,
    cars: new SlotSet(slotCapacity),
  }))
  for (let at = 0; at < listed.bits.length; at++) {
    let once = 0
    let twice = 0
    for (const { bits } of failing) {
      const fails = ~bits[at]!
      twice |= once & fails
      once |= fails
    }
    all.bits[at] = listed.bits[at]! & ~once
    const single = listed.bits[at]! & once & ~twice
    if (single !== 0) for (const { bits, cars } of failing) cars.bits[at] = single & ~bits[at]!
  }
  return { all: all.slots(), failing: new Map(failing.map(({ filter, cars }) => [filter, cars.slots()])) }
}

/**
 * Counts the cars that have each value. The loops use indexes, because `for … of` over a typed array takes
 * five times as long.
 */
function countValues(
  { values, codes }: CodedColumn,
  parts: readonly Uint32Array[],
): Map<SharedValue, number> {
  const counts = new Uint32Array(values.length)
  for (const slots of parts) for (let at = 0; at < slots.length; at++) counts[codes[slots[at]!]!]!++
  return new Map(values.flatMap((value, code) => (counts[code]! > 0 ? [[value, counts[code]!]] : [])))
}

function rangeOf(counts: ReadonlyMap<SharedValue, number>): Range | null {
  const known = [...counts.keys()].filter((value) => value !== null).map(Number)
  return known.length > 0 ? { min: Math.min(...known), max: Math.max(...known) } : null
}

function distanceOf({ distanceMm }: CarColumns, parts: readonly Uint32Array[]): Range | null {
  let [min, max] = [Infinity, -Infinity]
  for (const slots of parts)
    for (let at = 0; at < slots.length; at++) {
      const distance = distanceMm[slots[at]!]!
      if (distance !== UNKNOWN && distance < min) min = distance
      if (distance > max) max = distance
    }
  return min === Infinity ? null : { min, max }
}

function countPrices({ priceMinor }: CarColumns, parts: readonly Uint32Array[]): PriceStep[] {
  const prices = createPriceSteps()
  for (const slots of parts) for (let at = 0; at < slots.length; at++) prices.add(priceMinor[slots[at]!]!)
  return prices.counted()
}

/**
 * Number of steps stored in arrays, which cover prices up to $2 million. Few cars are more expensive, so
 * their steps are stored in a map.
 */
const STEPS_IN_A_ROW = 4000

function createPriceSteps() {
  const counts = new Uint32Array(STEPS_IN_A_ROW)
  const lowest = new Float64Array(STEPS_IN_A_ROW).fill(Infinity)
  const highest = new Float64Array(STEPS_IN_A_ROW)
  const dear = new Map<number, PriceStep>()

  function addDear(step: number, price: number): void {
    const { count, ...range } = dear.get(step) ?? { count: 0, lowest: price, highest: price }
    const [low, high] = [Math.min(range.lowest, price), Math.max(range.highest, price)]
    dear.set(step, { step, count: count + 1, lowest: low, highest: high })
  }

  return {
    add(price: number): void {
      if (price < 0) return
      const step = Math.floor(price / PRICE_STEP)
      if (step >= STEPS_IN_A_ROW) return addDear(step, price)
      counts[step]!++
      if (price < lowest[step]!) lowest[step] = price
      if (price > highest[step]!) highest[step] = price
    },
    counted(): PriceStep[] {
      const inARow = [...counts].flatMap((count, step) =>
        count > 0 ? [{ step, count, lowest: lowest[step]!, highest: highest[step]! }] : [],
      )
      return [...inARow, ...[...dear.values()].toSorted((a, b) => a.step - b.step)]
    },
  }
}
