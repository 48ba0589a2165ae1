import type { Db } from '../../db/tables.ts'
import { DERIVED_FIELDS, foldPhotos, PHOTOS_FIELD, type Change } from './change.ts'
import { listChanges } from './change.repository.ts'

/**
 * Returns one change per field: from the value before the set to the value that the set left.
 * @param changes the changes of one car in one set
 */
export async function computeNetChanges(
  db: Db,
  carId: string,
  changes: readonly Change[],
): Promise<Change[]> {
  const isOfPhotos = changes.some(({ field }) => field.startsWith(`${PHOTOS_FIELD}/`))
  // The photos at the time of a change can only be derived from the car's full history.
  const allChanges = isOfPhotos ? await listChanges(db, carId) : changes
  const setChanges = foldPhotos(allChanges).filter(({ set }) => set?.id === changes[0]!.set!.id)
  const byField = Map.groupBy(setChanges, ({ field }) => field)
  return Array.from(byField.values(), (fieldChanges) => ({
    ...fieldChanges.at(-1)!,
    before: fieldChanges[0]!.before,
  })).filter(({ field, before, after }) => !DERIVED_FIELDS.includes(field) && before !== after)
}
