import type { IncomingMessage, ServerResponse } from 'node:http'
import { StripeProblem, unauthorized } from './problem.ts'

const MAX_BODY_BYTES = 1_000_000

export interface StripeResponse {
  status: number
  headers?: Record<string, string>
  body: string | Buffer
}

/**
 * Reads the body of a request as text.
 * @throws a problem with status 413 if the body is too large
 */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) {
      throw new StripeProblem(413, { type: 'invalid_request_error', message: 'The request is too large.' })
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * Identifies the client by its API key: a bearer token, the basic auth username, or, from browsers, `key` in
 * the body or query.
 */
export function readCaller(request: IncomingMessage, formKey: string | null): 'secret' | 'publishable' {
  const key = headerKey(request.headers.authorization ?? '') ?? formKey
  if (!key) {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    )
  }
  if (/^sk_test_./.test(key)) return 'secret'
  if (/^pk_test_./.test(key)) return 'publishable'
  throw unauthorized(`Invalid API Key provided: ${mask(key)}`)
}

/** Returns a header; null if it is missing or empty. */
export function header(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}

export function secretKeyRequired(): StripeProblem {
  return unauthorized(
    'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
    'secret_key_required',
  )
}

export function send(response: ServerResponse, { status, headers, body }: StripeResponse) {
  response.writeHead(status, { ...headers, 'Content-Length': String(Buffer.byteLength(body)) })
  response.end(body)
}

function headerKey(authorization: string): string | null {
  const [scheme = '', value = ''] = authorization.split(' ')
  if (scheme.toLowerCase() === 'bearer') return value
  if (scheme.toLowerCase() === 'basic')
    return Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? ''
  return null
}

function mask(key: string): string {
  return key.length <= 12 ? '*'.repeat(key.length) : `${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`
}
