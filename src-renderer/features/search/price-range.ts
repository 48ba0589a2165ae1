import type { CarFacets } from '../../../contract/cars/car-search.ts'
import { parsePrice } from '../../../contract/money.ts'
import type { Filters } from './search-filters.ts'

export type Buckets = NonNullable<CarFacets['price']>['buckets']
export type PriceEnd = 'priceMin' | 'priceMax'

/**
 * A range of bars, as positions between bars: 0 precedes the first bar, and the number of bars follows the
 * last.
 */
export interface BarRange {
  from: number
  to: number
}

/** Returns the bars that the price range covers: at least one, even for invalid input. */
export function findCoveredBars(buckets: Buckets, { priceMin = '', priceMax = '' }: Filters): BarRange {
  const least = parsePrice(priceMin) ?? 0
  const most = parsePrice(priceMax) ?? Infinity
  const first = buckets.findLastIndex(({ min }) => min <= least)
  const from = Math.min(Math.max(first, 0), buckets.length - 1)
  const to = buckets.filter(({ min }) => min < most).length
  return { from, to: Math.max(to, from + 1) }
}

/** Moves one end to a position, but not past the other end. A position at the edge removes the limit. */
export function moveEnd(buckets: Buckets, filters: Filters, end: PriceEnd, position: number): Filters {
  const { from, to } = findCoveredBars(buckets, filters)
  const index = end === 'priceMin' ? Math.min(position, to - 1) : Math.max(position, from + 1)
  const isEdge = end === 'priceMin' ? index <= 0 : index >= buckets.length
  return { ...filters, [end]: isEdge ? '' : String(buckets[index]!.min / 100) }
}
