import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection on which a test can send bytes that no HTTP client would send. */
export interface RawConnection {
  write(bytes: string | Buffer): void
  /** Ends the test's side of the connection. */
  end(): void
  /** Resolves with all received data when the connection closes. */
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

/** Sends a request that makes the server close the connection, and returns the complete response. */
export async function sendRawRequest(url: string, request: string): Promise<string> {
  const connection = await openRaw(url)
  connection.write(request)
  return connection.answer
}

/** Sends bytes, ends its side of the connection, and returns the response. */
export async function sendRaw(url: string, bytes: string | Buffer): Promise<string> {
  const connection = await openRaw(url)
  connection.write(bytes)
  connection.end()
  return connection.answer
}

/** Returns the status of the first response, or null if no response came. */
export function parseStatus(response: string): number | null {
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(response)?.[1]
  return status === undefined ? null : Number(status)
}

function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => (text += chunk))
    // A connection that was reset receives nothing more, so the text so far is the result.
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
}
