import { sql } from 'kysely'
import type * as z from 'zod'
import { toJSONSchema } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { paths, type EndpointName } from '../../contract/paths.ts'
import type { ApiRequest } from '../support/api-client.ts'
import type { World } from '../support/world.ts'
import { fixtures } from './fixtures.ts'

export const endpointNames = Object.keys(paths) as EndpointName[]
export const namesWithBody = endpointNames.filter((name) => (endpoints[name] as Endpoint).body)

/** The fixture's request, sent by who may send it. */
export async function correctRequest(world: World, name: EndpointName): Promise<ApiRequest> {
  const endpoint: Endpoint = endpoints[name]
  const request = await fixtures[name].request(world)
  if (request.token || endpoint.who === 'anyone' || endpoint.who === 'stripe') return request
  const sender = fixtures[name].owner ?? (endpoint.who === 'user' ? 'buyer' : 'admin')
  return { ...request, token: world.people[sender].token }
}

export function fieldsOf(schema: z.ZodType): string[] {
  const { properties } = toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, unknown>
  }
  return Object.keys(properties ?? {})
}

/** Everything in the database but when a session was seen last. */
export async function stateOf({ ctx: { db } }: World): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(
    db,
  )
  const tables = await Promise.all(
    rows
      .filter(({ name }) => name !== 'sessions')
      .map(async ({ name }) => [name, (await sql`select * from ${sql.table(name)}`.execute(db)).rows]),
  )
  return JSON.stringify(tables)
}
