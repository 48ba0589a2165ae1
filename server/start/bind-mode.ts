import type { Config } from '../config/config.ts'
import { DatabaseError } from '../db/database-error.ts'
import { lockSchema } from '../db/engines/schema-version.ts'
import { readMode, writeMode } from '../db/engines/mode-mark.ts'
import type { Db } from '../db/tables.ts'

const rejections = {
  sandbox:
    'contains sandbox data, including admin accounts that anyone could sign in to. A live installation needs a separate database: set DATABASE_URL or DATA_DIR.',
  live: 'contains the data of a live installation, but this is the sandbox, where anyone can sign in as anyone. Set FIREBASE_PROJECT_ID and STRIPE_SECRET_KEY. Set SANDBOX=on only for a copy that will never be live again.',
}

/**
 * Keeps live and sandbox data separate. A database belongs to the mode of its first use. An
 * explicit sandbox takes over a live database, which can't be live again.
 * @throws DatabaseError if the database belongs to the other mode and the sandbox is not explicit
 */
export async function bindDatabaseToMode(db: Db, config: Config): Promise<void> {
  const { mode, sandbox, postgres, databaseFile } = config
  const owner = await readMode(db)
  if (owner === mode) return
  if (owner !== null && !sandbox?.isExplicit)
    throw new DatabaseError(`${postgres?.shown ?? databaseFile} ${rejections[owner]} Nothing was changed.`)
  await db.transaction().execute(async (trx) => {
    await lockSchema(trx)
    await writeMode(trx, mode)
  })
}
