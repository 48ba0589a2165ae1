import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that came by. */
export interface Seen {
  method: string
  path: string
  headers: IncomingHttpHeaders
}

/** Another host that the console may talk to, and what it was asked. */
export interface Listener {
  origin: string
  seen: Seen[]
  stop: () => Promise<void>
}

/** Answers everything, to everybody, with an empty object. */
export async function startListener(): Promise<Listener> {
  const seen: Seen[] = []
  const server = createServer(({ method = '', url: path = '', headers }, response) => {
    seen.push({ method, path, headers })
    response.writeHead(200, {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Headers': '*, authorization, x-console-version',
      'Content-Type': 'application/json',
    })
    response.end('{}')
  })
  return { ...(await listen(server)), seen }
}

/**
 * Stands between the console and the product's API: passes requests on and notes them, names `identityUrl` as the
 * identity service, so that the page may talk to it, and leads `/api/away` there.
 */
export async function startBetween(product: string, identityUrl: string): Promise<Listener> {
  const seen: Seen[] = []
  const server = createServer((incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming
    seen.push({ method, path, headers })
    if (path === '/api/away') {
      outgoing.writeHead(302, { Location: identityUrl, 'Access-Control-Allow-Origin': 'app://kerblight' })
      outgoing.end()
      return
    }
    const onward = request(new URL(path, product), {
      method,
      headers: { ...headers, 'accept-encoding': 'identity' },
    })
    onward.on('response', (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString()
        const body = path === '/api/config' ? withIdentity(text, identityUrl) : text
        const { 'content-length': _length, ...others } = answer.headers
        outgoing.writeHead(answer.statusCode ?? 500, others)
        outgoing.end(body)
      })
    })
    incoming.pipe(onward)
  })
  return { ...(await listen(server)), seen }
}

function withIdentity(config: string, emulatorUrl: string): string {
  const parsed = JSON.parse(config) as { identity: object }
  return JSON.stringify({ ...parsed, identity: { ...parsed.identity, emulatorUrl } })
}

async function listen(server: Server): Promise<Pick<Listener, 'origin' | 'stop'>> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
