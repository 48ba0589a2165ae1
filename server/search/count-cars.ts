import type { FacetName } from '../../contract/cars/car-facets.ts'
import type { FilterName } from '../../contract/cars/car-search.ts'
import { getFacetColumn, sharedNumbers, UNKNOWN, type CarColumns, type SharedNumber } from './car-columns.ts'
import type { Passing } from './car-conditions.ts'
import type { CodedColumn, SharedValue } from './coded-column.ts'
import { getCurrentWarranty } from './dated-warranty.ts'
import { SlotSet } from './slot-set.ts'

interface Range {
  min: number
  max: number
}

/** The cars whose prices fall into the same step of `PRICE_STEP`. */
export interface PriceStep {
  /** Index of the step. Step 0 begins at $0. */
  step: number
  count: number
  lowest: number
  highest: number
}

/** Width of a price step in cents ($500). Every bucket of a histogram consists of whole steps. */
export const PRICE_STEP = 500_00

/** Number of cars that pass all filters, and the numbers with one filter ignored. */
export interface CarCounts {
  total: number
  /** Number of cars per value of each requested facet. Each facet applies all filters except its own. */
  facets: Partial<Record<FacetName, ReadonlyMap<SharedValue, number>>>
  ranges: Record<SharedNumber, Range | null>
  /** The range of mileages in millimeters. */
  distance: Range | null
  /** The price steps, cheapest first. */
  prices: PriceStep[]
  /** Number of additional cars that would be found without each filter. */
  additionalByFilter: Partial<Record<FilterName, number>>
}

/**
 * Counts cars. A car that passes every filter counts everywhere. A car that fails a single filter counts only
 * where that filter is ignored.
 * @param today the UTC day. Warranties that have expired count as none
 */
export function countCars(
  columns: CarColumns,
  passing: readonly Passing[],
  requestedFacets: readonly FacetName[],
  today: string,
): CarCounts {
  const { all, failing } = splitByFailures(columns, passing)
  /** Returns the slots of cars that pass every filter, except possibly the given one. */
  const listFilterSlots = (filter: FilterName) => (failing.has(filter) ? [all, failing.get(filter)!] : [all])
  const facets = requestedFacets.map((name) => {
    const counts = countValues(columns.shared[getFacetColumn(name)], listFilterSlots(name))
    return [name, name === 'warranty' ? countWarranties(counts, today) : counts]
  })
  const ranges = sharedNumbers.map((name) => [
    name,
    findValueRange(countValues(columns.shared[name], listFilterSlots(name))),
  ])
  const additionalByFilter = [...failing].map(([filter, { length }]) => [filter, length] as const)
  return {
    total: all.length,
    facets: Object.fromEntries(facets) as CarCounts['facets'],
    ranges: Object.fromEntries(ranges) as CarCounts['ranges'],
    distance: findMileageRange(columns, listFilterSlots('mileage')),
    prices: countPrices(columns, listFilterSlots('price')),
    additionalByFilter: Object.fromEntries(additionalByFilter.filter(([, count]) => count > 0)),
  }
}

/** Finds the cars that pass all filters, and for each filter the cars that fail only that one. */
function splitByFailures({ listed, slotCapacity }: CarColumns, passing: readonly Passing[]) {
  const all = new SlotSet(slotCapacity)
  const failing = passing.map(({ filter, cars: { bits } }) => ({
    filter,
    bits,
    cars: new SlotSet(slotCapacity),
  }))
  for (let index = 0; index < listed.bits.length; index++) {
    let failsAny = 0
    let failsSeveral = 0
    for (const { bits } of failing) {
      const fails = ~bits[index]!
      failsSeveral |= failsAny & fails
      failsAny |= fails
    }
    all.bits[index] = listed.bits[index]! & ~failsAny
    const single = listed.bits[index]! & failsAny & ~failsSeveral
    if (single !== 0) for (const { bits, cars } of failing) cars.bits[index] = single & ~bits[index]!
  }
  return { all: all.slots(), failing: new Map(failing.map(({ filter, cars }) => [filter, cars.slots()])) }
}

/**
 * Counts the cars that have each value. The loops use indexes, since `for … of` over a typed array takes five
 * times as long.
 */
function countValues(
  { values, codes }: CodedColumn,
  slotLists: readonly Uint32Array[],
): Map<SharedValue, number> {
  const counts = new Uint32Array(values.length)
  for (const slots of slotLists)
    for (let index = 0; index < slots.length; index++) counts[codes[slots[index]!]!]!++
  return new Map(values.flatMap((value, code) => (counts[code]! > 0 ? [[value, counts[code]!]] : [])))
}

/** Adds up the counts of each kind of warranty. */
function countWarranties(counts: ReadonlyMap<SharedValue, number>, today: string): Map<SharedValue, number> {
  const countByKind = new Map<SharedValue, number>()
  for (const [dated, count] of counts) {
    const kind = getCurrentWarranty(today, dated)
    countByKind.set(kind, (countByKind.get(kind) ?? 0) + count)
  }
  return countByKind
}

function findValueRange(counts: ReadonlyMap<SharedValue, number>): Range | null {
  const known = [...counts.keys()].filter((value) => value !== null).map(Number)
  return known.length > 0 ? { min: Math.min(...known), max: Math.max(...known) } : null
}

function findMileageRange({ distanceMm }: CarColumns, slotLists: readonly Uint32Array[]): Range | null {
  let [min, max] = [Infinity, -Infinity]
  for (const slots of slotLists)
    for (let index = 0; index < slots.length; index++) {
      const distance = distanceMm[slots[index]!]!
      if (distance !== UNKNOWN && distance < min) min = distance
      if (distance > max) max = distance
    }
  return min === Infinity ? null : { min, max }
}

function countPrices({ priceMinor }: CarColumns, slotLists: readonly Uint32Array[]): PriceStep[] {
  const prices = createPriceSteps()
  for (const slots of slotLists)
    for (let index = 0; index < slots.length; index++) prices.add(priceMinor[slots[index]!]!)
  return prices.counted()
}

/**
 * Number of steps stored in arrays, which cover prices up to $2 million. Few cars are more expensive, so
 * their steps are stored in a map.
 */
const ARRAY_STEPS = 4000

function createPriceSteps() {
  const counts = new Uint32Array(ARRAY_STEPS)
  const lowest = new Float64Array(ARRAY_STEPS).fill(Infinity)
  const highest = new Float64Array(ARRAY_STEPS)
  const expensiveSteps = new Map<number, PriceStep>()

  function addExpensive(step: number, price: number): void {
    const { count, ...range } = expensiveSteps.get(step) ?? { count: 0, lowest: price, highest: price }
    const [low, high] = [Math.min(range.lowest, price), Math.max(range.highest, price)]
    expensiveSteps.set(step, { step, count: count + 1, lowest: low, highest: high })
  }

  return {
    add(price: number): void {
      if (price < 0) return
      const step = Math.floor(price / PRICE_STEP)
      if (step >= ARRAY_STEPS) return addExpensive(step, price)
      counts[step]!++
      if (price < lowest[step]!) lowest[step] = price
      if (price > highest[step]!) highest[step] = price
    },
    counted(): PriceStep[] {
      const arraySteps = [...counts].flatMap((count, step) =>
        count > 0 ? [{ step, count, lowest: lowest[step]!, highest: highest[step]! }] : [],
      )
      return [...arraySteps, ...[...expensiveSteps.values()].toSorted((a, b) => a.step - b.step)]
    },
  }
}
