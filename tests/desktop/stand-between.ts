import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PublicConfig } from '../../contract/config.ts'

/** A request that came by. */
interface Seen {
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

/** What a listener between the console and the product does to what goes by; it may be changed at any time. */
export interface Between {
  /** A host whose pictures the settings then allow; `/api/away` leads there. */
  picturesFrom?: string
  /** The settings then ask for this console or a newer one, and the product refuses the writes of this one. */
  oldestConsole?: number
  /** It has no settings to give just now. */
  isStarting?: boolean
  /** What it makes of the settings; text is sent as it is. */
  changeSettings?: (settings: PublicConfig) => unknown
  /** Told of what goes back. */
  noteAnswer?: (text: string) => void
}

/** Passes the console's requests on to the product, and notes them. @param port of one that was stopped, to be there again */
export async function startBetween(product: string, between: Between, port = 0): Promise<Listener> {
  const seen: Seen[] = []
  const server = createServer((incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming
    seen.push({ method, path, headers })
    if (path === '/api/away' && between.picturesFrom !== undefined) {
      outgoing.writeHead(302, {
        Location: between.picturesFrom,
        'Access-Control-Allow-Origin': 'app://kerblight',
      })
      outgoing.end()
      return
    }
    const isOutdated = between.oldestConsole !== undefined && 'x-console-version' in headers
    const onward = request(new URL(path, product), {
      method,
      headers: {
        ...headers,
        'accept-encoding': 'identity',
        // No console is older, so the product refuses it by its own rule.
        ...(isOutdated && { 'x-console-version': '0' }),
      },
    })
    onward.on('error', () => outgoing.destroy())
    onward.on('response', (answer) => {
      if (path !== '/api/config') {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(outgoing)
        note(answer, between)
        return
      }
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const { 'content-length': _length, etag: _etag, ...others } = answer.headers
        outgoing.writeHead(between.isStarting ? 503 : (answer.statusCode ?? 500), others)
        outgoing.end(withChanges(Buffer.concat(parts).toString(), between))
      })
    })
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  return { ...(await listen(server, port)), seen }
}

function note(answer: IncomingMessage, { noteAnswer }: Between): void {
  if (noteAnswer === undefined) return
  const parts: Buffer[] = []
  answer.on('data', (part: Buffer) => parts.push(part))
  answer.on('end', () => noteAnswer(Buffer.concat(parts).toString()))
}

function withChanges(config: string, { picturesFrom, oldestConsole, changeSettings }: Between): string {
  const parsed = JSON.parse(config) as PublicConfig
  const changed = {
    ...parsed,
    ...(picturesFrom !== undefined && { images: { ...parsed.images, hosts: [picturesFrom] } }),
    ...(oldestConsole !== undefined && { oldestConsole }),
  }
  const sent = changeSettings?.(changed) ?? changed
  return typeof sent === 'string' ? sent : JSON.stringify(sent)
}

async function listen(server: Server, wanted = 0): Promise<Pick<Listener, 'origin' | 'stop'>> {
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve))
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
