import type { IncomingMessage } from 'node:http'
import type { Context } from './context.ts'
import { type FormHash, parseForm } from './form.ts'
import { type StripeResponse, header, readBody, readCaller, secretKeyRequired } from './http.ts'
import type { IdempotencyKeys } from './idempotency.ts'
import { newRequestId } from './ids.ts'
import { StripeProblem, type StripeErrorBody } from './problem.ts'
import { findRoute, runRoute } from './routes.ts'

export interface Api {
  context: Omit<Context, 'call'>
  keys: IdempotencyKeys
  /** Receives the IDs of the events that a request caused, once they are on disk. */
  onEvents: (eventIds: string[]) => void
  log: (message: string) => void
}

/** The differences between the versions of the API. */
export interface ApiVersion<P> {
  /** Reads the parameters and the API key, if it is one of them, from the query and the body. */
  readParams: (request: IncomingMessage, url: URL) => Promise<{ params: P; key: string | null }>
  findOperation: (method: string, path: string) => Operation<P> | null
}

interface Operation<P> {
  /** True if a browser may call the operation with a publishable key. */
  fromBrowser: boolean
  /** True if the platform may call the operation for a connected account. */
  forAccounts: boolean
  /** Returns an object in Stripe's format, or throws a `StripeProblem`. */
  run: (ctx: Context, params: P) => unknown
}

const apiV1: ApiVersion<FormHash> = {
  readParams: readForm,
  findOperation(method, path) {
    const found = findRoute(method, path)
    if (!found) return null
    const { route, id } = found
    return {
      fromBrowser: route.fromBrowser ?? false,
      forAccounts: route.forAccounts ?? false,
      run: (ctx, form) => runRoute(ctx, route, id, form),
    }
  },
}

const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, Stripe-Version',
  'Access-Control-Expose-Headers': 'Request-Id, Idempotent-Replayed, Original-Request',
  'Access-Control-Max-Age': '300',
}

export function respondToApi(api: Api, request: IncomingMessage, url: URL): Promise<StripeResponse> {
  return respondToVersion(api, apiV1, request, url)
}

/** Responds to a request once its changes are on disk. */
export async function respondToVersion<P>(
  api: Api,
  version: ApiVersion<P>,
  request: IncomingMessage,
  url: URL,
): Promise<StripeResponse> {
  if (request.method === 'OPTIONS') return { status: 204, headers: CORS, body: '' }
  const requestId = newRequestId()
  const headers: Record<string, string> = {
    ...CORS,
    'Content-Type': 'application/json',
    'Cache-Control': 'no-cache, no-store',
    'Request-Id': requestId,
    'Stripe-Version': header(request, 'stripe-version') ?? api.context.apiVersion,
  }
  try {
    const stripeResponse = await respondToCall(api, version, request, url, requestId, headers)
    return { ...stripeResponse, headers }
  } catch (error) {
    const problem = toProblem(api, error)
    return { status: problem.status, headers, body: toJson({ error: problem.body }) }
  }
}

async function respondToCall<P>(
  api: Api,
  version: ApiVersion<P>,
  request: IncomingMessage,
  url: URL,
  requestId: string,
  headers: Record<string, string>,
): Promise<{ status: number; body: string }> {
  const method = request.method ?? 'GET'
  const { params, key } = await version.readParams(request, url)
  const caller = readCaller(request, key)
  const operation = version.findOperation(method, url.pathname)
  if (!operation) throw unknownUrl(method, url.pathname)
  if (caller === 'publishable' && !operation.fromBrowser) throw secretKeyRequired()

  const account = header(request, 'stripe-account')
  if (account !== null) checkAccountCall(api, account, operation.forAccounts)

  const idempotencyKey = method === 'POST' ? header(request, 'idempotency-key') : null
  if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey
  // Each account has its own keys.
  const scopedKey = idempotencyKey && account ? `${account}:${idempotencyKey}` : idempotencyKey
  const earlier = scopedKey ? api.keys.begin(scopedKey, url.pathname, params) : null
  if (earlier) {
    headers['Idempotent-Replayed'] = 'true'
    headers['Original-Request'] = earlier.requestId
    await api.context.store.saved()
    return earlier
  }

  const events: string[] = []
  const ctx: Context = { ...api.context, call: { caller, requestId, account, idempotencyKey, events } }
  try {
    const { stripeResponse, executed } = run(api, ctx, () => operation.run(ctx, params))
    if (scopedKey) {
      api.keys.keep(scopedKey, url.pathname, params, executed ? { ...stripeResponse, requestId } : null)
    }
    await api.context.store.saved()
    api.onEvents(events)
    return stripeResponse
  } finally {
    if (scopedKey) api.keys.release(scopedKey)
  }
}

/** Rejects unknown accounts, and calls that the sandbox does not offer for accounts. */
function checkAccountCall(api: Api, account: string, isOffered: boolean) {
  if (!api.context.store.accounts.get(account)) {
    throw new StripeProblem(403, {
      type: 'invalid_request_error',
      code: 'account_invalid',
      message: `The provided key does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
    })
  }
  if (!isOffered) {
    throw new StripeProblem(400, {
      type: 'invalid_request_error',
      message: 'This sandbox does not support this call with the Stripe-Account header.',
    })
  }
}

function run(
  api: Api,
  ctx: Context,
  handle: () => unknown,
): { stripeResponse: { status: number; body: string }; executed: boolean } {
  try {
    return { stripeResponse: { status: 200, body: toJson(handle()) }, executed: true }
  } catch (error) {
    const problem = toProblem(api, error)
    const body: StripeErrorBody = {
      ...problem.body,
      request_log_url: `https://dashboard.stripe.com/test/logs/${ctx.call.requestId}`,
    }
    return {
      stripeResponse: { status: problem.status, body: toJson({ error: body }) },
      executed: problem.executed,
    }
  }
}

async function readForm(
  request: IncomingMessage,
  url: URL,
): Promise<{ params: FormHash; key: string | null }> {
  const form = parseForm(url.search)
  if (request.method === 'POST') {
    const body = await readBody(request)
    const type = header(request, 'content-type') ?? ''
    if (body !== '' && !type.startsWith('application/x-www-form-urlencoded')) {
      throw new StripeProblem(400, {
        type: 'invalid_request_error',
        message: `Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.`,
      })
    }
    Object.assign(form, parseForm(body))
  }
  const { key } = form
  delete form.key
  return { params: form, key: typeof key === 'string' ? key : null }
}

function toProblem(api: Api, error: unknown): StripeProblem {
  if (error instanceof StripeProblem) return error
  api.log(`stripe sandbox: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  return new StripeProblem(500, {
    type: 'api_error',
    message: 'An error occurred while processing your request. The state may not have been written.',
  })
}

function unknownUrl(method: string, path: string): StripeProblem {
  return new StripeProblem(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  })
}

function toJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
