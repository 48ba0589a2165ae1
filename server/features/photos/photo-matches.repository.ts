import { sql } from 'kysely'
import { firstPhoto } from '../../db/car-photos.ts'
import type { Db } from '../../db/tables.ts'

const MAX_LISTED = 20

/** The columns of one car in a pair. */
const sides = { first: 'first_car', second: 'second_car' } as const

/** Two cars of different sellers that have shown the same photo. */
export interface PhotoMatch {
  foundAt: string
  cars: readonly [MatchingPhoto, MatchingPhoto]
}

interface MatchingPhoto {
  carId: string
  /** The photo, or the cover if the car no longer shows the photo. */
  url: string
}

/** Lists the newest open pairs whose cars have not been deleted or taken down. */
export async function listOpenMatches(db: Db): Promise<{ total: number; matches: PhotoMatch[] }> {
  const rows = await selectOpen(db)
    .select(['photo_matches.first_car', 'photo_matches.second_car', 'photo_matches.found_at'])
    .select([shownPhoto('first').as('first_url'), shownPhoto('second').as('second_url')])
    .orderBy('photo_matches.found_at', 'desc')
    .orderBy('photo_matches.first_car')
    .orderBy('photo_matches.second_car')
    .limit(MAX_LISTED)
    .execute()
  const matches = rows.map((row): PhotoMatch => ({
    foundAt: row.found_at,
    cars: [
      { carId: row.first_car, url: row.first_url },
      { carId: row.second_car, url: row.second_url },
    ],
  }))
  return { total: await countOpenMatches(db), matches }
}

export async function countOpenMatches(db: Db): Promise<number> {
  const { total } = await selectOpen(db)
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

function selectOpen(db: Db) {
  return db
    .selectFrom('photo_matches')
    .innerJoin('cars as first', 'first.id', 'photo_matches.first_car')
    .innerJoin('cars as second', 'second.id', 'photo_matches.second_car')
    .where('photo_matches.closed_at', 'is', null)
    .where('first.hidden_at', 'is', null)
    .where('first.state', '!=', 'withdrawn')
    .where('second.hidden_at', 'is', null)
    .where('second.state', '!=', 'withdrawn')
}

function shownPhoto(side: keyof typeof sides) {
  const [car, photo] = [sql.ref(`photo_matches.${sides[side]}`), sql.ref(`photo_matches.${side}_photo`)]
  return sql<string>`coalesce(
    (select url from car_pictures where car_id = ${car} and url = ${photo} limit 1),
    (select ${firstPhoto} from cars where cars.id = ${car})
  )`
}

/**
 * Closes a pair permanently.
 * @returns true if it was open, or null if it does not exist
 */
export async function closeMatch(db: Db, cars: readonly string[], now: Date): Promise<boolean | null> {
  const [first, second] = cars.toSorted() as [string, string]
  const match = await db
    .selectFrom('photo_matches')
    .select('closed_at')
    .where('first_car', '=', first)
    .where('second_car', '=', second)
    .executeTakeFirst()
  if (!match) return null
  const { numUpdatedRows } = await db
    .updateTable('photo_matches')
    .set({ closed_at: now.toISOString() })
    .where('first_car', '=', first)
    .where('second_car', '=', second)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes the pairs with a car of this seller. */
export async function deleteSellerMatches(db: Db, sellerId: string): Promise<void> {
  const cars = db.selectFrom('cars').select('id').where('seller_id', '=', sellerId)
  for (const side of ['first_car', 'second_car'] as const)
    await db.deleteFrom('photo_matches').where(side, 'in', cars).execute()
}
