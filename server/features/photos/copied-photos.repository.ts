import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'
import {
  bandNames,
  countDifferentBits,
  MAX_DIFFERENT_BITS,
  listNearBands,
  type LookBands,
} from '../../core/images/look-bands.ts'

/** A photo of a car whose seller is known. */
export interface CarPhoto {
  carId: string
  url: string
  sellerId: string
}

export interface UncomparedPhoto extends LookBands {
  id: string
  url: string
}

/** Maximum number of photos that one photo is compared with. */
const MAX_CANDIDATES = 1_000

/** Maximum number of cars with one photo that are compared with those of other sellers. */
const MAX_CARS = 20

/** Maximum number of other cars that one car is paired with. Many cars may share a stock photo. */
const MAX_OTHERS = 5

/** Lists uploads that a car or profile uses and that have not been compared yet, oldest first. */
export function listUncompared(db: Db, limit: number): Promise<UncomparedPhoto[]> {
  return db
    .selectFrom('uploads')
    .select(['id', 'url', ...bandNames])
    .where('compared_at', 'is', null)
    .where('expires_at', 'is', null)
    .orderBy('created_at')
    .limit(limit)
    .execute()
}

export async function markCompared(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('uploads').set({ compared_at: now.toISOString() }).where('id', '=', id).execute()
}

/** Returns the URLs of a photo's copies, including its own. */
export async function findCopies(db: Db, photo: UncomparedPhoto): Promise<string[]> {
  const nearConditions = bandNames.flatMap((name) => {
    const band = photo[name]
    return band === null ? [] : [sql<boolean>`${sql.ref(name)} in (${sql.join(listNearBands(band))})`]
  })
  if (nearConditions.length === 0) return [photo.url]
  const nearCount = sql.join(
    nearConditions.map((isNear) => sql`case when ${isNear} then 1 else 0 end`),
    sql` + `,
  )
  const candidates = await db
    .selectFrom('uploads')
    .select(['url', ...bandNames])
    .where(({ or }) => or(nearConditions))
    // Many unrelated photos may share a band, such as an empty floor. Copies have more bands in common.
    .orderBy(sql`(${nearCount}) desc`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_CANDIDATES)
    .execute()
  const copies = candidates.filter((candidate) => countDifferentBits(photo, candidate) <= MAX_DIFFERENT_BITS)
  return [...new Set([photo.url, ...copies.map(({ url }) => url)])]
}

/** Lists the newest cars that show a photo, except deleted ones. */
export function listCarsShowing(db: Db, url: string): Promise<CarPhoto[]> {
  return selectShowing(db, [url])
    .orderBy('cars.posted_at', 'desc')
    .orderBy('cars.id')
    .limit(MAX_CARS)
    .execute()
}

/** Lists the oldest cars of other sellers that show one of the photos, except deleted ones. */
export function listOthersShowing(db: Db, urls: readonly string[], sellerId: string): Promise<CarPhoto[]> {
  return selectShowing(db, urls)
    .where('cars.seller_id', '!=', sellerId)
    .orderBy('cars.posted_at')
    .orderBy('cars.id')
    .limit(MAX_OTHERS)
    .execute()
}

function selectShowing(db: Db, urls: readonly string[]) {
  return db
    .selectFrom('car_pictures')
    .innerJoin('cars', 'cars.id', 'car_pictures.car_id')
    .select(['cars.id as carId', 'cars.seller_id as sellerId', 'car_pictures.url'])
    .where('car_pictures.url', 'in', urls)
    .where('cars.hidden_at', 'is', null)
}

/**
 * Records that two cars have the same photo.
 * @returns false if this was known
 */
export async function insertMatch(db: Db, cars: readonly [CarPhoto, CarPhoto], now: Date): Promise<boolean> {
  const [first, second] = cars.toSorted((one, other) => (one.carId < other.carId ? -1 : 1)) as [
    CarPhoto,
    CarPhoto,
  ]
  const photos = { first_photo: first.url, second_photo: second.url }
  const key = { first_car: first.carId, second_car: second.carId }
  const result = await db
    .insertInto('photo_matches')
    .values({ ...key, ...photos, found_at: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (Number(result.numInsertedOrUpdatedRows) > 0) return true
  await db
    .updateTable('photo_matches')
    .set(photos)
    .where('first_car', '=', key.first_car)
    .where('second_car', '=', key.second_car)
    .execute()
  return false
}
