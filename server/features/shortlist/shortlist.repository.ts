import { sql, type RawBuilder } from 'kysely'
import { deleteRows } from '../../db/delete-rows.ts'
import type { Db } from '../../db/tables.ts'
import { selectCars, toCar } from '../cars/car.row.ts'
import type { Car } from '../cars/car.ts'
import { UNDO_SECONDS } from '../undo/undo.repository.ts'

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
    .where('removed_at', 'is', null)
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
    .where('removed_at', 'is', null)
    .orderBy('added_at')
    .orderBy('car_id')
    .execute()
}

interface Addition {
  userId: string
  carId: string
  addedAt: Date
  limit: number
}

/**
 * Adds a car that is not on the list, unless the list is full. The user is notified only of later changes. A car that
 * was removed less than a minute ago returns to its place. Call it in a transaction, which keeps parallel requests from
 * exceeding the limit. If one of them adds the same car on Postgres, `on conflict` makes the transaction retry instead
 * of fail.
 * @returns true if the car was added
 */
export async function insertShortlisted(db: Db, addition: Addition): Promise<boolean> {
  const { userId, carId, addedAt, limit } = addition
  const hasSpace = sql<boolean>`(select count(*) from shortlist
    where user_id = ${userId} and removed_at is null) < ${limit}`
  if (await restoreShortlisted(db, addition, hasSpace)) return true
  const { numAffectedRows } = await sql`insert into shortlist
    (user_id, car_id, added_at, added_price_minor, notified_price_minor, notified_listed)
    select ${userId}, cars.id, ${addedAt.toISOString()}, all_in_minor, all_in_minor,
    (select count(*) from listed_cars where listed_cars.car_id = cars.id) from cars
    where cars.id = ${carId} and ${hasSpace} on conflict do nothing`.execute(db)
  return numAffectedRows === 1n
}

/** Restores a car that was just removed. The row of an earlier removal is deleted. */
async function restoreShortlisted(
  db: Db,
  { userId, carId, addedAt }: Addition,
  hasSpace: RawBuilder<boolean>,
): Promise<boolean> {
  const restorableSince = new Date(addedAt.getTime() - UNDO_SECONDS * 1000).toISOString()
  const { numUpdatedRows } = await db
    .updateTable('shortlist')
    .set({ removed_at: null })
    .where('user_id', '=', userId)
    .where('car_id', '=', carId)
    .where('removed_at', '>', restorableSince)
    .where(hasSpace)
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return true
  await db
    .deleteFrom('shortlist')
    .where('user_id', '=', userId)
    .where('car_id', '=', carId)
    .where('removed_at', '<=', restorableSince)
    .execute()
  return false
}

/**
 * Removes a car from a user's shortlist.
 * @returns true if the car was on the list
 */
export async function removeShortlisted(
  db: Db,
  { userId, carId }: Pick<Addition, 'userId' | 'carId'>,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('shortlist')
    .set({ removed_at: now.toISOString() })
    .where('user_id', '=', userId)
    .where('car_id', '=', carId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export function purgeShortlisted(db: Db, removedBefore: Date): Promise<number> {
  return deleteRows(db.deleteFrom('shortlist').where('removed_at', '<', removedBefore.toISOString()))
}

export async function deleteUserShortlist(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('shortlist').where('user_id', '=', userId).execute()
}

export async function isShortlisted(db: Db, userId: string, carId: string): Promise<boolean> {
  const row = await db
    .selectFrom('shortlist')
    .select('car_id')
    .where('user_id', '=', userId)
    .where('car_id', '=', carId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
