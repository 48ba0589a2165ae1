import { DatabaseError } from './database-error.ts'
import { isOthersSchema, isUnfinishedMove, readSchemaVersion } from './engines/schema-version.ts'
import { migrations } from './migrate.ts'
import type { Db } from './tables.ts'

/**
 * @param place as the message names it
 * @returns how many migrations the database has seen; 0 for an empty one
 * @throws DatabaseError on another program's, on a schema newer than this program's, and while data are moved there
 */
export async function checkSchema(db: Db, place: string): Promise<number> {
  const version = await readSchemaVersion(db)
  if (version > migrations.length)
    throw new DatabaseError(
      `${place} was written by a newer Kerblight (schema ${version}, this one knows ${migrations.length}). Update Kerblight.`,
    )
  if (await isUnfinishedMove(db))
    throw new DatabaseError(
      `Data are being moved to ${place}, and are not all there yet. Let npm run migrate:to-postgres finish, or run it again; until then start Kerblight with the DATABASE_URL it had.`,
    )
  if (version === 0 && (await isOthersSchema(db)))
    throw new DatabaseError(
      `${place} belongs to another program. Nothing was changed; set DATABASE_URL to a database of Kerblight’s own.`,
    )
  return version
}
