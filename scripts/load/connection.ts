import { connect, type Socket } from 'node:net'

/**
 * A keep-alive HTTP/1.1 connection that carries one request at a time. It parses as little of each response
 * as possible.
 */
export interface Connection {
  readonly isUsable: boolean
  /** Resolves with the status once the response is complete, or with 0 if there is no response. */
  ask(request: string): Promise<number>
  close(): void
}

const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n')
const END_OF_HEAD = '\r\n\r\n'

/**
 * Opens a connection. This minimal HTTP client is our own, because one process must send several times as
 * many requests as another one can answer.
 */
export function openConnection(port: number): Connection {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let isUsable = true
  let response: ResponseReader | null = null
  let finish: ((status: number) => void) | null = null

  function settle(status: number): void {
    const callFinish = finish
    finish = response = null
    callFinish?.(status)
  }

  socket.on('data', (chunk: Buffer) => {
    response ??= readResponse()
    const read = response.add(chunk)
    if (!read) return
    if (read.closes) close()
    settle(read.status)
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    isUsable = false
    settle(0)
  })

  function close(): void {
    isUsable = false
    socket.destroy()
  }

  return {
    get isUsable() {
      return isUsable
    },
    ask: (request) => send(socket, request, (callback) => (finish = callback)),
    close,
  }
}

function send(socket: Socket, request: string, onResponse: (done: (status: number) => void) => void) {
  return new Promise<number>((resolve) => {
    onResponse(resolve)
    if (socket.destroyed) resolve(0)
    else socket.write(request, 'latin1')
  })
}

interface ResponseReader {
  /**
   * Processes a received part of a response.
   * @returns the completed response's status, or null while the response is incomplete
   */
  add(chunk: Buffer): { status: number; closes: boolean } | null
}

function readResponse(): ResponseReader {
  let head = ''
  let bytesLeft = 0
  let isChunked = false
  /** The last bytes received so far. The network may split the end marker over several reads. */
  let tail = Buffer.alloc(0)
  return {
    add(chunk) {
      let body = chunk
      tail = Buffer.concat([tail, chunk.subarray(-LAST_CHUNK.length)]).subarray(-LAST_CHUNK.length)
      if (!head.endsWith(END_OF_HEAD)) {
        const previousLength = head.length
        const text = head + chunk.toString('latin1')
        const end = text.indexOf(END_OF_HEAD)
        head = end < 0 ? text : text.slice(0, end + END_OF_HEAD.length)
        if (end < 0) return null
        body = chunk.subarray(head.length - previousLength)
        isChunked = /\r\ntransfer-encoding: chunked/i.test(head)
        bytesLeft = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
      }
      bytesLeft -= body.length
      const isComplete = isChunked ? tail.equals(LAST_CHUNK) : bytesLeft <= 0
      if (!isComplete) return null
      return { status: Number(head.slice(9, 12)), closes: /\r\nconnection: close/i.test(head) }
    },
  }
}
