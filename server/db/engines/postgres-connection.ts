import { Pool, type PoolConfig } from 'pg'
import { checkSchema } from '../check-schema.ts'
import { DatabaseError } from '../database-error.ts'
import { migrate } from '../migrate.ts'
import type { Db } from '../tables.ts'
import type { PostgresAddress } from './postgres-address.ts'
import { postgresDialect, STATEMENT_MS } from './postgres-dialect.ts'
import { postgresValues } from './postgres-values.ts'
import { RetryingDb } from './transactions.ts'

export interface PostgresDatabase {
  db: Db
  close(): Promise<void>
}

type OnLoss = (error: Error) => void

const MAX_CONNECTIONS = 10
const CONNECT_MS = 5_000
const IDLE_MS = 30_000

/**
 * Opens a database on Postgres and brings its schema up to date. Of several processes that come at once, one does that.
 * @param onLoss told of a connection that broke off while nobody used it: the next query opens another
 * @throws DatabaseError on one that cannot be reached, another program's, or a schema newer than this program's
 */
export async function openPostgres(
  { url, shown }: PostgresAddress,
  { onLoss = () => {} }: { onLoss?: OnLoss } = {},
): Promise<PostgresDatabase> {
  await bringUpToDate(url, shown)
  const pool = createPool(url, onLoss, { max: MAX_CONNECTIONS, query_timeout: STATEMENT_MS })
  const db: Db = new RetryingDb({ dialect: postgresDialect(pool) })
  return { db, close: () => db.destroy() }
}

/** A step of the schema takes as long as it takes, over a connection of its own. */
async function bringUpToDate(url: string, shown: string): Promise<void> {
  const pool = createPool(url, () => {}, { max: 1 })
  const db: Db = new RetryingDb({ dialect: postgresDialect(pool) })
  try {
    await reach(pool, shown)
    await checkSchema(db, shown)
    await migrate(db)
  } finally {
    await db.destroy()
  }
}

function createPool(url: string, onLoss: OnLoss, options: PoolConfig): Pool {
  const pool = new Pool({
    connectionString: url,
    application_name: 'kerblight',
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    types: postgresValues,
    ...options,
  })
  pool.on('error', onLoss)
  // One that is in use fails its query, too; without a listener its own event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

async function reach(pool: Pool, shown: string): Promise<void> {
  try {
    await pool.query('select 1')
  } catch (error) {
    const reason = (error as Error).message || String((error as { code?: unknown }).code)
    throw new DatabaseError(`Can’t open the database ${shown}: ${reason}. Nothing was changed.`, {
      cause: error,
    })
  }
}
