import { DatabaseError } from './database-error.ts'
import { isForeignSchema, isUnfinishedMove, readSchemaVersion } from './engines/schema-version.ts'
import type { Migration } from './engines/migration.ts'
import { BASELINE, findNewestVersion } from './migrations.ts'
import type { Db } from './tables.ts'

/**
 * Verifies that this version of the server can use a database.
 * @param place the database's name in the error message
 * @returns the schema version, or 0 for an empty database
 * @throws DatabaseError if the database belongs to another program, or data is being moved to it. It is also
 * thrown if the schema is newer than this version supports or older than the baseline.
 */
export async function checkSchema(db: Db, place: string, steps?: readonly Migration[]): Promise<number> {
  const version = await readSchemaVersion(db)
  const newest = findNewestVersion(steps)
  if (version > newest)
    throw new DatabaseError(
      `${place} was written by a newer version of Kerblight (schema ${version}; this version supports up to ${newest}). Update Kerblight.`,
    )
  if (version > 0 && version < BASELINE)
    throw new DatabaseError(
      `${place} was written by Kerblight 0.1.0 or earlier (schema ${version}). Kerblight 0.1.0 is the last version that can upgrade such data; this version can’t. Nothing was changed. Start Kerblight 0.1.0 on it, or set DATA_DIR or DATABASE_URL to a new place.`,
    )
  if (await isUnfinishedMove(db))
    throw new DatabaseError(
      `The move to ${place} is not finished. Wait for npm run migrate:to-postgres, or run it again. Until it is done, start Kerblight with the previous DATABASE_URL.`,
    )
  if (version === 0 && (await isForeignSchema(db)))
    throw new DatabaseError(
      `${place} belongs to another program. Nothing was changed; set DATABASE_URL to a separate database for Kerblight.`,
    )
  return version
}
