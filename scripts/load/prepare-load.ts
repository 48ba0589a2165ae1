import { loadConfig, type Config } from '../../server/config/config.ts'
import { openDatabase } from '../../server/db/connection.ts'
import { newId } from '../../server/db/id.ts'
import type { Db, Row } from '../../server/db/tables.ts'
import { seedMany } from '../../server/seed/seed-many.ts'
import { insertSession } from '../../server/core/sessions/session.repository.ts'
import { insertUser } from '../../server/core/users/user.repository.ts'
import { createAppTokens } from '../../server/http/token.ts'
import { runBulkLoad } from './bulk-load.ts'

/** The existing data that load test requests refer to. */
export interface LoadSetup {
  /** IDs of in-stock cars that have a price. */
  carIds: string[]
  brands: string[]
  /** App tokens of signed-in users. */
  tokens: string[]
  /** An admin's app token. */
  adminToken: string
}

const CARS = 20_000
const USERS = 500
const DAY_MS = 86_400_000

/** Fills the database of `env`. It must run before the server opens that database. */
export async function prepareLoad(env: Record<string, string>, cars = CARS): Promise<LoadSetup> {
  const config = loadConfig(env)
  const database = await openDatabase({ databaseFile: config.databaseFile, backupDir: config.backupDir })
  const { db, close } = database
  try {
    await runBulkLoad(database, async () => void (await seedMany(db, cars, { seed: 1 })))
    const signedIn: string[] = []
    for (let count = 0; count < USERS; count++) signedIn.push((await signIn(db, config)).token)
    const rows = await db
      .selectFrom('cars')
      .select('id')
      .where('state', '=', 'instock')
      .where('price_minor', 'is not', null)
      .limit(CARS)
      .execute()
    const categories = await db.selectFrom('categories').select('name').execute()
    return {
      carIds: rows.map(({ id }) => id),
      brands: categories.map(({ name }) => name),
      tokens: signedIn,
      adminToken: (await signIn(db, config, { role: 'admin' })).token,
    }
  } finally {
    await close()
  }
}

/** Creates a new user and a session, and returns an app token. */
export async function signIn(
  db: Db,
  { tokenSecret }: Pick<Config, 'tokenSecret'>,
  fields: Partial<Pick<Row<'users'>, 'role' | 'account' | 'verified'>> = {},
): Promise<{ id: string; token: string }> {
  const now = new Date()
  const expiresAt = new Date(now.getTime() + DAY_MS)
  const [id, sessionId] = [newId(), newId()]
  const user = { id, uid: id, email: `${id.toLowerCase()}@load.test`, emailAt: null, fullName: 'Robin Vale' }
  await insertUser(db, user, now)
  await db
    .updateTable('users')
    .set({ role: 'user', ...fields })
    .where('id', '=', id)
    .execute()
  const session = { id: sessionId, userId: id, client: 'web' as const, userAgent: 'load', expiresAt }
  await insertSession(db, session, now)
  const tokens = createAppTokens(tokenSecret, DAY_MS / 1000)
  return { id, token: await tokens.sign({ uid: id, sessionId, expiresAt }, now) }
}
