import type { CarFacets } from '../../../contract/cars/car-search.ts'
import { parsePrice } from '../../../contract/money.ts'
import type { Filters } from './search-filters.ts'

export type Buckets = NonNullable<CarFacets['price']>['buckets']
export type PriceEnd = 'priceMin' | 'priceMax'

/** The bars that a range of prices takes in, as places between them: from 0 before the first to one behind the last. */
export interface BarRange {
  from: number
  to: number
}

/** At least one bar, whatever was typed. */
export function barsOf(buckets: Buckets, { priceMin = '', priceMax = '' }: Filters): BarRange {
  const least = parsePrice(priceMin) ?? 0
  const most = parsePrice(priceMax) ?? Infinity
  const first = buckets.findLastIndex(({ min }) => min <= least)
  const from = Math.min(Math.max(first, 0), buckets.length - 1)
  const to = buckets.filter(({ min }) => min < most).length
  return { from, to: Math.max(to, from + 1) }
}

/** An end moved to a place, not past the other; a place at the edge is no limit at all. */
export function moveEnd(buckets: Buckets, filters: Filters, end: PriceEnd, place: number): Filters {
  const { from, to } = barsOf(buckets, filters)
  const at = end === 'priceMin' ? Math.min(place, to - 1) : Math.max(place, from + 1)
  const isEdge = end === 'priceMin' ? at <= 0 : at >= buckets.length
  return { ...filters, [end]: isEdge ? '' : String(buckets[at]!.min / 100) }
}
