import { Agent, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createProxyServer } from 'http-proxy-3'
import { ProblemError } from '../../contract/api/problems.ts'
import { isForPage, buildProblem } from '../../server/http/problem.ts'
import { errorPage } from '../../server/http/error-page.ts'
import { isReady } from './is-ready.ts'

export interface ClusterProxy {
  server: Server
  /** Stops listening, and closes any connections that are still open after `shutdownMs`. */
  close(): Promise<void>
}

export interface ClusterProxyOptions {
  /** The interval between readiness checks of a failed process, in milliseconds. */
  checkMs?: number
  shutdownMs?: number
}

const CONNECT_MS = 2000

/**
 * Distributes requests round-robin over several server processes, using `http-proxy-3`. A failed process
 * receives no requests until it is ready again, provided that another process is available.
 */
export function createClusterProxy(
  origins: readonly string[],
  { checkMs = 500, shutdownMs = 10_000 }: ClusterProxyOptions = {},
): ClusterProxy {
  const agent = new Agent({ keepAlive: true })
  const proxy = createProxyServer({ agent, connectTimeout: CONNECT_MS })
  const failed = new Set<string>()
  let turn = 0

  proxy.on('proxyRes', (response, _req, res) => {
    // Without this handler, a client would wait forever if the process ended in the middle of a response.
    response.on('error', () => res.destroy())
    // This makes the headers of an event stream arrive before its first event.
    if (response.headers['content-length'] === undefined) queueMicrotask(() => res.flushHeaders())
  })

  function choose(tried: ReadonlySet<string>): string | undefined {
    const untriedOrigins = origins.filter((origin) => !tried.has(origin))
    const ready = untriedOrigins.filter((origin) => !failed.has(origin))
    const candidates = ready.length > 0 ? ready : untriedOrigins
    turn += 1
    return candidates[turn % candidates.length]
  }

  function forward(req: IncomingMessage, res: ServerResponse, tried = new Set<string>()): void {
    const target = choose(tried)
    if (target === undefined) return sendUnavailable(req, res)
    tried.add(target)
    const headers = { 'x-forwarded-for': clientAddresses(req) }
    proxy.web(req, res, { target, headers }, () => {
      if (req.socket.destroyed) return
      failed.add(target)
      if (res.headersSent) res.destroy()
      else if (isRepeatable(req)) forward(req, res, tried)
      else sendUnavailable(req, res)
    })
  }

  const server = createServer({ requestTimeout: 0 }, (req, res) => {
    if (losesItsBody(req)) return void res.writeHead(411, { Connection: 'close' }).end()
    try {
      forward(req, res)
    } catch {
      // The proxy cannot parse a request target such as `http://[/`.
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

/**
 * Reports whether the request can be retried. It must change nothing and have no body, because a body has
 * already been read.
 */
function isRepeatable({ method, headers }: IncomingMessage): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers['transfer-encoding'] === undefined &&
    Number(headers['content-length'] ?? 0) === 0
  )
}

/**
 * Reports whether `http-proxy-3` would send the body after a `Content-Length: 0` header. The server process
 * would then parse the body as the next request.
 */
function losesItsBody({ method, headers }: IncomingMessage): boolean {
  return (method === 'DELETE' || method === 'OPTIONS') && headers['transfer-encoding'] !== undefined
}

function sendUnavailable(req: IncomingMessage, res: ServerResponse): void {
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
      .end(JSON.stringify(buildProblem(problem)))
}
