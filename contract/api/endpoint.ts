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
  'anyone' | 'identity' | 'identity-or-user' | 'user' | 'seller-or-admin' | 'admin' | 'stripe' | 'operator'

export interface Endpoint {
  summary: string
  who: Caller
  /**
   * The path or query parameter that must equal the caller's own email address, unless the caller is an
   * admin. A mismatch is a 403.
   */
  self?: 'params' | 'query'
  /**
   * The relation to the row that the caller must have; any other caller gets a 404. The service checks it in
   * `row-access.ts` or in the query's own condition. The access matrix test verifies this check.
   */
  row?: 'owner' | 'owner-or-admin'
  /**
   * True if the endpoint sells or holds a car. While `UNPROVEN_ADDRESSES` is `browse`, callers of every role
   * then need a confirmed email address; others get a 403 `address-unproven`.
   * `tests/api/unproven-addresses.test.ts` finds endpoints that list, edit, or hold cars without this flag.
   */
  proven?: true
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** True if the body may also be a form, URL-encoded or multipart. */
  form?: true
  /** The schema of the response; for an event stream, of each event. */
  output: z.ZodType
  /** The multipart field that contains the uploaded file, if the endpoint accepts one. */
  upload?: string
  /** The content type of the response if it is not JSON. */
  contentType?: 'text/html' | 'text/plain' | 'text/csv' | 'text/event-stream'
  /**
   * True if the JSON is streamed in parts as the data is read. The whole response is then never held in
   * memory.
   */
  isStreamed?: true
  /** The problems that the endpoint can return, beyond those implied by `who`, the schemas, and the limit. */
  problems?: readonly ProblemCode[]
  limit?: LimitClass
  /**
   * True if all callers are rate-limited by IP network, with the limit for anonymous visitors. Signed-in
   * users then have no separate limit.
   */
  limitedByNetwork?: true
  /**
   * True if a repeated request with the same `Idempotency-Key` header returns the ID that the first request
   * created. A repeated key with a different body is rejected.
   */
  idempotencyKey?: true
}
