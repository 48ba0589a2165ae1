import type { Db, Row } from '../../db/tables.ts'

export function insertPhotos(db: Db, carId: string, urls: readonly string[]): Promise<void> {
  return insertRows(db, toRows(carId, urls))
}

/**
 * Updates only the positions whose photo changes. Users who have the car on a list are notified of a new
 * first photo, and the ledger records which photos changed. A single upsert would not work, because SQLite's
 * triggers ignore their own `or ignore` within it.
 */
export async function updatePhotos(db: Db, carId: string, urls: readonly string[]): Promise<void> {
  const before = await listPhotos(db, carId)
  const rows = toRows(carId, urls)
  await db
    .deleteFrom('car_pictures')
    .where('car_id', '=', carId)
    .where('position', '>=', urls.length)
    .execute()
  for (const { position, url } of rows.slice(0, before.length))
    if (url !== before[position]) await replacePhoto(db, { car_id: carId, position, url })
  await insertRows(db, rows.slice(before.length))
}

async function replacePhoto(db: Db, { car_id, position, url }: Row<'car_pictures'>): Promise<void> {
  await db
    .updateTable('car_pictures')
    .set({ url })
    .where('car_id', '=', car_id)
    .where('position', '=', position)
    .execute()
}

async function insertRows(db: Db, rows: Row<'car_pictures'>[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('car_pictures').values(rows).execute()
}

function toRows(carId: string, urls: readonly string[]): Row<'car_pictures'>[] {
  return urls.map((url, position) => ({ car_id: carId, position, url }))
}

async function listPhotos(db: Db, carId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('car_pictures')
    .select('url')
    .where('car_id', '=', carId)
    .orderBy('position')
    .execute()
  return rows.map(({ url }) => url)
}
