import { facetNames, type FacetName } from '../../contract/car-choices.ts'
import type { CarFilters, FilterName } from '../../contract/car-search.ts'
import { kindNumbers, type CarColumns, type KindNumber } from './car-columns.ts'
import { againstKinds, boundsOf, filterOrder, FIRST_OF_KINDS, NONE, placeOf, SEVERAL } from './car-filters.ts'
import { hasNumber, type NumberSet } from './word-matches.ts'

interface Range {
  min: number
  max: number
}

/** Cars whose prices lie in one step of `PRICE_STEP`. */
export interface PriceStep {
  /** The step's place in the row of steps. */
  step: number
  count: number
  lowest: number
  highest: number
}

/** $500: every bucket of a histogram is made of whole steps. */
export const PRICE_STEP = 500_00

/** How many cars pass the filters, and how many would with one of them left out. */
export interface CarCounts {
  total: number
  /** By value. Each honors all filters but its own. */
  facets: Record<FacetName, ReadonlyMap<string, number>>
  ranges: Record<KindNumber, Range | null>
  /** Millimeters. */
  distance: Range | null
  /** The cheapest first. */
  prices: PriceStep[]
  /** How many more cars there would be without one filter. */
  alone: Partial<Record<FilterName, number>>
}

/** The cars that the words of each filter find; null where it has none. */
export interface Words {
  q: NumberSet | null
  place: NumberSet | null
}

const PRICE = placeOf('price')
const MILEAGE = placeOf('mileage')
const FEATURED = placeOf('featured')
const Q = placeOf('q')
const PLACE = placeOf('place')

/** Goes over the cars once: what keeps a car from being found says which of the counts it belongs to. */
export function countCars(columns: CarColumns, filters: CarFilters, words: Words): CarCounts {
  const { kind, number, length, priceMinor, distanceMm, isFeatured } = columns
  const kindsAgainst = againstKinds(filters, columns)
  const bounds = boundsOf(filters)
  const { q, place } = words
  const alone = new Uint32Array(filterOrder.length)
  const byKind = new Uint32Array(columns.kinds.length)
  const prices = createPriceSteps()
  const distance: Range = { min: Infinity, max: -Infinity }
  for (let slot = 0; slot < length; slot++) {
    const at = kind[slot]!
    let against = kindsAgainst[at]!
    if (against === SEVERAL) continue
    const price = priceMinor[slot]!
    if (price < bounds.minPrice || price > bounds.maxPrice) against = against === NONE ? PRICE : SEVERAL
    const driven = distanceMm[slot]!
    if (driven < bounds.minDistance || driven > bounds.maxDistance)
      against = against === NONE ? MILEAGE : SEVERAL
    if (isFeatured[slot]! < bounds.isFeatured) against = against === NONE ? FEATURED : SEVERAL
    if (q !== null && !hasNumber(q, number[slot]!)) against = against === NONE ? Q : SEVERAL
    if (place !== null && !hasNumber(place, number[slot]!)) against = against === NONE ? PLACE : SEVERAL
    if (against === SEVERAL) continue
    alone[against]!++
    if (against === NONE || against >= FIRST_OF_KINDS) byKind[at]!++
    if (against === NONE || against === PRICE) prices.add(price)
    if (driven >= 0 && (against === NONE || against === MILEAGE)) widen(distance, driven)
  }
  return {
    total: alone[NONE]!,
    ...countByKind(columns, kindsAgainst, byKind),
    distance: orNull(distance),
    prices: prices.counted(),
    alone: Object.fromEntries(
      [...alone].flatMap((count, at) => (at > 0 && count > 0 ? [[filterOrder[at]!, count]] : [])),
    ),
  }
}

/** A kind counts for everything if no filter is against it, and for one facet if only that one's filter is. */
function countByKind({ kinds }: CarColumns, against: Uint8Array, byKind: Uint32Array) {
  const counted = kinds.flatMap((kind, at) =>
    byKind[at]! > 0 ? [{ kind, count: byKind[at]!, against: against[at]! }] : [],
  )
  const countsFor = (filter: FilterName) => {
    const place = placeOf(filter)
    return counted.filter(({ against }) => against === NONE || against === place)
  }
  const facets = facetNames.map((name) => {
    const column = name === 'brand' ? 'category_name' : name
    const counts = new Map<string, number>()
    for (const { kind, count } of countsFor(name))
      counts.set(kind[column], (counts.get(kind[column]) ?? 0) + count)
    return [name, counts]
  })
  const ranges = kindNumbers.map((name) => {
    const range: Range = { min: Infinity, max: -Infinity }
    for (const { kind } of countsFor(name)) if (kind[name] > 0) widen(range, kind[name])
    return [name, orNull(range)]
  })
  return {
    facets: Object.fromEntries(facets) as CarCounts['facets'],
    ranges: Object.fromEntries(ranges) as CarCounts['ranges'],
  }
}

function widen(range: Range, value: number): void {
  if (value < range.min) range.min = value
  if (value > range.max) range.max = value
}

/** Steps up to $2 million lie in a row; what is dearer has steps of its own, as few as there are such cars. */
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

const orNull = ({ min, max }: Range): Range | null => (min <= max ? { min, max } : null)
