import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Loopback {
  /** `http://127.0.0.1:<random port>/google`, which is unreachable from other machines. */
  redirectUri: string
  /** The query of the only request with our state. Rejects with the signal's abort reason. */
  received: Promise<URLSearchParams>
}

const PATH = '/google'

/**
 * Waits for the browser's redirect from Google (RFC 8252, section 7.3). Accepts one request that has the
 * right method, the exact Host, the exact path, and the state that only our browser tab knows. The Host check
 * stops pages of other sites that reach this server through DNS rebinding. The server responds with a fixed
 * page and then closes. All other requests are rejected without effect.
 */
export async function listenForRedirect(state: string, signal: AbortSignal): Promise<Loopback> {
  const received = Promise.withResolvers<URLSearchParams>()
  // A rejection before the caller awaits it is not an unhandled one.
  received.promise.catch(() => undefined)
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    const query = readRedirect(request, `127.0.0.1:${port}`, state)
    if (query === null) return send(response, 400, 'This address works once, to sign in to Kerblight.')
    send(response, 200, 'You can close this page and go back to Kerblight.')
    received.resolve(query)
    close()
  })

  function close(): void {
    server.close()
    server.closeIdleConnections()
  }

  function stop(): void {
    received.reject(signal.reason)
    close()
    server.closeAllConnections()
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  // No event follows if the sign-in was canceled before the port was open.
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop)
  return { redirectUri: `http://127.0.0.1:${port}${PATH}`, received: received.promise }
}

function readRedirect(request: IncomingMessage, host: string, state: string): URLSearchParams | null {
  if (request.method !== 'GET' || request.headers.host !== host) return null
  const [path, search = ''] = (request.url ?? '').split(/\?(.*)/s)
  if (path !== PATH) return null
  const query = new URLSearchParams(search)
  for (const name of ['state', 'code', 'error']) if (query.getAll(name).length > 1) return null
  return query.get('state') === state ? query : null
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cache-Control': 'no-store',
    Connection: 'close',
  })
  response.end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Kerblight</title><h1>Kerblight</h1><p>${text}</p></html>\n`,
  )
}
