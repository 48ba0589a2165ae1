import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'
import { selectCars, toCar } from '../cars/car.row.ts'
import type { Car } from '../cars/car.ts'

export interface Shortlisted {
  car: Car
  addedAt: string
  /** The price in cents when the car was added, or null if it is unknown. */
  addedPriceMinor: number | null
  /** True if the car has been off the market since it was added. */
  hasLeft: boolean
}

/** Lists the cars on a user's shortlist, most recently added first, including sold and removed cars. */
export async function listShortlist(db: Db, userId: string): Promise<Shortlisted[]> {
  const rows = await selectCars(db)
    .innerJoin('shortlist', 'shortlist.car_id', 'cars.id')
    .select(['shortlist.added_at', 'added_price_minor', 'left_at'])
    .where('shortlist.user_id', '=', userId)
    .orderBy('shortlist.added_at', 'desc')
    .orderBy('cars.id')
    .execute()
  return rows.map((row) => ({
    car: toCar(row),
    addedAt: row.added_at,
    addedPriceMinor: row.added_price_minor,
    hasLeft: row.left_at !== null,
  }))
}

/** Lists the car IDs and times of a user's shortlist, oldest first. */
export async function listShortlistRows(
  db: Db,
  userId: string,
): Promise<{ carID: string; addedAt: string; addedPriceMinor: number | null }[]> {
  return db
    .selectFrom('shortlist')
    .select(['car_id as carID', 'added_at as addedAt', 'added_price_minor as addedPriceMinor'])
    .where('user_id', '=', userId)
    .orderBy('added_at')
    .orderBy('car_id')
    .execute()
}

/**
 * Adds a car that is not on the list, unless the list is full. The user is told only of later changes. Call it in a
 * transaction, which keeps parallel requests from exceeding the limit. If one of them adds the same car on Postgres,
 * `on conflict` makes the transaction retry instead of fail.
 * @returns true if the car was added
 */
export async function insertShortlisted(
  db: Db,
  { userId, carId, addedAt, limit }: { userId: string; carId: string; addedAt: Date; limit: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into shortlist
    (user_id, car_id, added_at, added_price_minor, told_price_minor, told_listed)
    select ${userId}, cars.id, ${addedAt.toISOString()}, price_minor, price_minor,
    (select count(*) from listed_cars where listed_cars.car_id = cars.id) from cars where cars.id = ${carId}
    and (select count(*) from shortlist where user_id = ${userId}) < ${limit}
    on conflict do nothing`.execute(db)
  return numAffectedRows === 1n
}

/** @returns true if the car was on the list */
export async function deleteShortlisted(db: Db, userId: string, carId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('shortlist')
    .where('user_id', '=', userId)
    .where('car_id', '=', carId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function deleteShortlistOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('shortlist').where('user_id', '=', userId).execute()
}

export async function isShortlisted(db: Db, userId: string, carId: string): Promise<boolean> {
  const row = await db
    .selectFrom('shortlist')
    .select('car_id')
    .where('user_id', '=', userId)
    .where('car_id', '=', carId)
    .executeTakeFirst()
  return row !== undefined
}
