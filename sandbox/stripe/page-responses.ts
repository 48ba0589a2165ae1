import type { IncomingMessage } from 'node:http'
import type { Api } from './api.ts'
import type { Context } from './context.ts'
import type { StripeResponse } from './http.ts'

const COMMON = {
  'Cache-Control': 'no-cache',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

// No frame-ancestors: the marketplace embeds the card form from any origin.
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'"

/** Returns the context for a person's action on one of the sandbox's pages. */
export function pageContext(api: Api): Context {
  return {
    ...api.context,
    call: { caller: 'secret', requestId: null, account: null, idempotencyKey: null, events: [] },
  }
}

export function isSameOrigin(request: IncomingMessage): boolean {
  const origin = URL.parse(request.headers.origin ?? '')
  return origin !== null && origin.host === request.headers.host
}

/** Builds a page. `policy` extends its content security policy. */
export function page(status: number, body: string, policy = ''): StripeResponse {
  const headers = {
    ...COMMON,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': PAGE_POLICY + policy,
  }
  return { status, headers, body }
}

export function script(body: string): StripeResponse {
  return { status: 200, headers: { ...COMMON, 'Content-Type': 'text/javascript; charset=utf-8' }, body }
}

export function styles(body: string): StripeResponse {
  return { status: 200, headers: { ...COMMON, 'Content-Type': 'text/css; charset=utf-8' }, body }
}

export function json(status: number, body: unknown): StripeResponse {
  return { status, headers: { ...COMMON, 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
}

export function plain(status: number, body: string): StripeResponse {
  return { status, headers: { ...COMMON, 'Content-Type': 'text/plain; charset=utf-8' }, body }
}
