import { createServer, STATUS_CODES, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { ProblemError, type ProblemCode } from '../../contract/api/problems.ts'
import type { Config } from '../config/config.ts'
import { problemOf } from './problem.ts'

/** The largest upload at the slowest pace takes seven minutes; other bodies have less (`limit-body-time.ts`). */
const LONGEST_REQUEST_MS = 600_000

/** An HTTP server that waits for headers so long and no longer, and answers what is no request with a problem. */
export function createHttpServer(
  { requestSeconds }: Pick<Config, 'requestSeconds'>,
  listener: RequestListener,
): Server {
  const options = {
    headersTimeout: requestSeconds * 1000,
    requestTimeout: LONGEST_REQUEST_MS,
    connectionsCheckingInterval: Math.min(5000, requestSeconds * 250),
    // A stream for a body that does not come is a seventh of the work for a cached answer.
    optimizeEmptyRequests: true,
  }
  return createServer(options, listener).on('clientError', answerClientError)
}

/** Node's codes for what its parser and its clock found. */
const problemCodes: Record<string, ProblemCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request-too-slow',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body-too-large',
}

function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || hasBegunToAnswer(socket)) {
    socket.destroy()
    return
  }
  const problem = problemOf(new ProblemError(problemCodes[error.code ?? ''] ?? 'malformed-request'))
  const body = JSON.stringify(problem)
  socket.write(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
  socket.destroySoon()
}

/** Node keeps a connection's answer there, and itself looks there before it writes a refusal. */
function hasBegunToAnswer(socket: Socket): boolean {
  return (
    (socket as Socket & { _httpMessage?: { headersSent: boolean } | null })._httpMessage?.headersSent ?? false
  )
}
