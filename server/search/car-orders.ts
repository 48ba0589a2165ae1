import type { carSorts } from '../../contract/cars/cars.ts'
import type { OrderedColumn } from './car-columns.ts'

export type CarSort = (typeof carSorts)[number]

interface Order {
  column: OrderedColumn
  direction: 1 | -1
}

const newest: Order = { column: 'postedAt', direction: -1 }

/**
 * The sort orders of the public list. Cars without a value come last in both directions. Mileages are
 * compared across units.
 */
export const carOrders: Record<CarSort, Order> = {
  newest,
  price: { column: 'priceMinor', direction: 1 },
  '-price': { column: 'priceMinor', direction: -1 },
  mileage: { column: 'distanceMm', direction: 1 },
  '-year': { column: 'year', direction: -1 },
  // This sort order applies if the search has no terms to rank by.
  relevance: newest,
  // This sort order applies if the search has no ZIP code to measure from.
  nearest: newest,
}
