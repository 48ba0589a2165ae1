import { sql, type RawBuilder } from 'kysely'
import type { carSorts } from '../../../contract/cars.ts'
import { relevance } from '../../db/full-text.ts'

export type CarSort = (typeof carSorts)[number]

interface Order {
  /** The sort key, written as the listing indexes have it, so that SQLite walks them in order. */
  key: RawBuilder<string | number>
  keyType: 'string' | 'number'
  direction: 'asc' | 'desc'
}

/** Of the public list. A car without the value comes last either way. Mileage compares across units. */
export const carOrders: Record<CarSort, Order> = {
  newest: { key: sql`listed_cars.posted_at`, keyType: 'string', direction: 'desc' },
  price: {
    key: sql`coalesce(listed_cars.price_minor, 9007199254740991)`,
    keyType: 'number',
    direction: 'asc',
  },
  '-price': { key: sql`coalesce(listed_cars.price_minor, -1)`, keyType: 'number', direction: 'desc' },
  mileage: {
    key: sql`coalesce(listed_cars.distance_mm, 9007199254740991)`,
    keyType: 'number',
    direction: 'asc',
  },
  '-year': { key: sql`coalesce(listed_cars.year, -1)`, keyType: 'number', direction: 'desc' },
  relevance: { key: relevance, keyType: 'number', direction: 'asc' },
}
