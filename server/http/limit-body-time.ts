import type { Response } from 'express'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { ProblemError } from '../../contract/api/problems.ts'
import type { Config } from '../config/config.ts'
import { sendProblem } from './problem.ts'

/**
 * Rejects a request whose body does not arrive in time. If a response has already begun, it closes the
 * connection. It wraps all other listeners, so the limit always applies.
 */
export function limitBodyTime(
  { requestSeconds }: Pick<Config, 'requestSeconds'>,
  listener: RequestListener,
): RequestListener {
  return (req, res) => {
    if (hasBody(req)) {
      const timer = setTimeout(() => {
        if (monitoredRequests.has(req)) timer.refresh()
        else if (!req.complete) rejectSlowRequest(req, res)
      }, requestSeconds * 1000)
      req.once('close', () => clearTimeout(timer))
    }
    listener(req, res)
  }
}

const monitoredRequests = new WeakSet<IncomingMessage>()

/** Reads a body that is exempt from the time limit, because its upload rate is monitored instead. */
export async function readMonitoredBody(req: IncomingMessage, read: () => Promise<void>): Promise<void> {
  monitoredRequests.add(req)
  try {
    await read()
  } finally {
    monitoredRequests.delete(req)
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0
}

function rejectSlowRequest(req: IncomingMessage, res: ServerResponse): void {
  if (res.headersSent || !hasReachedExpress(res)) req.destroy()
  else sendProblem(res, new ProblemError('request-too-slow', { headers: { Connection: 'close' } }))
}

function hasReachedExpress(res: ServerResponse): res is Response {
  return 'locals' in res
}
