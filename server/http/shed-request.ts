import type { IncomingMessage, ServerResponse } from 'node:http'
import { ProblemError } from '../../contract/problems.ts'
import type { Context } from '../context.ts'
import { corsHeaders, fixedSecurityHeaders } from './headers.ts'
import { problemOf } from './problem.ts'
import { refusalPage } from './refusal-page.ts'

export interface Shedder {
  /** Answers 503 with `Retry-After`: a problem, or below no `/api` a page. */
  refuse(req: IncomingMessage, res: ServerResponse): void
  /** Nothing waits: what was refused was all. */
  noteEmpty(): void
}

/** The refusals' bytes are made once, and they are counted, not logged singly: more to do would be more load. */
export function createShedder(ctx: Context): Shedder {
  const error = new ProblemError('overloaded', { headers: { 'Retry-After': '3' } })
  const security = fixedSecurityHeaders(ctx.config)
  const cors = corsHeaders(ctx.config)
  const problem = toAnswer(JSON.stringify(problemOf(error)), {
    ...security,
    ...error.headers,
    'Cache-Control': 'no-store',
    'Content-Type': 'application/problem+json; charset=utf-8',
  })
  const { headers, body } = refusalPage(error)
  const page = toAnswer(body, { ...security, ...headers })
  let refused = 0

  return {
    refuse(req, res) {
      if (refused++ === 0)
        ctx.log.warn('more requests than the server can answer: those that wait too long are refused')
      const answer = req.url?.startsWith('/api/') ? problem : page
      if (req.headers.origin) cors(req, res, ignore)
      res.writeHead(error.status, answer.headers)
      res.end(req.method === 'HEAD' ? undefined : answer.body)
      ctx.metrics.countRequest('overloaded', error.status)
    },
    noteEmpty() {
      if (refused > 0) ctx.log.warn({ refused }, 'all requests are answered again')
      refused = 0
    },
  }
}

function toAnswer(text: string, headers: Record<string, string>) {
  const body = Buffer.from(text)
  return { body, headers: Object.entries({ ...headers, 'Content-Length': String(body.length) }).flat() }
}

function ignore(): void {}
