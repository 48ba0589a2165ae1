import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PublicConfig } from '../../contract/config.ts'

interface Seen {
  method: string
  path: string
  headers: IncomingHttpHeaders
}

/** Another host that the console may contact, and the requests that it received. */
export interface Listener {
  origin: string
  seen: Seen[]
  stop: () => Promise<void>
}

/** Starts a host that sends an empty object in response to every request, from any client. */
export async function startListener(): Promise<Listener> {
  const seenRequests: Seen[] = []
  const server = createServer(({ method = '', url: path = '', headers }, response) => {
    seenRequests.push({ method, path, headers })
    response.writeHead(200, {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Headers': '*, authorization, x-console-version',
      'Content-Type': 'application/json',
    })
    response.end('{}')
  })
  return { ...(await listen(server)), seen: seenRequests }
}

/** A proxy's changes to the traffic between the console and the product. They may be replaced at any time. */
export interface RecordingHost {
  /** Host from which the changed settings allow photos. `/api/away` redirects to it. */
  photosFrom?: string
  /**
   * Oldest console version in the changed settings. If it is set, the product rejects the console's writes.
   */
  oldestConsole?: number
  /** True if the server cannot provide its settings yet (status 503). */
  isStarting?: boolean
  /** Replaces the settings. A string is sent unchanged. */
  changeSettings?: (settings: PublicConfig) => unknown
  /** Called with the body of each response except the settings. */
  onAnswer?: (text: string) => void
}

/**
 * Forwards the console's requests to the product and records them.
 * @param port the port of a stopped proxy, to reuse its URL
 */
export async function startRecordingHost(
  product: string,
  changes: RecordingHost,
  port = 0,
): Promise<Listener> {
  const seenRequests: Seen[] = []
  const server = createServer((incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming
    seenRequests.push({ method, path, headers })
    if (path === '/api/away' && changes.photosFrom !== undefined) {
      outgoing.writeHead(302, {
        Location: changes.photosFrom,
        'Access-Control-Allow-Origin': 'app://kerblight',
      })
      outgoing.end()
      return
    }
    const isOutdated = changes.oldestConsole !== undefined && 'x-console-version' in headers
    const onward = request(new URL(path, product), {
      method,
      headers: {
        ...headers,
        'accept-encoding': 'identity',
        // Version 0 is older than any console, so the product's own check rejects the request.
        ...(isOutdated && { 'x-console-version': '0' }),
      },
    })
    onward.on('error', () => outgoing.destroy())
    onward.on('response', (upstreamResponse) => {
      if (path !== '/api/config') {
        outgoing.writeHead(upstreamResponse.statusCode ?? 500, upstreamResponse.headers)
        upstreamResponse.pipe(outgoing)
        note(upstreamResponse, changes)
        return
      }
      const parts: Buffer[] = []
      upstreamResponse.on('data', (part: Buffer) => parts.push(part))
      upstreamResponse.on('end', () => {
        const { 'content-length': _length, etag: _etag, ...otherHeaders } = upstreamResponse.headers
        outgoing.writeHead(changes.isStarting ? 503 : (upstreamResponse.statusCode ?? 500), otherHeaders)
        outgoing.end(withChanges(Buffer.concat(parts).toString(), changes))
      })
    })
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  return { ...(await listen(server, port)), seen: seenRequests }
}

function note(response: IncomingMessage, { onAnswer: onResponse }: RecordingHost): void {
  if (onResponse === undefined) return
  const parts: Buffer[] = []
  response.on('data', (part: Buffer) => parts.push(part))
  response.on('end', () => onResponse(Buffer.concat(parts).toString()))
}

function withChanges(config: string, { photosFrom, oldestConsole, changeSettings }: RecordingHost): string {
  const parsed = JSON.parse(config) as PublicConfig
  const changed = {
    ...parsed,
    ...(photosFrom !== undefined && { images: { ...parsed.images, hosts: [photosFrom] } }),
    ...(oldestConsole !== undefined && { oldestConsole }),
  }
  const sentSettings = changeSettings?.(changed) ?? changed
  return typeof sentSettings === 'string' ? sentSettings : JSON.stringify(sentSettings)
}

async function listen(server: Server, requestedPort = 0): Promise<Pick<Listener, 'origin' | 'stop'>> {
  await new Promise<void>((resolve) => server.listen(requestedPort, '127.0.0.1', resolve))
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
