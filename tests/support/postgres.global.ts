import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { openPostgres } from '../../server/db/engines/postgres-connection.ts'
import { startPostgres, type PostgresServer } from '../../scripts/cluster/postgres-server.ts'
import { startPooler } from './pooler.ts'
import { addressOf, TEMPLATE } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the server, on which `createTestDatabase` creates databases. */
    postgresUrl: string
    /** URL of the pooler in front of it, if `TEST_POOLER` names a pooler's program. */
    poolerUrl: string | null
  }
}

/** Starts one Postgres for all tests of an area, with an up-to-date database for others to copy. */
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
