import { sql } from 'kysely'
import type { Availability } from '../../../contract/cars/cars.ts'
import type { Db } from '../../db/tables.ts'
import type { Car, SoldElsewhere } from './car.ts'

export const notSoldElsewhere = { elsewhere_price_minor: null, elsewhere_on: null, elsewhere_note: '' }

export interface Move {
  to: Availability
  /** The sale details to store; undefined leaves the current ones unchanged. */
  soldElsewhere?: SoldElsewhere | null | undefined
  /** True if the car becomes hidden from its seller. */
  isHidden: boolean
}

/**
 * Moves a car to another state. A car that is listed for the first time since it was a draft counts as newly
 * posted. A draft counts as never listed. A car that leaves the market is no longer featured.
 * @param car the car at the version that was read
 * @returns true if this call moved the car; false if it has changed since then
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
 * Sums the sales outside Kerblight by month, based on the day that the seller entered.
 * @param since the first month, such as `2026-06`
 * @param sellerId null for all sellers
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
