import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createSecureContext, TLSSocket, type SecureContextOptions } from 'node:tls'

interface ReceivedMail {
  from: string
  to: string
  /** The message, including its headers. */
  message: string
  /** Time of receipt, in milliseconds since the epoch. */
  at: number
}

export interface SmtpServer {
  url: string
  received: ReceivedMail[]
  /** Sends the pending responses to the emails for `slow…`. */
  respond(): void
  close(): Promise<void>
}

interface SmtpOptions {
  /** The password that clients must use to sign in. */
  password?: string
  /** The key and the certificate for STARTTLS. The server offers STARTTLS only if they are set. */
  tls?: SecureContextOptions
}

/**
 * Starts a mail server as small as RFC 5321 allows. Addresses that begin with `refused` have no mailbox, and
 * those that begin with `later` are rejected temporarily the first time. It accepts every mail, but never
 * acknowledges one to `silent…`, closes the connection after one to `cut…`, and acknowledges one to `slow…`
 * only when `respond` is called.
 */
export async function startSmtpServer(options: SmtpOptions = {}): Promise<SmtpServer> {
  const received: ReceivedMail[] = []
  const postponed = new Set<string>()
  const sockets = new Set<Socket>()
  const pendingResponses = new Set<() => void>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    converse(socket, { received, postponed, unanswered: pendingResponses }, options)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    respond() {
      for (const respond of pendingResponses) respond()
      pendingResponses.clear()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Memory {
  received: ReceivedMail[]
  postponed: Set<string>
  unanswered: Set<() => void>
}

function converse(
  socket: Socket,
  { received, postponed, unanswered: pendingResponses }: Memory,
  { password, tls }: SmtpOptions,
): void {
  const sendLine = (line: string) => socket.write(`${line}\r\n`)
  const addressIn = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? ''
  let from = ''
  let to = ''
  let buffer = ''
  let isMessage = false
  socket.setEncoding('utf8')
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk: string) => {
    buffer += chunk
    for (;;) {
      const end = buffer.indexOf(isMessage ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const part = buffer.slice(0, end)
      buffer = buffer.slice(end + (isMessage ? 5 : 2))
      if (isMessage) {
        isMessage = false
        received.push({ from, to, message: part, at: Date.now() })
        if (to.startsWith('cut')) socket.destroy()
        else if (to.startsWith('slow')) pendingResponses.add(() => sendLine('250 kept'))
        else if (!to.startsWith('silent')) sendLine('250 kept')
      } else respond(part)
    }
  })
  sendLine('220 mail.test')

  function respond(line: string): void {
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'MAIL') from = addressIn(line)
    if (verb === 'RCPT') to = addressIn(line)
    if (verb === 'EHLO') {
      const offers = [...(tls ? ['STARTTLS'] : []), ...(password ? ['AUTH PLAIN'] : [])]
      for (const offer of ['mail.test', ...offers]) sendLine(`250-${offer}`)
      sendLine('250 HELP')
    } else if (verb === 'AUTH') {
      const credentials = Buffer.from(line.split(' ')[2] ?? '', 'base64')
        .toString()
        .split('\0')[2]
      sendLine(credentials === password ? '235 welcome' : '535 wrong password')
    } else if (verb === 'STAR' && !tls) sendLine('502 not supported')
    else if (verb === 'STAR') {
      sendLine('220 begin')
      new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(tls) }).on('error', () => {})
    } else if (verb === 'RCPT' && to.startsWith('refused')) sendLine('550 no such mailbox')
    else if (verb === 'RCPT' && to.startsWith('later') && !postponed.has(to)) {
      postponed.add(to)
      sendLine('451 come again')
    } else if (verb === 'DATA') {
      isMessage = true
      sendLine('354 go on')
    } else if (verb === 'QUIT') socket.end('221 bye\r\n')
    else sendLine('250 ok')
  }
}
