import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Request } from 'express'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { endpoints } from '../../contract/api/endpoints.ts'
import { pathMatcher } from '../../contract/api/path-matcher.ts'
import { apiPath, methodAndPath, paths, type EndpointName } from '../../contract/api/paths.ts'
import type { PrerenderModule, Prerender, PublicRead } from '../../contract/prerender.ts'
import type { Context } from '../context.ts'
import { handlers } from '../handlers.ts'
import { runHandler } from '../http/handler.ts'
import { parsePart } from '../http/validate.ts'

/**
 * Loads the build's prerenderer, if it exists. If a page can't be prerendered, it is sent without prerendered
 * content, and the browser renders it.
 * @param directory `out/prerender`
 */
export function loadPrerender(ctx: Context, directory: string): Prerender {
  const file = join(directory, 'render.cjs')
  if (!existsSync(file)) return () => Promise.resolve(null)
  // The module is loaded with the first page, because loading it takes longer than everything else at
  // startup.
  let render: Prerender | undefined
  return async (page, address) => {
    try {
      render ??= load(file).createPrerender(publicReads(ctx))
      return await render(page, address)
    } catch (error) {
      ctx.log.error({ err: error, page }, 'a prerender failed')
      return null
    }
  }
}

function load(file: string): PrerenderModule {
  return createRequire(import.meta.url)(file) as PrerenderModule
}

/**
 * Creates a function that reads public endpoints internally: as an anonymous caller, without limits, and
 * without an HTTP request.
 */
function publicReads(ctx: Context): PublicRead {
  return async (address) => {
    const url = new URL(address, 'http://server.invalid')
    const [found] = findReads(url.pathname)
    if (!found) return new Response(null, { status: 404 })
    const { name } = found
    const endpoint: Endpoint = endpoints[name]
    const call = {
      ctx,
      actor: null,
      identity: null,
      idempotency: null,
      // Lists derive their next page's URL from the requested URL.
      req: { originalUrl: address } as Request,
      params: parsePart(endpoint.params, found.params),
      query: parsePart(endpoint.query, Object.fromEntries(url.searchParams)),
    }
    const { output, headers } = await runHandler(handlers, name, call)
    return Response.json(output, { headers })
  }
}

const findReads = pathMatcher(
  (Object.keys(paths) as EndpointName[])
    .filter((name) => (endpoints[name] as Endpoint).who === 'anyone' && methodAndPath(name).method === 'GET')
    .map((name) => [name, apiPath(name)]),
)
