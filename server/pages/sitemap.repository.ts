import { sql } from 'kysely'
import type { Db } from '../db/tables.ts'

/**
 * A listed car in the sitemap. Its number doesn't change while it is listed, so it stays in the same part.
 */
export interface ListedCarLink {
  carId: string
  postedAt: string
}

/**
 * Lists the parts of the sitemap that contain a car. Each part covers `size` numbers, and the first part is
 * 1.
 */
export async function listSitemapParts(db: Db, size: number): Promise<number[]> {
  const part = sql<number>`(number - 1) / ${sql.lit(size)} + 1`
  const rows = await db.selectFrom('listed_cars').select(part.as('part')).distinct().orderBy('part').execute()
  return rows.map((row) => row.part)
}

export async function listSitemapPartCars(db: Db, part: number, size: number): Promise<ListedCarLink[]> {
  const rows = await db
    .selectFrom('listed_cars')
    .innerJoin('cars', 'cars.id', 'listed_cars.car_id')
    .select(['car_id', 'posted_at'])
    .where('number', '>', (part - 1) * size)
    .where('number', '<=', part * size)
    .orderBy('number')
    .execute()
  return rows.map((row) => ({ carId: row.car_id, postedAt: row.posted_at }))
}
