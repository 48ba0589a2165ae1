import { Client } from 'pg'
import type { PostgresAddress } from '../../../config/postgres-address.ts'
import { postgresValues } from '../postgres-values.ts'
import { MoveError } from './move-error.ts'

const CONNECT_MS = 5000
/** A move that was killed ends at the server with the statement that it had begun. */
const LOCK_MS = 30_000
/** Any number that no other program is likely to lock in this database. */
const LOCK = 4_905_212_021

/** What a database that data are moved to is asked before anything else. */
export interface TargetFacts {
  /** As `server_version_num`: 150004. */
  version: number
  encoding: string
  /** Where its tables would be; null where there is no such place. */
  schema: string | null
  mayCreate: 0 | 1 | null
}

/**
 * One connection, which no pooler may share: what it sets and locks is its own until it ends.
 * @throws MoveError where the database can't be reached or used, or another move to it is under way
 */
export async function connectTarget({ url, shown }: PostgresAddress): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: 'kerblight move',
    connectionTimeoutMillis: CONNECT_MS,
    types: postgresValues,
  })
  // The query that is under way fails, too.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<TargetFacts>(queryTargetFacts)
    const fault = faultOf(rows[0]!)
    if (fault !== null) throw new MoveError(`${shown} ${fault} Nothing was changed.`)
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
  has_schema_privilege(current_schema(), 'create') as "mayCreate"`

const OLDEST = 15

/** @returns why Kerblight can't use the database, and what to do; null where it can */
export function faultOf({ version, encoding, schema, mayCreate }: TargetFacts): string | null {
  const major = Math.floor(version / 10_000)
  if (major < OLDEST) return `is Postgres ${major}: Kerblight takes ${OLDEST} or newer. Update it first.`
  if (encoding !== 'UTF8') return `keeps texts as ${encoding}: create a database with the encoding UTF8.`
  if (schema === null)
    return 'has no schema that its user may use: make the user the database’s owner, and run this again.'
  return mayCreate === 1
    ? null
    : `lets its user make no tables in the schema ${schema}: make the user the database’s owner, and run this again.`
}

async function takeLock(client: Client, shown: string): Promise<void> {
  try {
    await client.query(
      `set lock_timeout = ${LOCK_MS}; select pg_advisory_lock(${LOCK}); set lock_timeout = 0`,
    )
  } catch (error) {
    if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error
    throw new MoveError(`Another move to ${shown} is under way. Let it end, or end it, then run this again.`)
  }
}

const LOCK_NOT_AVAILABLE = '55P03'
