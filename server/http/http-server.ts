import { createServer, STATUS_CODES, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { ProblemError, type ProblemCode } from '../../contract/api/problems.ts'
import { importLimits } from '../../contract/import-limits.ts'
import type { Config } from '../config/config.ts'
import { buildProblem } from './problem.ts'
import { LEAST_BYTES_PER_SECOND } from './receive-form.ts'

/**
 * The time limit for a whole request, in milliseconds. It allows for the largest import at the minimum upload
 * rate, plus a minute for headers and form fields. Other bodies have shorter limits (`limit-body-time.ts`).
 */
const LONGEST_REQUEST_MS = (importLimits.bytes / LEAST_BYTES_PER_SECOND + 60) * 1000

/**
 * Creates an HTTP server that limits the time for receiving headers, and responds to malformed requests with
 * a problem.
 */
export function createHttpServer(
  { requestSeconds }: Pick<Config, 'requestSeconds'>,
  listener: RequestListener,
): Server {
  const options = {
    headersTimeout: requestSeconds * 1000,
    requestTimeout: LONGEST_REQUEST_MS,
    connectionsCheckingInterval: Math.min(5000, requestSeconds * 250),
    // Otherwise, creating a stream for the missing body would be a seventh of the work for a cached response.
    optimizeEmptyRequests: true,
  }
  return createServer(options, listener).on('clientError', respondToClientError)
}

/** Problem codes by error code of Node's parser and timeouts. */
const problemCodes: Record<string, ProblemCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request-too-slow',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body-too-large',
}

function respondToClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || hasBegunResponse(socket)) {
    socket.destroy()
    return
  }
  const problem = buildProblem(new ProblemError(problemCodes[error.code ?? ''] ?? 'malformed-request'))
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

/**
 * Reports whether the current response's headers have been sent. Node stores the response in this property
 * and makes the same check before it writes an error.
 */
function hasBegunResponse(socket: Socket): boolean {
  return (
    (socket as Socket & { _httpMessage?: { headersSent: boolean } | null })._httpMessage?.headersSent ?? false
  )
}
