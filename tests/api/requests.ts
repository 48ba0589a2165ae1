import type * as z from 'zod'
import { toJSONSchema } from 'zod'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { endpoints } from '../../contract/api/endpoints.ts'
import { paths, type EndpointName } from '../../contract/api/paths.ts'
import { countWrites } from '../support/count-writes.ts'
import type { ApiRequest } from '../support/api-client.ts'
import type { TestApp } from '../support/test-app.ts'
import type { Db } from '../../server/db/tables.ts'
import { fixtures } from './fixtures.ts'

export const endpointNames = Object.keys(paths) as EndpointName[]
export const namesWithBody = endpointNames.filter((name) => (endpoints[name] as Endpoint).body)

/** Returns the fixture's request with the token of a permitted caller. */
export async function buildValidRequest(app: TestApp, name: EndpointName): Promise<ApiRequest> {
  const endpoint: Endpoint = endpoints[name]
  const request = await fixtures[name].request(app)
  if (request.token || endpoint.who === 'anyone' || endpoint.who === 'stripe') return request
  const sender = fixtures[name].owner ?? (endpoint.who === 'user' ? 'buyer' : 'admin')
  return { ...request, token: app.people[sender].token }
}

export function listSchemaFields(schema: z.ZodType): string[] {
  const { properties } = toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, unknown>
  }
  return Object.keys(properties ?? {})
}

/**
 * Returns the number of row writes per table since the first call for this database. It ignores rolled-back
 * writes and updates of a session's last-seen time.
 */
export async function countDatabaseWrites({ ctx: { db } }: TestApp): Promise<string> {
  if (!countersByDb.has(db)) countersByDb.set(db, countWrites(db))
  const readWrites = await countersByDb.get(db)!
  return readWrites()
}

const countersByDb = new WeakMap<Db, Promise<() => Promise<string>>>()
