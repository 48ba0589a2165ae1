/** The `error` object of Stripe's responses: https://docs.stripe.com/api/errors */
export interface StripeErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  param?: string
  decline_code?: string
  doc_url?: string
  [extra: string]: unknown
}

export class StripeProblem extends Error {
  override name = 'StripeProblem'
  readonly status: number
  readonly body: StripeErrorBody
  /**
   * True if the endpoint began to execute. Only then does Stripe store the response for the idempotency key.
   */
  readonly executed: boolean

  constructor(status: number, body: StripeErrorBody, executed = false) {
    super(body.message)
    this.status = status
    this.executed = executed
    this.body = body.code ? { ...body, doc_url: docUrl(body.code) } : body
  }
}

/** Returns a 400 error for a parameter that is missing, unknown, or invalid. Nothing was executed. */
export function invalidParam(param: string, message: string, code?: string): StripeProblem {
  return new StripeProblem(400, { type: 'invalid_request_error', message, param, ...(code ? { code } : {}) })
}

export function missingParam(param: string): StripeProblem {
  return invalidParam(param, `Missing required param: ${param}.`, 'parameter_missing')
}

/** Returns a 404 error for an unknown ID. `kind` is the object type, such as `payment_intent`. */
export function createMissingObjectProblem(kind: string, id: string, param: string): StripeProblem {
  return new StripeProblem(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  })
}

/** Returns a 400 error for an action that the object's state does not allow. */
export function unexpectedState(
  code: string,
  message: string,
  extra: Record<string, unknown> = {},
): StripeProblem {
  return new StripeProblem(400, { type: 'invalid_request_error', code, message, ...extra }, true)
}

export function unauthorized(message: string, code?: string): StripeProblem {
  return new StripeProblem(401, { type: 'invalid_request_error', message, ...(code ? { code } : {}) })
}

export function docUrl(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`
}
