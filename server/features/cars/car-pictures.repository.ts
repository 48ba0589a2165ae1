import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../db/tables.ts'

export async function insertPictures(db: Db, carId: string, urls: readonly string[]): Promise<void> {
  if (urls.length === 0) return
  const rows = urls.map((url, position) => ({ car_id: carId, position, url }))
  await db.insertInto('car_pictures').values(rows).execute()
}

/** Writes only where the pictures or their order are others: who has the car on a list is told of that. */
export async function updatePictures(db: Db, carId: string, urls: readonly string[]): Promise<void> {
  if (isDeepStrictEqual(await listPictures(db, carId), urls)) return
  await db.deleteFrom('car_pictures').where('car_id', '=', carId).execute()
  await insertPictures(db, carId, urls)
}

async function listPictures(db: Db, carId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('car_pictures')
    .select('url')
    .where('car_id', '=', carId)
    .orderBy('position')
    .execute()
  return rows.map(({ url }) => url)
}
