import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { ProblemError } from '../../contract/problems.ts'
import { isForPage, problemOf } from '../../server/http/problem.ts'
import { refusalPage } from '../../server/http/refusal-page.ts'
import { forward, hasBody, type Outcome } from './forward.ts'
import { createTargets, type Target } from './targets.ts'

export interface Balancer {
  listener: RequestListener
  server: Server
  /** Sends nothing more to a target, and resolves once what it was sent is answered. */
  drain(origin: string): Promise<void>
  /** Lets what is under way end, for a while. */
  close(): Promise<void>
}

export interface BalancerOptions {
  /** How often each target is asked whether it is there. */
  checkMs?: number
  /** How long `close` waits. */
  shutdownMs?: number
}

/** They may be sent again: nothing changes by them. */
const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Stands before several processes of the server, and sends each request to the one that has the fewest. */
export function createBalancer(origins: readonly string[], options: BalancerOptions = {}): Balancer {
  const { checkMs = 500, shutdownMs = 10_000 } = options
  const targets = createTargets(origins, checkMs)

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const tried = new Set<Target>()
    for (let target = targets.choose(tried); target; target = targets.choose(tried)) {
      tried.add(target)
      const outcome = await target.during(() => forward(req, res, target.origin, target.agent))
      if (outcome === 'answered' || res.destroyed) return
      targets.noteFailure(target)
      if (!mayRepeat(outcome, req)) break
    }
    refuse(req, res)
  }

  const listener: RequestListener = (req, res) => void handle(req, res)
  const server = createServer({ requestTimeout: 0 }, listener)
  return {
    listener,
    server,
    drain: (origin) => targets.drain(origin),
    close: () =>
      new Promise((resolve) => {
        const force = setTimeout(() => server.closeAllConnections(), shutdownMs)
        server.close(() => {
          clearTimeout(force)
          // Not before: that ends the connections that requests are under way on, too.
          targets.close()
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

function mayRepeat(outcome: Outcome, req: IncomingMessage): boolean {
  return outcome === 'not-sent' || (REPEATABLE.has(req.method ?? '') && !hasBody(req))
}

function refuse(req: IncomingMessage, res: ServerResponse): void {
  if (res.headersSent) return void res.destroy()
  const problem = new ProblemError('service-unavailable', {
    detail: 'The server is restarting. Try again in a moment.',
    headers: { 'Retry-After': '2' },
  })
  if (isForPage(req.method, req.url)) {
    const { headers, body } = refusalPage(problem)
    res.writeHead(problem.status, headers).end(body)
  } else
    res
      .writeHead(problem.status, { ...problem.headers, 'Content-Type': 'application/problem+json' })
      .end(JSON.stringify(problemOf(problem)))
}
