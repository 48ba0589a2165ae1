import type { Config } from '../config/config.ts'
import { DatabaseError } from '../db/database-error.ts'
import { lockSchema } from '../db/engines/schema-version.ts'
import { readMode, writeMode } from '../db/engines/mode-mark.ts'
import type { Db } from '../db/tables.ts'

const rejections = {
  sandbox:
    'holds a sandbox’s data, where anyone could sign in as anyone, admins included. A live installation needs a database of its own; set DATABASE_URL or DATA_DIR.',
  live: 'holds a live installation’s data, and this is the sandbox, where anyone can sign in as anyone. Set FIREBASE_PROJECT_ID and STRIPE_SECRET_KEY; or, for a copy that will never be live again, SANDBOX=on.',
}

/**
 * Keeps live and sandbox data separate. A database belongs to the mode in which it was first used. An
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
