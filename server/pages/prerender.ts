import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Request } from 'express'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { endpoints } from '../../contract/api/endpoints.ts'
import { createPathMatcher } from '../../contract/api/path-matcher.ts'
import { apiPath, getMethodAndPath, paths, type EndpointName } from '../../contract/api/paths.ts'
import type { PrerenderModule, Prerender, PublicRead } from '../../contract/prerender.ts'
import type { Context } from '../context.ts'
import { handlers } from '../handlers.ts'
import { runHandler } from '../http/handler.ts'
import { parsePart } from '../http/validate.ts'

/**
 * Loads the build's prerenderer, if it exists. A page that can't be prerendered is rendered by the browser.
 * @param directory `out/prerender`
 */
export function loadPrerenderer(ctx: Context, directory: string): Prerender {
  const file = join(directory, 'render.cjs')
  if (!existsSync(file)) return () => Promise.resolve(null)
  // Loading the module takes longer than the rest of startup, so it waits for the first page.
  let render: Prerender | undefined
  return async (page, address) => {
    try {
      render ??= load(file).createPrerender(createPublicReads(ctx))
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
 * Creates a function that reads public endpoints as an anonymous caller, without limits and without an HTTP
 * request.
 */
function createPublicReads(ctx: Context): PublicRead {
  return async (address) => {
    const url = new URL(address, 'http://server.invalid')
    const [match] = findReads(url.pathname)
    if (!match) return new Response(null, { status: 404 })
    const { name } = match
    const endpoint: Endpoint = endpoints[name]
    const call = {
      ctx,
      actor: null,
      identity: null,
      idempotency: null,
      // Lists derive the URL of their next page from this one.
      req: { originalUrl: address } as Request,
      params: parsePart(endpoint.params, match.params),
      query: parsePart(endpoint.query, Object.fromEntries(url.searchParams)),
    }
    const { output, headers } = await runHandler(handlers, name, call)
    return Response.json(output, { headers })
  }
}

const findReads = createPathMatcher(
  (Object.keys(paths) as EndpointName[])
    .filter(
      (name) => (endpoints[name] as Endpoint).who === 'anyone' && getMethodAndPath(name).method === 'GET',
    )
    .map((name) => [name, apiPath(name)]),
)
