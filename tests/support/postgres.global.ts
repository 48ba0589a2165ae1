import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { openPostgres } from '../../server/db/engines/postgres-connection.ts'
import { startPostgres, type PostgresServer } from '../../scripts/cluster/postgres-server.ts'
import { startPooler } from './pooler.ts'
import { buildDatabaseAddress, TEMPLATE } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Server URL. `createTestDatabase` creates databases there. */
    postgresUrl: string
    /** The URL of the pooler in front of the server, if `TEST_POOLER` names a pooler program. */
    poolerUrl: string | null
  }
}

/**
 * Starts one Postgres server for all tests of an area, with a template database that has the current schema.
 */
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
  const template = await openPostgres(buildDatabaseAddress(server.url, TEMPLATE))
  await template.close()
}
