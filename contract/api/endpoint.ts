import type * as z from 'zod'
import type { LimitClass } from './limits.ts'
import type { ProblemCode } from './problems.ts'

/**
 * The callers that may use an endpoint.
 * - `anyone`: no token needed. A valid one may show more; an invalid one gets the response for anonymous
 * visitors.
 * - `identity`: holder of a Firebase ID token. `identity-or-user`: holder of that or of an app token.
 * - `user`: signed in. `seller-or-admin`, `admin`: the role is read from the database on every request.
 * - `stripe`: a caller that can sign a webhook. `operator`: a loopback client, or the holder of the metrics
 * token.
 */
export type Caller =
  'anyone' | 'identity' | 'identity-or-user' | 'user' | 'seller-or-admin' | 'admin' | 'stripe' | 'operator'

export interface Endpoint {
  summary: string
  who: Caller
  /**
   * The parameter or query field that must be the caller's own address, unless the caller is an admin. A
   * mismatch is a 403.
   */
  self?: 'params' | 'query'
  /**
   * The required relation of the caller to the row; anything else is a 404. The service checks it in
   * `row-access.ts` or in the query's own condition. The access matrix test proves that it does.
   */
  row?: 'owner' | 'owner-or-admin'
  /**
   * True if the endpoint sells or holds a car. It then requires a confirmed address while
   * `UNPROVEN_ADDRESSES` is `browse`, and otherwise returns a 403 `address-unproven`, for every role.
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
  /** The multipart field that takes a file, if the endpoint accepts one. */
  upload?: string
  /** The content type of the response if it is not JSON. */
  answers?: 'text/html' | 'text/plain' | 'text/csv' | 'text/event-stream'
  /** True if the JSON is written in parts while it is read, so that it is never in memory as a whole. */
  isStreamed?: true
  /** The problems beyond those that follow from `who`, the schemas, and the limit. */
  problems?: readonly ProblemCode[]
  limit?: LimitClass
  /**
   * True if every caller is counted by network, with the limit of anonymous visitors. Accounts get no limit
   * of their own.
   */
  limitedByNetwork?: true
  /**
   * True if a repeated request with the same `Idempotency-Key` header returns the ID of the first. With a
   * different body it is rejected.
   */
  idempotencyKey?: true
}
