import type { ErrorRequestHandler, Response } from 'express'
import {
  ProblemError,
  invalidField,
  problems,
  type Problem,
  type ProblemCode,
} from '../../contract/api/problems.ts'
import type { Context } from '../context.ts'
import { isUnwritable } from '../system/file-error.ts'
import { DatabaseLostError } from '../db/engines/lost-database.ts'
import { findRejection } from '../db/engines/rejections.ts'
import { errorPage } from './error-page.ts'

/** Returns the RFC 9457 problem details of an error. */
export function problemOf(error: ProblemError, instance = ''): Problem {
  return {
    type: `/problems/${error.code}`,
    title: problems[error.code][1],
    status: error.status,
    detail: error.message,
    instance,
    code: error.code,
    message: error.message,
    ...(error.errors && { errors: error.errors }),
    ...(error.facts && { facts: error.facts }),
  }
}

export function sendProblem(res: Response, error: ProblemError): void {
  res.locals.problem = error.code
  const problem = {
    ...problemOf(error, String(res.locals.requestId ?? '')),
    // The product specification requires these fields when a review is deleted, even on errors.
    ...(res.locals.endpoint === 'deleteReview' && { success: false, data: null }),
  }
  res.status(error.status).set(error.headers).type('application/problem+json').send(JSON.stringify(problem))
}

/** Returns the last middleware, which converts all errors to problems and logs the unexpected ones. */
export function problemHandler({ log, writes }: Pick<Context, 'log' | 'writes'>): ErrorRequestHandler {
  // Express recognizes an error handler by its four parameters.
  return (error: unknown, req, res, _next) => {
    const problem = toProblem(error)
    if (res.headersSent) {
      // The connection is closed so that a truncated response does not look complete. A response that has
      // already ended was rejected, so its error is not logged.
      if (!res.writableEnded && !writes.recordFailure(error))
        log.error({ err: error, requestId: res.locals.requestId }, 'an answer broke off')
      res.destroy()
      return
    }
    // Rejections by load shedding already appear in the request log. More logging would add load.
    if (problem.status >= 500 && problem.code !== 'overloaded' && !writes.recordFailure(error))
      log.error({ err: error, requestId: res.locals.requestId }, 'request failed')
    if (isForPage(req.method, req.originalUrl)) sendErrorPage(res, problem)
    else sendProblem(res, problem)
  }
}

/** Matches the paths of the API. */
export const API_PATH = /^\/api(?![^/?#])/

/** Reports whether a request is for a page. Outside the API, paths are only read by people. */
export function isForPage(method = '', url = ''): boolean {
  return (method === 'GET' || method === 'HEAD') && !API_PATH.test(url)
}

function sendErrorPage(res: Response, error: ProblemError): void {
  res.locals.problem = error.code
  const { headers, body } = errorPage(error)
  res.status(error.status).set(headers).send(body)
}

/** `Retry-After` in seconds for writes while the disk is full or read-only. */
const UNWRITABLE_SECONDS = '30'

/** Converts an error to the problem that the client receives. */
export function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error
  if (error instanceof URIError) return invalidField('path', 'Percent-encode the URL correctly.')
  if (error instanceof DatabaseLostError)
    return new ProblemError('service-unavailable', { headers: { 'Retry-After': '1' }, cause: error })
  if (isUnwritable(error))
    return new ProblemError('service-unavailable', {
      detail: 'The server’s disk is full or read-only, so nothing can be saved right now. Try again later.',
      headers: { 'Retry-After': UNWRITABLE_SECONDS },
      cause: error,
    })
  const guarded = guardProblem(error)
  if (guarded) return new ProblemError(guarded, { cause: error })
  return new ProblemError(bodyProblem(error) ?? 'internal', { cause: error })
}

/**
 * Returns the problem for a write that the database's own guards reject (`server/db/schema`), for example
 * because the code did not check first.
 */
export function guardProblem(error: unknown): ProblemCode | null {
  const rejection = findRejection(error)
  if (rejection?.kind === 'unique' && rejection.what.includes('stock_n')) return 'stock-number-taken'
  if (rejection?.kind !== 'guard') return null
  return rejection.message === 'vin-listed' || rejection.message === 'vin-in-review'
    ? rejection.message
    : null
}

/**
 * Returns the problem for an error from body-parser (npmjs.com/package/body-parser#errors), which has a
 * status. If the bytes are invalid, the status is always 4xx, whichever underlying library detected the
 * error.
 */
function bodyProblem(error: unknown): ProblemCode | null {
  const { status } = error as { status?: unknown }
  if (status === 413) return 'body-too-large'
  if (status === 415) return 'unsupported-media-type'
  return typeof status === 'number' && status >= 400 && status < 500 ? 'unreadable-body' : null
}
