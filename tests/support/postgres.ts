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

/** What a database starts as: a copy of the template, or with nothing in it, in the order of bytes or of people. */
const beginnings = {
  upToDate: `template ${TEMPLATE}`,
  empty: 'template template0',
  emptyInEnglish: `template template0 locale_provider icu icu_locale 'en-US' locale 'C'`,
}

/** A database of a test's own. */
export async function createTestDatabase(
  serverUrl: string,
  beginning: keyof typeof beginnings = 'upToDate',
): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await ask(serverUrl, `create database ${name} ${beginnings[beginning]}`)
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
