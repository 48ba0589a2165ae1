import type { IncomingMessage } from 'node:http'
import type { Context } from './context.ts'
import { type FormHash, parseForm } from './form.ts'
import { type StripeResponse, readBody, readCaller, secretKeyRequired } from './http.ts'
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

const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, Stripe-Version',
  'Access-Control-Expose-Headers': 'Request-Id, Idempotent-Replayed, Original-Request',
  'Access-Control-Max-Age': '300',
}

/** Responds to one request to `/v1/…`. Nothing is acknowledged before it is on disk. */
export async function respondToApi(api: Api, request: IncomingMessage, url: URL): Promise<StripeResponse> {
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
    const stripeResponse = await respondToCall(api, request, url, requestId, headers)
    return { ...stripeResponse, headers }
  } catch (error) {
    const problem = toProblem(api, error)
    return { status: problem.status, headers, body: toJson({ error: problem.body }) }
  }
}

async function respondToCall(
  api: Api,
  request: IncomingMessage,
  url: URL,
  requestId: string,
  headers: Record<string, string>,
): Promise<{ status: number; body: string }> {
  const method = request.method ?? 'GET'
  const { form, key } = await readForm(request, url)
  const caller = readCaller(request, key)
  const found = findRoute(method, url.pathname)
  if (!found) throw unknownUrl(method, url.pathname)
  if (caller === 'publishable' && !found.route.fromBrowser) throw secretKeyRequired()

  const idempotencyKey = method === 'POST' ? header(request, 'idempotency-key') : null
  if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey
  const earlier = idempotencyKey ? api.keys.begin(idempotencyKey, url.pathname, form) : null
  if (earlier) {
    headers['Idempotent-Replayed'] = 'true'
    headers['Original-Request'] = earlier.requestId
    await api.context.store.saved()
    return earlier
  }

  const events: string[] = []
  const ctx: Context = { ...api.context, call: { caller, requestId, idempotencyKey, events } }
  try {
    const { stripeResponse, executed } = run(api, ctx, () => runRoute(ctx, found.route, found.id, form))
    if (idempotencyKey) {
      api.keys.keep(idempotencyKey, url.pathname, form, executed ? { ...stripeResponse, requestId } : null)
    }
    await api.context.store.saved()
    api.onEvents(events)
    return stripeResponse
  } finally {
    if (idempotencyKey) api.keys.release(idempotencyKey)
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

async function readForm(request: IncomingMessage, url: URL): Promise<{ form: FormHash; key: string | null }> {
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
  return { form, key: typeof key === 'string' ? key : null }
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

function header(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}

function toJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
