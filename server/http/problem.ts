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

/** RFC 9457 problem details. */
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
    // The spec has the review's delete answer these, on errors too.
    ...(res.locals.endpoint === 'deleteReview' && { success: false, data: null }),
  }
  res.status(error.status).set(error.headers).type('application/problem+json').send(JSON.stringify(problem))
}

/** The last middleware: everything thrown becomes a problem, and what nobody expected is logged. */
export function problemHandler({ log, writes }: Pick<Context, 'log' | 'writes'>): ErrorRequestHandler {
  // Express knows an error handler by its four parameters.
  return (error: unknown, req, res, _next) => {
    const problem = toProblem(error)
    if (res.headersSent) {
      // Half an answer must not look whole. One that was refused already has ended.
      if (!res.writableEnded && !writes.noteFailure(error))
        log.error({ err: error, requestId: res.locals.requestId }, 'an answer broke off')
      res.destroy()
      return
    }
    // What is shed is in the request's line; more to write would be more load.
    if (problem.status >= 500 && problem.code !== 'overloaded' && !writes.noteFailure(error))
      log.error({ err: error, requestId: res.locals.requestId }, 'request failed')
    if (isForPage(req.method, req.originalUrl)) sendErrorPage(res, problem)
    else sendProblem(res, problem)
  }
}

/** What is the API's, by its path. */
export const API_PATH = /^\/api(?![^/?#])/

/** Beside the API only people read. */
export function isForPage(method = '', url = ''): boolean {
  return (method === 'GET' || method === 'HEAD') && !API_PATH.test(url)
}

function sendErrorPage(res: Response, error: ProblemError): void {
  res.locals.problem = error.code
  const { headers, body } = errorPage(error)
  res.status(error.status).set(headers).send(body)
}

/** Retry-After of writes while the disk is full or read-only. */
const UNWRITABLE_SECONDS = '30'

/** The problem that an error is answered as. */
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

/** What the database's own guards refuse, whichever code it was that forgot to ask (`0027-vins.ts`, `0033-held-cars.ts`). */
export function guardProblem(error: unknown): ProblemCode | null {
  const refusal = findRejection(error)
  if (refusal?.kind === 'unique' && refusal.what.includes('stock_n')) return 'stock-number-taken'
  if (refusal?.kind !== 'guard') return null
  return refusal.message === 'vin-listed' || refusal.message === 'vin-in-review' ? refusal.message : null
}

/**
 * What body-parser throws (npmjs.com/package/body-parser#errors) has a status: all that is wrong with the bytes is in
 * the four hundreds, whichever library below it found it.
 */
function bodyProblem(error: unknown): ProblemCode | null {
  const { status } = error as { status?: unknown }
  if (status === 413) return 'body-too-large'
  if (status === 415) return 'unsupported-media-type'
  return typeof status === 'number' && status >= 400 && status < 500 ? 'unreadable-body' : null
}
