import { sql } from 'kysely'
import type { CarFilters } from '../../../contract/car-search.ts'
import type { CarKindsTable, Db } from '../../db/tables.ts'
import { kindFilterNames, MM_A_MILE, whereFiltered } from './car-filters.ts'

export interface CountedKind extends Omit<CarKindsTable, 'id'> {
  count: number
}

/** The cars that pass every filter which a kind cannot answer, by kind. */
export async function countByKind(db: Db, filters: CarFilters): Promise<CountedKind[]> {
  const counted = db
    .selectFrom('listed_cars')
    .select((eb) => ['kind_id', eb.fn.countAll<number>().as('count')])
    .where(whereFiltered(filters, { without: kindFilterNames }))
    .groupBy('kind_id')
  return db
    .selectFrom(counted.as('counted'))
    .innerJoin('car_kinds', 'car_kinds.id', 'counted.kind_id')
    .selectAll('car_kinds')
    .select('counted.count')
    .execute()
}

/** Cars whose prices lie in one step of `PRICE_STEP`. */
export interface PriceStep {
  /** The step's place in the row of steps; null for cars without a price. */
  step: number | null
  count: number
  lowest: number | null
  highest: number | null
}

/** $500: every bucket of a histogram is made of whole steps. */
export const PRICE_STEP = 500_00

/** The cars that pass every filter but that of the price, cheapest first, those without a price before. */
export function countByPrice(db: Db, filters: CarFilters): Promise<PriceStep[]> {
  const step = sql<number | null>`listed_cars.price_minor / ${sql.lit(PRICE_STEP)}`
  return db
    .selectFrom('listed_cars')
    .select((eb) => [
      step.as('step'),
      eb.fn.countAll<number>().as('count'),
      eb.fn.min('price_minor').as('lowest'),
      eb.fn.max('price_minor').as('highest'),
    ])
    .where(whereFiltered(filters, { without: ['price'] }))
    .groupBy(step)
    .orderBy(step)
    .execute()
}

/** The mileages, in miles, of the cars that pass every filter but that of the mileage; how many these are. */
export async function getMileages(db: Db, filters: CarFilters) {
  const { count, least, most } = await db
    .selectFrom('listed_cars')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.min('distance_mm').as('least'),
      eb.fn.max('distance_mm').as('most'),
    ])
    .where(whereFiltered(filters, { without: ['mileage'] }))
    .executeTakeFirstOrThrow()
  return { count, least: least && least / MM_A_MILE, most: most && most / MM_A_MILE }
}
