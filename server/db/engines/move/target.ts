import { Client } from 'pg'
import type { PostgresAddress } from '../../../config/postgres-address.ts'
import { postgresValues } from '../postgres-values.ts'
import { MoveError } from './move-error.ts'

const CONNECT_MS = 5000
/**
 * Timeout for acquiring the lock. After a move is killed, the server releases its lock only once the running
 * statement has finished.
 */
const LOCK_MS = 30_000
/** An arbitrary number that no other program is likely to lock in this database. */
const LOCK = 4_905_212_021

/** The properties of a target database that are checked before anything else. */
export interface TargetFacts {
  /** The value of `server_version_num`, such as 150004. */
  version: number
  encoding: string
  /** The schema where the tables would be created, or null if the user has no such schema. */
  schema: string | null
  canCreate: 0 | 1 | null
}

/**
 * Connects to the target over a single connection. A pooler must not share it, since its settings and locks
 * belong to the session.
 * @throws MoveError if the database cannot be used or another move to it is in progress; other errors if it
 * cannot be reached
 */
export async function connectTarget({ url, shown }: PostgresAddress): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: 'kerblight move',
    connectionTimeoutMillis: CONNECT_MS,
    types: postgresValues,
  })
  // The running query fails as well. Without a listener, the client's `error` event would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<TargetFacts>(queryTargetFacts)
    const targetError = findTargetError(rows[0]!)
    if (targetError !== null) throw new MoveError(`${shown} ${targetError} Nothing was changed.`)
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await takeLock(client, shown)
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

const queryTargetFacts = `select current_setting('server_version_num')::int as version,
  current_setting('server_encoding') as encoding, current_schema() as schema,
  has_schema_privilege(current_schema(), 'create') as "canCreate"`

const MIN_VERSION = 15

/** Returns the reason Kerblight cannot use a target database, and the remedy, or null if it can. */
export function findTargetError({ version, encoding, schema, canCreate }: TargetFacts): string | null {
  const major = Math.floor(version / 10_000)
  if (major < MIN_VERSION) return `is Postgres ${major}. Kerblight requires Postgres ${MIN_VERSION} or later.`
  if (encoding !== 'UTF8') return `has the encoding ${encoding}. Create a database with the encoding UTF8.`
  if (schema === null)
    return 'has no schema that the user may use. Make the user the owner of the database, then run this again.'
  return canCreate === 1
    ? null
    : `does not let the user create tables in the schema ${schema}. Make the user the owner of the database, then run this again.`
}

async function takeLock(client: Client, shown: string): Promise<void> {
  try {
    await client.query(
      `set lock_timeout = ${LOCK_MS}; select pg_advisory_lock(${LOCK}); set lock_timeout = 0`,
    )
  } catch (error) {
    if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error
    throw new MoveError(
      `Another move to ${shown} is running. Wait until it ends, or stop it, then run this again.`,
    )
  }
}

const LOCK_NOT_AVAILABLE = '55P03'
