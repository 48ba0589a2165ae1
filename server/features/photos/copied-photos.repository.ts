import type { Db, Row } from '../../db/tables.ts'
import { bandNames, distance, MAX_DISTANCE } from '../../core/images/look-bands.ts'

/** A photo of a car whose seller is known. */
export interface CarPhoto {
  carId: string
  sellerId: string
}

/** The maximum number of photos that one photo is compared with. */
const MAX_CANDIDATES = 200

/** Lists uploads that a car or profile uses and that have not been compared yet, oldest first. */
export function listUncompared(db: Db, limit: number): Promise<Row<'uploads'>[]> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('compared_at', 'is', null)
    .where('expires_at', 'is', null)
    .orderBy('created_at')
    .limit(limit)
    .execute()
}

export async function markCompared(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('uploads').set({ compared_at: now.toISOString() }).where('id', '=', id).execute()
}

/** Returns the URLs of an upload's copies, including its own. */
export async function findCopies(db: Db, upload: Row<'uploads'>): Promise<string[]> {
  const candidates = await db
    .selectFrom('uploads')
    .select(['url', ...bandNames])
    .where((eb) => eb.or(bandNames.map((name) => eb(name, '=', upload[name]))))
    .limit(MAX_CANDIDATES)
    .execute()
  const copies = candidates.filter((candidate) => distance(upload, candidate) <= MAX_DISTANCE)
  return [...new Set([upload.url, ...copies.map(({ url }) => url)])]
}

/** Lists the cars that show one of the photos, except deleted ones. */
export function listCarsShowing(db: Db, urls: readonly string[]): Promise<CarPhoto[]> {
  return db
    .selectFrom('car_pictures')
    .innerJoin('cars', 'cars.id', 'car_pictures.car_id')
    .select(['cars.id as carId', 'cars.seller_id as sellerId'])
    .distinct()
    .where('car_pictures.url', 'in', urls)
    .where('cars.hidden_at', 'is', null)
    .execute()
}

/**
 * Records that two cars have the same photo.
 * @returns false if this was known
 */
export async function insertMatch(db: Db, cars: readonly [string, string], now: Date): Promise<boolean> {
  const [first, second] = cars.toSorted() as [string, string]
  const result = await db
    .insertInto('photo_matches')
    .values({ first_car: first, second_car: second, found_at: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows) > 0
}
