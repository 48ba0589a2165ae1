import { Agent, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createProxyServer } from 'http-proxy-3'
import { ProblemError } from '../../contract/api/problems.ts'
import { isForPage, problemOf } from '../../server/http/problem.ts'
import { errorPage } from '../../server/http/error-page.ts'
import { isReady } from './is-ready.ts'

export interface ClusterProxy {
  server: Server
  /** Stops listening, and ends the connections that are still open after `shutdownMs`. */
  close(): Promise<void>
}

export interface ClusterProxyOptions {
  /** The interval between two readiness checks of a failed process. */
  checkMs?: number
  shutdownMs?: number
}

const CONNECT_MS = 2000

/**
 * Distributes requests over several processes of the server, in turns. `http-proxy-3` forwards them. A process that
 * fails gets no more requests until it is ready again, as long as another process is left.
 */
export function createClusterProxy(
  origins: readonly string[],
  { checkMs = 500, shutdownMs = 10_000 }: ClusterProxyOptions = {},
): ClusterProxy {
  const agent = new Agent({ keepAlive: true })
  const proxy = createProxyServer({ agent, connectTimeout: CONNECT_MS })
  const failed = new Set<string>()
  let turn = 0

  proxy.on('proxyRes', (answer, _req, res) => {
    // The proxy leaves the client waiting when the process ends in the middle of an answer.
    answer.on('error', () => res.destroy())
    // The headers of an event stream arrive before its first event.
    if (answer.headers['content-length'] === undefined) queueMicrotask(() => res.flushHeaders())
  })

  function choose(tried: ReadonlySet<string>): string | undefined {
    const left = origins.filter((origin) => !tried.has(origin))
    const ready = left.filter((origin) => !failed.has(origin))
    const candidates = ready.length > 0 ? ready : left
    turn += 1
    return candidates[turn % candidates.length]
  }

  function forward(req: IncomingMessage, res: ServerResponse, tried = new Set<string>()): void {
    const target = choose(tried)
    if (target === undefined) return refuse(req, res)
    tried.add(target)
    const headers = { 'x-forwarded-for': clientAddresses(req) }
    proxy.web(req, res, { target, headers }, () => {
      if (req.socket.destroyed) return
      failed.add(target)
      if (res.headersSent) res.destroy()
      else if (isRepeatable(req)) forward(req, res, tried)
      else refuse(req, res)
    })
  }

  const server = createServer({ requestTimeout: 0 }, (req, res) => {
    if (losesItsBody(req)) return void res.writeHead(411, { Connection: 'close' }).end()
    try {
      forward(req, res)
    } catch {
      // The proxy can't read the request's target, such as `http://[/`.
      res.writeHead(400, { Connection: 'close' }).end()
    }
  })

  async function check(origin: string): Promise<void> {
    if (await isReady(origin)) failed.delete(origin)
  }
  const checks = setInterval(() => failed.forEach((origin) => void check(origin)), checkMs)

  return {
    server,
    close: () =>
      new Promise((resolve) => {
        const force = setTimeout(() => server.closeAllConnections(), shutdownMs)
        server.close(() => {
          clearTimeout(force)
          clearInterval(checks)
          agent.destroy()
          resolve()
        })
      }),
  }
}

function clientAddresses({ headers, socket }: IncomingMessage): string {
  return [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', ')
}

/** Only these change nothing, and have no body that was already read. */
function isRepeatable({ method, headers }: IncomingMessage): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers['transfer-encoding'] === undefined &&
    Number(headers['content-length'] ?? 0) === 0
  )
}

/** `http-proxy-3` sends such a body after `Content-Length: 0`, so a process would read it as the next request. */
function losesItsBody({ method, headers }: IncomingMessage): boolean {
  return (method === 'DELETE' || method === 'OPTIONS') && headers['transfer-encoding'] !== undefined
}

function refuse(req: IncomingMessage, res: ServerResponse): void {
  const problem = new ProblemError('service-unavailable', {
    detail: 'The server is restarting. Try again in a moment.',
    headers: { 'Retry-After': '2' },
  })
  if (isForPage(req.method, req.url)) {
    const { headers, body } = errorPage(problem)
    res.writeHead(problem.status, headers).end(body)
  } else
    res
      .writeHead(problem.status, { ...problem.headers, 'Content-Type': 'application/problem+json' })
      .end(JSON.stringify(problemOf(problem)))
}
