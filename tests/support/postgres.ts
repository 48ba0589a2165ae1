import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { readPostgresAddress, type PostgresAddress } from '../../server/db/engines/postgres-address.ts'

/** The database that is up to date and has no rows. */
export const TEMPLATE = 'kerblight_template'

export interface TestDatabase {
  address: PostgresAddress
  /** Ends whoever still uses it. */
  drop(): Promise<void>
}

/**
 * A database of a test's own.
 * @param from what it starts as a copy of; `template0` has nothing in it
 */
export async function createTestDatabase(
  serverUrl: string,
  from: typeof TEMPLATE | 'template0' = TEMPLATE,
): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await ask(serverUrl, `create database ${name} template ${from}`)
  return {
    address: addressOf(serverUrl, name),
    drop: () => ask(serverUrl, `drop database ${name} with (force)`),
  }
}

export function addressOf(serverUrl: string, name: string): PostgresAddress {
  const address = readPostgresAddress(serverUrl.replace(/[^/]*$/, name))
  if (address === null || typeof address === 'string') throw new Error(`Not an address: ${serverUrl}`)
  return address
}

async function ask(url: string, statement: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
