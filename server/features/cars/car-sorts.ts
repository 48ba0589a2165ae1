import { sql, type RawBuilder } from 'kysely'
import type { carSorts } from '../../../contract/cars.ts'

export type CarSort = (typeof carSorts)[number]

interface Order {
  /** The sort key, written as the listing indexes have it, so that SQLite walks them in order. */
  key: RawBuilder<string | number>
  keyType: 'string' | 'number'
  direction: 'asc' | 'desc'
}

/** A car without the value comes last either way. Mileage compares across units. */
export const carOrders: Record<CarSort, Order> = {
  newest: { key: sql`cars.posted_at`, keyType: 'string', direction: 'desc' },
  price: {
    key: sql`coalesce(cars.price_minor, 9007199254740991)`,
    keyType: 'number',
    direction: 'asc',
  },
  '-price': { key: sql`coalesce(cars.price_minor, -1)`, keyType: 'number', direction: 'desc' },
  mileage: {
    key: sql`coalesce(cars.mileage * case cars.mileage_unit when 'mi' then 1609 else 1000 end, 9007199254740991)`,
    keyType: 'number',
    direction: 'asc',
  },
  '-year': { key: sql`coalesce(cars.year, -1)`, keyType: 'number', direction: 'desc' },
}
