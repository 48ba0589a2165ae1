import type { Express } from 'express'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Context } from '../context.ts'
import { createAuthenticator } from './authenticate.ts'
import { clientAddressOf } from './client-address.ts'
import type { Actor } from '../actor.ts'
import { corsHeaders, fixedSecurityHeaders } from './headers.ts'
import { audienceOf } from './audience.ts'
import { cacheTarget } from './kept-answers.ts'
import { cachedResponse } from './cached-response.ts'

/**
 * Stands in front of Express and answers hot public reads from the response cache, with the same headers, limits and
 * session check. Whatever it cannot answer goes on, in the end to Express, which fills the cache. Answers are counted, not
 * logged singly.
 */
export function cacheFirst(ctx: Context, app: Express, otherwise: RequestListener): RequestListener {
  const authenticator = createAuthenticator(ctx)
  const addressOf = clientAddressOf(app)
  const security = Object.entries(fixedSecurityHeaders(ctx.config)).flat()
  const cors = corsHeaders(ctx.config)

  return (req, res) => {
    const target = req.method === 'GET' ? cacheTarget(req.url ?? '') : null
    if (!target || target.key === null) {
      otherwise(req, res)
      return
    }
    answer(req, res).then(
      (isAnswered) => {
        if (!isAnswered) otherwise(req, res)
      },
      (error: unknown) => {
        ctx.log.error({ err: error }, 'a cached answer failed')
        res.destroy()
      },
    )

    async function answer(req: IncomingMessage, res: ServerResponse): Promise<boolean> {
      const { authorization } = req.headers
      const isKnown =
        ctx.cache.findSoon(target!, 'stranger') ?? (authorization && ctx.cache.findSoon(target!, 'member'))
      if (!isKnown) return false
      const actor = authorization ? await authenticator.actor(authorization) : null
      const soon = ctx.cache.findSoon(target!, audienceOf(actor))
      const cached = soon instanceof Promise ? await soon : soon
      if (!cached || !(await isWithinLimits(req, actor))) return false
      const { status, headers, body } = await cachedResponse(req, cached)
      if (req.headers.origin) cors(req, res, ignore)
      if (authorization && !actor) res.setHeader('X-Session', 'expired')
      res.writeHead(status, [...security, ...headers])
      res.end(body)
      ctx.metrics.countRequest(target!.name, status)
      return true
    }
  }

  /** Over the limit Express counts it once more and says so. */
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
