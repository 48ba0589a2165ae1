import type { Db } from '../../db/tables.ts'
import { selectCars, toCar } from './car.row.ts'
import type { Car } from './car.ts'

/** Those that the seller has not deleted, the newest first. @param after the last car of the page before */
export async function listOwnCars(
  db: Db,
  sellerId: string,
  { after, limit }: { after?: Pick<Car, 'id' | 'postedAt'> | undefined; limit: number },
): Promise<Car[]> {
  const rows = await selectCars(db)
    .where('cars.seller_id', '=', sellerId)
    .where('cars.hidden_at', 'is', null)
    .$if(after !== undefined, (all) =>
      all.where((eb) =>
        eb(eb.refTuple('cars.posted_at', 'cars.id'), '<', eb.tuple(after!.postedAt, after!.id)),
      ),
    )
    .orderBy('cars.posted_at', 'desc')
    .orderBy('cars.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toCar)
}

/** How far the ledger of the seller's cars is: 0 where they have none. */
export async function newestChangeOfOwnCars(db: Db, sellerId: string): Promise<number> {
  const newest = await db
    .selectFrom('car_changes')
    .innerJoin('cars', 'cars.id', 'car_changes.car')
    .select(({ fn }) => fn.max<number | null>('car_changes.id').as('id'))
    .where('cars.seller_id', '=', sellerId)
    .executeTakeFirst()
  return newest?.id ?? 0
}

/** Whether the seller has a car with this VIN, deleted ones apart. */
export async function hasCarWithVin(db: Db, sellerId: string, vin: string): Promise<boolean> {
  const row = await db
    .selectFrom('cars')
    .select('id')
    .where('vin', '=', vin)
    .where('seller_id', '=', sellerId)
    .where('hidden_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
