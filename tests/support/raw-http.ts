import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection on which a test says what no HTTP client would. */
export interface RawConnection {
  write(bytes: string | Buffer): void
  /** Says that nothing more comes. */
  end(): void
  /** Everything the server has said by the time it closes the connection. */
  answer: Promise<string>
  destroy(): void
}

export async function openRaw(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  await once(socket, 'connect')
  return {
    write: (bytes) => void socket.write(bytes),
    end: () => void socket.end(),
    answer: readAll(socket),
    destroy: () => void socket.destroy(),
  }
}

/** What the server says to a request that has it close the connection: it is done with it then. */
export async function sendRawRequest(url: string, request: string): Promise<string> {
  const connection = await openRaw(url)
  connection.write(request)
  return connection.answer
}

/** What the server says to these bytes and the end of the connection behind them. */
export async function sendRaw(url: string, bytes: string | Buffer): Promise<string> {
  const connection = await openRaw(url)
  connection.write(bytes)
  connection.end()
  return connection.answer
}

/** The status of the first answer; null where there is none. */
export function statusOf(answer: string): number | null {
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]
  return status === undefined ? null : Number(status)
}

function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => (text += chunk))
    // A connection that was reset has said what it had to say.
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
}
