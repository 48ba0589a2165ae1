import { sql } from 'kysely'
import type { RowError } from '../../../contract/imports.ts'
import type { Db } from '../../db/tables.ts'
import type { FilePhoto } from './plan/find-photos.ts'

/** An imported row whose photos have not been added yet. */
export interface PhotoRow {
  place: number
  carId: string
  pictures: FilePhoto[]
  warnings: RowError[]
}

/** The condition is a literal, so that the query plan can use the partial index. */
const isAwaiting = sql<boolean>`awaits_pictures = 1`

/** Finds the next row in file order. */
export async function findPhotoRow(db: Db, importId: string): Promise<PhotoRow | null> {
  const row = await db
    .selectFrom('import_rows')
    .select(['place', 'car_id', 'pictures', 'warnings'])
    .where('import_id', '=', importId)
    .where('place', '=', (eb) =>
      eb
        .selectFrom('import_rows')
        .select(({ fn }) => fn.min<number>('place').as('place'))
        .where('import_id', '=', importId)
        .where(isAwaiting),
    )
    .executeTakeFirst()
  if (!row) return null
  return {
    place: row.place,
    carId: row.car_id!,
    pictures: JSON.parse(row.pictures) as FilePhoto[],
    warnings: JSON.parse(row.warnings) as RowError[],
  }
}

export async function countPhotoRows(db: Db, importId: string): Promise<number> {
  const { count } = await db
    .selectFrom('import_rows')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('import_id', '=', importId)
    .where(isAwaiting)
    .executeTakeFirstOrThrow()
  return count
}

export async function recordAddedPhotos(
  db: Db,
  importId: string,
  { place, warnings }: Pick<PhotoRow, 'place' | 'warnings'>,
): Promise<void> {
  await db
    .updateTable('import_rows')
    .set({ awaits_pictures: 0, warnings: JSON.stringify(warnings), is_warned: warnings.length > 0 ? 1 : 0 })
    .where('import_id', '=', importId)
    .where('place', '=', place)
    .execute()
}
