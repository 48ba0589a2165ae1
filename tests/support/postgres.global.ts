import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { openPostgres } from '../../server/db/engines/postgres-connection.ts'
import { startPostgres, type PostgresServer } from '../../scripts/cluster/postgres-server.ts'
import { startPooler } from './pooler.ts'
import { addressOf, TEMPLATE } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the server; `createTestDatabase` makes a database on it. */
    postgresUrl: string
    /** Of the pooler before it, where `TEST_POOLER` names the program of one. */
    poolerUrl: string | null
  }
}

/** One Postgres for all tests of an area, with a database that is up to date for others to start as its copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  await createTemplate(server)
  const { TEST_POOLER: program } = process.env
  const pooler = program ? await startPooler(program, server) : null
  project.provide('postgresUrl', server.url)
  project.provide('poolerUrl', pooler?.url ?? null)
  return async () => {
    await pooler?.stop()
    await server.stop()
  }
}

async function createTemplate(server: PostgresServer): Promise<void> {
  const client = new Client(server.url)
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const template = await openPostgres(addressOf(server.url, TEMPLATE))
  await template.close()
}
