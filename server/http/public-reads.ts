import type { Request } from 'express'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import type { PublicRead } from '../../contract/first-look.ts'
import { methodAndPath, paths, type EndpointName } from '../../contract/paths.ts'
import type { Context } from '../context.ts'
import { handlers } from '../handlers.ts'
import { Answer } from './handler.ts'
import { parsePart } from './validate.ts'

/** Endpoints that anyone may read, asked from within: by a stranger, without limits and a request of their own. */
export function publicReads(ctx: Context): PublicRead {
  return async (address) => {
    const url = new URL(address, 'http://server.invalid')
    const found = findRead(url.pathname)
    if (!found) return new Response(null, { status: 404 })
    const { name, pathParams } = found
    const endpoint: Endpoint = endpoints[name]
    const call = {
      ctx,
      actor: null,
      identity: null,
      idempotency: null,
      // Lists name their next page after the address that was asked for.
      req: { originalUrl: address } as Request,
      params: parsePart(endpoint.params, pathParams),
      query: parsePart(endpoint.query, Object.fromEntries(url.searchParams)),
    }
    // The types of the table's rows are joined here; each handler was checked against its own row.
    const answer: unknown = await (handlers[name] as (call: unknown) => unknown)(call)
    const { output, headers } = answer instanceof Answer ? answer : new Answer(answer)
    return Response.json(output, { headers })
  }
}

const reads = (Object.keys(paths) as EndpointName[])
  .filter((name) => (endpoints[name] as Endpoint).who === 'anyone' && methodAndPath(name).method === 'GET')
  .map((name) => ({
    name,
    pattern: new RegExp(`^/api${methodAndPath(name).path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
  }))
  // Of two that fit, the one without a parameter.
  .toSorted((a, b) => Number(a.pattern.source.includes('?<')) - Number(b.pattern.source.includes('?<')))

function findRead(path: string): { name: EndpointName; pathParams: Record<string, string> } | null {
  for (const { name, pattern } of reads) {
    const match = pattern.exec(path)
    if (match) return { name, pathParams: { ...match.groups } }
  }
  return null
}
