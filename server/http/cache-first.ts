import type { Express } from 'express'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Context } from '../context.ts'
import { createAuthenticator } from './authenticate.ts'
import { recordArrival, getSecondsSinceArrival } from './arrival.ts'
import { createAddressReader } from './client-address.ts'
import { type Actor, getAudience } from '../actor.ts'
import { corsHeaders, computeFixedHeaders } from './headers.ts'

import { cacheTarget, type CacheTarget } from './cacheable-responses.ts'
import { encodeCachedResponse, findReadyResponse, type CachedResponse } from './cached-response.ts'

/**
 * Responds to public reads from the response cache before they reach Express, with the same headers, limits,
 * and session check. Express handles all other requests and fills the cache. Cached responses are counted but
 * not logged individually.
 */
export function cacheFirst(ctx: Context, app: Express, fallback: RequestListener): RequestListener {
  const authenticator = createAuthenticator(ctx)
  const addressOf = createAddressReader(app)
  const security = Object.entries(computeFixedHeaders(ctx.config)).flat()
  const cors = corsHeaders(ctx.config)
  const completeHeaders = new WeakMap<string[], string[]>()

  return (req, res) => {
    recordArrival(req)
    const target = req.method === 'GET' ? cacheTarget(req.url ?? '') : null
    if (!target || target.key === null) {
      fallback(req, res)
      return
    }
    const ready = findReady(req, target)
    if (ready) respondNow(req, res, target, ready)
    else
      respondFromCache(req, res, target)
        .then((hasResponded) => hasResponded || fallback(req, res))
        .catch((error: unknown) => fail(res, error))
  }

  /**
   * Finds a cached response for an anonymous caller that is already encoded. This is the most common case.
   */
  function findReady(req: IncomingMessage, target: CacheTarget): CachedResponse | null {
    const cached = req.headers.authorization === undefined ? ctx.cache.find(target, 'stranger') : null
    return cached && findReadyResponse(req, cached)
  }

  function respondNow(
    req: IncomingMessage,
    res: ServerResponse,
    target: CacheTarget,
    response: CachedResponse,
  ): void {
    ctx.limits
      .take('R0', { ip: addressOf(req), actor: null })
      .then(
        () => void send(req, res, target, response),
        () => fallback(req, res),
      )
      .catch((error: unknown) => fail(res, error))
  }

  function fail(res: ServerResponse, error: unknown): void {
    ctx.log.error({ err: error }, 'a cached response failed')
    res.destroy()
  }

  async function respondFromCache(
    req: IncomingMessage,
    res: ServerResponse,
    target: CacheTarget,
  ): Promise<boolean> {
    const { authorization } = req.headers
    const candidate =
      ctx.cache.findSoon(target, 'stranger') ?? (authorization && ctx.cache.findSoon(target, 'member'))
    if (!candidate) return false
    const actor = authorization ? await authenticator.actor(authorization) : null
    const cached = await ctx.cache.findSoon(target, getAudience(actor))
    if (!cached || !(await isWithinLimits(req, actor))) return false
    if (authorization && !actor) res.setHeader('X-Session', 'expired')
    return send(req, res, target, await encodeCachedResponse(req, cached))
  }

  function send(
    req: IncomingMessage,
    res: ServerResponse,
    { name }: CacheTarget,
    { status, headers, body }: CachedResponse,
  ): true {
    if (req.headers.origin) cors(req, res, ignore)
    res.writeHead(status, withSecurity(headers))
    res.end(body)
    ctx.metrics.countRequest(name, status, getSecondsSinceArrival(req))
    return true
  }

  /**
   * Adds the security headers. Each cached response passes the same array every time, so the result is cached
   * by array.
   */
  function withSecurity(headers: string[]): string[] {
    const existing = completeHeaders.get(headers)
    if (existing) return existing
    const complete = [...security, ...headers]
    completeHeaders.set(headers, complete)
    return complete
  }

  /**
   * Counts a request and reports whether it is within the limits. Otherwise, Express counts the request again
   * and sends the error.
   */
  async function isWithinLimits(req: IncomingMessage, actor: Actor | null): Promise<boolean> {
    try {
      await ctx.limits.take('R0', { ip: addressOf(req), actor })
      return true
    } catch {
      return false
    }
  }
}

function ignore(): void {}
