import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { openPostgres } from '../../server/db/engines/postgres-connection.ts'
import { startPostgres, type PostgresServer } from './postgres-server.ts'
import { addressOf, TEMPLATE } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the server; `createTestDatabase` makes a database on it. */
    postgresUrl: string
  }
}

let shared: Promise<PostgresServer> | undefined
let users = 0

/** One Postgres for a whole run, with a database that is up to date for others to start as its copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  users++
  const server = await (shared ??= start())
  project.provide('postgresUrl', server.url)
  return async () => {
    if (--users === 0) await server.stop()
  }
}

async function start(): Promise<PostgresServer> {
  const server = await startPostgres()
  const client = new Client(server.url)
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const template = await openPostgres(addressOf(server.url, TEMPLATE))
  await template.close()
  return server
}
