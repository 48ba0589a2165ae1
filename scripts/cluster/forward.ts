import {
  request,
  type Agent,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'

/** What became of a request: whether the target may have begun with it. */
export type Outcome = 'answered' | 'not-sent' | 'lost'

const CONNECT_MS = 2000
/** Of one connection, not of the message (RFC 9110, 7.6.1). */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** Passes a request on as it comes, and the answer back as it comes: no event of a stream waits for the next one. */
export function forward(
  req: IncomingMessage,
  res: ServerResponse,
  origin: string,
  agent: Agent,
): Promise<Outcome> {
  return new Promise((resolve) => {
    let isSent = false
    const onward = request(origin + req.url, { method: req.method ?? 'GET', headers: headersFor(req), agent })
    onward.on('socket', (socket) =>
      whenConnected(onward, socket, () => {
        isSent = true
        if (hasBody(req)) req.pipe(onward)
        else onward.end()
      }),
    )
    onward.on('error', () => resolve(isSent ? 'lost' : 'not-sent'))
    onward.on('response', (answer) => {
      res.writeHead(answer.statusCode!, withoutHops(answer.headers))
      res.flushHeaders()
      answer.pipe(res)
      // Half an answer must not look whole.
      answer.on('error', () => res.destroy())
      answer.on('close', () => resolve('answered'))
    })
    res.on('close', () => {
      if (!res.writableFinished) onward.destroy()
    })
  })
}

/** A body is read once: it stays where it is until there is somebody to send it to. */
function whenConnected(onward: ClientRequest, socket: Socket, send: () => void): void {
  if (!socket.connecting) return send()
  const timer = setTimeout(() => onward.destroy(new Error('No connection')), CONNECT_MS)
  socket.once('connect', () => {
    clearTimeout(timer)
    send()
  })
  socket.once('close', () => clearTimeout(timer))
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function headersFor(req: IncomingMessage): OutgoingHttpHeaders {
  const before = req.headers['x-forwarded-for']
  const near = req.socket.remoteAddress ?? ''
  return {
    ...withoutHops(req.headers),
    ...(req.headers['transfer-encoding'] && { 'transfer-encoding': 'chunked' }),
    'x-forwarded-for': before === undefined ? near : `${String(before)}, ${near}`,
  }
}

function withoutHops(headers: NodeJS.Dict<string | string[]>): OutgoingHttpHeaders {
  const named = String(headers.connection ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  const left = new Set([...HOP_BY_HOP, ...named])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !left.has(name)))
}
