import { Pool, type PoolConfig } from 'pg'
import { postgresValues } from './postgres-values.ts'

const CONNECT_MS = 5_000
const IDLE_MS = 30_000

/**
 * Creates a connection pool.
 * @param onLoss called when an idle connection is lost; the next query opens another
 */
export function createPool(url: string, onLoss: (error: Error) => void, options: PoolConfig): Pool {
  const pool = new Pool({
    connectionString: url,
    application_name: 'kerblight',
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    types: postgresValues,
    ...options,
  })
  pool.on('error', onLoss)
  // A running query fails as well. Without a listener, the client's `error` event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
