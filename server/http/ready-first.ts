import type { Express } from 'express'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { createAuthenticator } from './authenticate.ts'
import type { Actor } from './handler.ts'
import { corsHeaders, securityHeaders } from './headers.ts'
import { audienceOf, readyTarget } from './ready-answers.ts'
import { readyResponse } from './ready-response.ts'

/**
 * Stands in front of Express and answers hot public reads from ready bytes, with the same headers, limits and session
 * check. Whatever it cannot answer goes on to Express, which fills them. Answers are counted, not logged singly.
 */
export function readyFirst(ctx: Context, app: Express): RequestListener {
  const authenticator = createAuthenticator(ctx)
  const isTrusted = app.get('trust proxy fn') as (address: string, hop: number) => boolean
  const security = fixedSecurityHeaders(ctx.config)
  const cors = corsHeaders(ctx.config)

  return (req, res) => {
    const target = req.method === 'GET' ? readyTarget(req.url ?? '') : null
    if (!target || target.key === null) {
      app(req, res)
      return
    }
    answer(req, res).then(
      (isAnswered) => {
        if (!isAnswered) app(req, res)
      },
      (error: unknown) => {
        ctx.log.error({ err: error }, 'a ready answer failed')
        res.destroy()
      },
    )

    async function answer(req: IncomingMessage, res: ServerResponse): Promise<boolean> {
      const { authorization } = req.headers
      const isKnown =
        ctx.ready.find(target!, 'stranger') ?? (authorization && ctx.ready.find(target!, 'member'))
      if (!isKnown) return false
      const actor = authorization ? await authenticator.actor(authorization) : null
      const ready = ctx.ready.find(target!, audienceOf(actor))
      if (!ready || !(await isWithinLimits(req, actor))) return false
      const { status, headers, body } = await readyResponse(req, ready)
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
      await ctx.limits.take('R0', { ip: clientAddress(req, isTrusted), actor })
      return true
    } catch {
      return false
    }
  }
}

function ignore(): void {}

/** helmet sets the same for every request. */
function fixedSecurityHeaders(config: Config): string[] {
  const headers = new Map<string, string>()
  const recorder = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  }
  securityHeaders(config)({} as IncomingMessage, recorder as unknown as ServerResponse, ignore)
  return [...headers].flat()
}

/** As Express' `req.ip`: the first address, from here outwards, that is no trusted proxy's. */
function clientAddress(req: IncomingMessage, isTrusted: (address: string, hop: number) => boolean): string {
  const forwarded = req.headers['x-forwarded-for']
  const socket = req.socket.remoteAddress ?? ''
  if (!forwarded) return socket
  const outwards = [
    socket,
    ...String(forwarded)
      .split(',')
      .map((part) => part.trim())
      .reverse(),
  ]
  return outwards.find((address, hop) => hop === outwards.length - 1 || !isTrusted(address, hop)) ?? socket
}
