import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { readPostgresAddress, type PostgresAddress } from '../../server/config/postgres-address.ts'

/** Name of the template database, which has the current schema and no rows. */
export const TEMPLATE = 'kerblight_template'

export interface TestDatabase {
  address: PostgresAddress
  drop(): Promise<void>
}

/**
 * The initial states of a database: a copy of the template, or an empty database that sorts strings by bytes
 * or by English rules.
 */
const beginnings = {
  upToDate: `template ${TEMPLATE}`,
  empty: 'template template0',
  emptyInEnglish: `template template0 locale_provider icu icu_locale 'en-US' locale 'C'`,
}

export async function createTestDatabase(
  serverUrl: string,
  beginning: keyof typeof beginnings = 'upToDate',
): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await runStatement(serverUrl, `create database ${name} ${beginnings[beginning]}`)
  return {
    address: buildDatabaseAddress(serverUrl, name),
    drop: () => dropDatabase(serverUrl, name),
  }
}

/**
 * Drops a database. The drop waits for a checkpoint of the whole server, which has failed once in CI. Each
 * attempt requests a new one.
 */
async function dropDatabase(serverUrl: string, name: string, attempts = 3): Promise<void> {
  try {
    await runStatement(serverUrl, `drop database ${name} with (force)`)
  } catch (error) {
    if (attempts === 1 || !(error as Error).message.includes('checkpoint request failed')) throw error
    await dropDatabase(serverUrl, name, attempts - 1)
  }
}

export function buildDatabaseAddress(serverUrl: string, name: string): PostgresAddress {
  const address = readPostgresAddress(serverUrl.replace(/[^/]*$/, name))
  if (address === null || typeof address === 'string') throw new Error(`Not an address: ${serverUrl}`)
  return address
}

export function replacePort({ url }: PostgresAddress, port: number): PostgresAddress {
  const newUrl = new URL(url)
  newUrl.port = String(port)
  return buildDatabaseAddress(newUrl.href, newUrl.pathname.slice(1))
}

async function runStatement(url: string, statement: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * Returns a new Postgres database for one server if `TEST_ENGINE=postgres`, so the same tests can run on that
 * engine.
 */
export async function newPostgres(): Promise<TestDatabase | null> {
  if (process.env.TEST_ENGINE !== 'postgres') return null
  const { inject } = await import('vitest')
  const database = await createTestDatabase(inject('postgresUrl'))
  const pooler = inject('poolerUrl')
  if (pooler === null) return database
  const { url } = database.address
  const address = { ...buildDatabaseAddress(pooler, new URL(url).pathname.slice(1)), listenUrl: url }
  return { ...database, address }
}
