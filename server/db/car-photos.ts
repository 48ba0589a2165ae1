import { sql } from 'kysely'
import type { Shot } from '../../contract/cars/shots.ts'
import type { Db } from './tables.ts'

/** The shots of a car's photos, by the photo's URL. A photo without a shot has no entry. */
export type ShotsByUrl = Readonly<Record<string, Shot>>

/** Reads the column `shots` of a car. */
export function readShots(column: string | null): ShotsByUrl {
  return JSON.parse(column ?? '{}') as ShotsByUrl
}

/** SQL for the URL of a car's first photo, or an empty string if the car has no photo. */
export const firstPhoto = sql<string>`coalesce(
  (select url from car_pictures where car_id = cars.id and position = 0), ''
)`

export async function findFirstPhoto(db: Db, carId: string): Promise<string | null> {
  const picture = await db
    .selectFrom('car_pictures')
    .select('url')
    .where('car_id', '=', carId)
    .where('position', '=', 0)
    .executeTakeFirst()
  return picture?.url ?? null
}
