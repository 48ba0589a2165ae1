import type { ErrorRequestHandler, Response } from 'express'
import {
  ProblemError,
  createFieldProblem,
  problems,
  type Problem,
  type ProblemCode,
} from '../../contract/api/problems.ts'
import type { Context } from '../context.ts'
import { isUnwritable } from '../system/file-error.ts'
import { DatabaseLostError } from '../db/engines/lost-database.ts'
import { findRejection } from '../db/engines/rejections.ts'
import { errorPage } from './error-page.ts'

export function buildProblem(error: ProblemError, instance = ''): Problem {
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
    ...buildProblem(error, String(res.locals.requestId ?? '')),
    // The product specification requires these fields for deleted reviews, even on errors.
    ...(res.locals.endpoint === 'deleteReview' && { success: false, data: null }),
  }
  res.status(error.status).set(error.headers).type('application/problem+json').send(JSON.stringify(problem))
}

export function problemHandler({ log, writes }: Pick<Context, 'log' | 'writes'>): ErrorRequestHandler {
  // Express recognizes error handlers by their four parameters.
  return (error: unknown, req, res, _next) => {
    const problem = toProblem(error)
    if (res.headersSent) {
      // Destroying the connection keeps a truncated response from looking complete. If the response has
      // already ended, the request was rejected on purpose, so the error is not logged.
      if (!res.writableEnded && !writes.recordFailure(error))
        log.error({ err: error, requestId: res.locals.requestId }, 'a response was cut off')
      res.destroy()
      return
    }
    if (isLogged(problem) && !writes.recordFailure(error))
      log.error({ err: error, requestId: res.locals.requestId }, 'request failed')
    if (isForPage(req.method, req.originalUrl)) sendErrorPage(res, problem)
    else sendProblem(res, problem)
  }
}

function isLogged({ code, status }: ProblemError): boolean {
  // The request log already shows rejections by load shedding, and more logging would add load.
  if (code === 'overloaded') return false
  return status >= 500 || code === 'stripe-refused'
}

export const API_PATH = /^\/api(?![^/?#])/

/** Reports whether a request is for a page. Any read outside the API is. */
export function isForPage(method = '', url = ''): boolean {
  return (method === 'GET' || method === 'HEAD') && !API_PATH.test(url)
}

function sendErrorPage(res: Response, error: ProblemError): void {
  res.locals.problem = error.code
  const { headers, body } = errorPage(error)
  res.status(error.status).set(headers).send(body)
}

/** The value of `Retry-After`, in seconds, for writes while the disk is full or read-only. */
const UNWRITABLE_SECONDS = '30'

export function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error
  if (error instanceof URIError) return createFieldProblem('path', 'Percent-encode the URL correctly.')
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
 * Returns the problem for a write that a database constraint or trigger rejected (`server/db/schema`), for
 * example in a race.
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
 * Returns the problem for an error from body-parser (npmjs.com/package/body-parser#errors). If the bytes are
 * invalid, its status is 4xx, regardless of the library that detected this.
 */
function bodyProblem(error: unknown): ProblemCode | null {
  const { status } = error as { status?: unknown }
  if (status === 413) return 'body-too-large'
  if (status === 415) return 'unsupported-media-type'
  return typeof status === 'number' && status >= 400 && status < 500 ? 'unreadable-body' : null
}
