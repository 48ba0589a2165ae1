import { sql } from 'kysely'
import type { Availability } from '../../../contract/cars/cars.ts'
import type { Db } from '../../db/tables.ts'
import type { Car, SoldElsewhere } from './car.ts'

export const notSoldElsewhere = { elsewhere_price_minor: null, elsewhere_on: null, elsewhere_note: '' }

/** A step in a car's life. */
export interface Move {
  to: Availability
  /** Left as it is where it is undefined. */
  soldElsewhere?: SoldElsewhere | null | undefined
  /** Whether its seller is not to see it any more. */
  isHidden: boolean
}

/**
 * What is listed for the first time since it was a draft is new from then on; a draft was never listed; and what leaves
 * the market is no longer advertised.
 * @param car as it was read
 * @returns whether this call took the step; false where the car has changed since
 */
export async function moveCar(
  db: Db,
  car: Pick<Car, 'id' | 'state' | 'version' | 'isListedBefore'>,
  { to, soldElsewhere, isHidden }: Move,
  now: Date,
): Promise<boolean> {
  const at = now.toISOString()
  const result = await db
    .updateTable('cars')
    .set({
      state: to,
      version: car.version + 1,
      hidden_at: isHidden ? at : null,
      ...(to === 'draft' && { listed_at: null }),
      ...(to === 'instock' && !car.isListedBefore && { listed_at: at, posted_at: at }),
      ...(to !== 'instock' && { featured_at: null }),
      ...(soldElsewhere === null && notSoldElsewhere),
      ...(soldElsewhere && {
        elsewhere_price_minor: soldElsewhere.priceMinor,
        elsewhere_on: soldElsewhere.date,
        elsewhere_note: soldElsewhere.note,
      }),
    })
    .where('id', '=', car.id)
    .where('state', '=', car.state)
    .where('version', '=', car.version)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * What sold past Kerblight, by the month of the day that its seller named.
 * @param since `2026-06`
 * @param sellerId everybody's where it is null
 */
export async function sumSoldElsewhere(
  db: Db,
  since: string,
  sellerId: string | null,
): Promise<{ month: string; cars: number; amount: number }[]> {
  const month = sql<string>`substr(elsewhere_on, 1, 7)`
  const rows = await db
    .selectFrom('cars')
    .select(({ fn }) => [
      month.as('month'),
      fn.countAll<number>().as('cars'),
      fn.sum<number | null>('elsewhere_price_minor').as('amount'),
    ])
    .where('elsewhere_on', '>=', since)
    .$if(sellerId !== null, (query) => query.where('seller_id', '=', sellerId!))
    .groupBy(month)
    .execute()
  return rows.map(({ month, cars, amount }) => ({ month, cars, amount: amount ?? 0 }))
}
