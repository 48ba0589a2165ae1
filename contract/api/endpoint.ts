import type * as z from 'zod'
import type { LimitClass } from './limits.ts'
import type { ProblemCode } from './problems.ts'

/**
 * The callers that may use an endpoint.
 * - `anyone`: no token is needed. A valid token may unlock more data; a request with an invalid one is
 * treated as anonymous.
 * - `identity`: the holder of a Firebase ID token. `identity-or-user`: the holder of a Firebase ID token or
 * an app token.
 * - `user`: a signed-in user. `seller-or-admin`, `admin`: the role is read from the database on every
 * request.
 * - `stripe`: a caller that can sign a webhook. `operator`: a loopback client, or the holder of the metrics
 * token.
 */
export type Caller =
  | 'anyone'
  | 'identity'
  | 'identity-or-user'
  | 'user'
  | 'seller-or-admin'
  | 'admin'
  | 'stripe'
  | 'operator'

export interface Endpoint {
  summary: string
  who: Caller
  /**
   * The path or query parameter that must equal the caller's own email address, unless the caller is an
   * admin. A mismatch is a 403.
   */
  self?: 'params' | 'query'
  /**
   * The relation to the row that the caller must have. Any other caller gets a 404. The service enforces it
   * in `row-access.ts` or in its query, and the access matrix test verifies it.
   */
  row?: 'owner' | 'owner-or-admin'
  /**
   * True if the endpoint sells or holds a car. While `UNPROVEN_ADDRESSES` is `browse`, callers without a
   * confirmed email address then get a 403 `address-unproven`. `tests/api/unconfirmed-addresses.test.ts` finds
   * endpoints that lack this flag.
   */
  needsConfirmedAddress?: true
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** True if the body may also be a URL-encoded or multipart form. */
  form?: true
  /** The response schema. For an event stream, it is the schema of each event. */
  output: z.ZodType
  /** The multipart field with the uploaded file, if the endpoint accepts one. */
  upload?: string
  /** The response's content type, if it is not JSON. */
  contentType?: 'text/html' | 'text/plain' | 'text/csv' | 'text/event-stream' | 'application/pdf'
  /** True if the JSON is streamed, so that the response is never held in memory as a whole. */
  isStreamed?: true
  /** Problems beyond those implied by `who`, the schemas, and the limit. */
  problems?: readonly ProblemCode[]
  limit?: LimitClass
  /**
   * True if all callers share the anonymous rate limit per IP network. Signed-in users then have no separate
   * limit.
   */
  limitedByNetwork?: true
  /**
   * True if a repeated request with the same `Idempotency-Key` header returns the ID that the first request
   * created. The same key with a different body is rejected.
   */
  idempotencyKey?: true
}
