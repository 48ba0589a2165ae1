import type { IncomingMessage, ServerResponse } from 'node:http'
import { ProblemError } from '../../contract/api/problems.ts'
import type { Context } from '../context.ts'
import { getSecondsSinceArrival } from './arrival.ts'
import { corsHeaders, computeFixedHeaders } from './headers.ts'
import { isForPage, buildProblem } from './problem.ts'
import { errorPage } from './error-page.ts'

export interface LoadShedder {
  /**
   * Sends a 503 response with `Retry-After`, as a page or a problem. It never throws, because an error would
   * affect the requests that are still waiting.
   */
  rejectRequest(req: IncomingMessage, res: ServerResponse): void
  /** Records that the queue is empty, and logs how many requests were rejected, if any. */
  recordEmpty(): void
}

/**
 * Creates a load shedder. To avoid adding load, it serializes its responses only once, and counts rejections
 * instead of logging each of them.
 */
export function createLoadShedder(ctx: Context): LoadShedder {
  const error = new ProblemError('overloaded', { headers: { 'Retry-After': '3' } })
  const security = computeFixedHeaders(ctx.config)
  const cors = corsHeaders(ctx.config)
  const problem = toResponseBytes(JSON.stringify(buildProblem(error)), {
    ...security,
    ...error.headers,
    'Cache-Control': 'no-store',
    'Content-Type': 'application/problem+json; charset=utf-8',
  })
  const overloadPage = errorPage(error)
  const page = toResponseBytes(overloadPage.body, { ...security, ...overloadPage.headers })
  let rejectedCount = 0

  function respond(req: IncomingMessage, res: ServerResponse): void {
    const { headers, body } = isForPage(req.method, req.url) ? page : problem
    res.writeHead(error.status, headers)
    res.end(req.method === 'HEAD' ? undefined : body)
    ctx.metrics.countRequest('overloaded', error.status, getSecondsSinceArrival(req))
  }

  return {
    rejectRequest(req, res) {
      if (rejectedCount++ === 0)
        ctx.log.warn('more requests than the server can answer: those that wait too long are refused')
      try {
        // `cors` itself responds to preflight requests.
        if (req.headers.origin) cors(req, res, () => respond(req, res))
        else respond(req, res)
      } catch (failure) {
        ctx.log.error({ err: failure }, 'an overload response was cut off')
        res.destroy()
      }
    },
    recordEmpty() {
      if (rejectedCount > 0) ctx.log.warn({ rejectedCount }, 'all requests are answered again')
      rejectedCount = 0
    },
  }
}

function toResponseBytes(text: string, headers: Record<string, string>) {
  const body = Buffer.from(text)
  return { body, headers: Object.entries({ ...headers, 'Content-Length': String(body.length) }).flat() }
}
