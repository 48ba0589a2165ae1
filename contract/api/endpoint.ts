import type * as z from 'zod'
import type { LimitClass } from './limits.ts'
import type { ProblemCode } from './problems.ts'

/**
 * Who may call an endpoint.
 * - `anyone`: no token needed; a valid one may show more, a bad one is answered as to a stranger.
 * - `identity`: holder of a Firebase ID token. `identity-or-user`: that, or an app token.
 * - `user`: signed in. `seller-or-admin`, `admin`: by the database's word at each request.
 * - `stripe`: who can sign a webhook. `operator`: loopback, or the metrics token.
 */
export type Caller =
  'anyone' | 'identity' | 'identity-or-user' | 'user' | 'seller-or-admin' | 'admin' | 'stripe' | 'operator'

export interface Endpoint {
  summary: string
  who: Caller
  /** The parameter or query field that must be the caller's own address, unless the caller is an admin: else 403. */
  self?: 'params' | 'query'
  /**
   * Whose row it must be, else 404. The service checks it, by `row-access.ts` or in the query's own condition; the access
   * matrix proves that it does.
   */
  row?: 'owner' | 'owner-or-admin'
  /**
   * Sells a car or holds one, so it asks for a confirmed address while `UNPROVEN_ADDRESSES` is `browse`: else 403
   * `address-unproven`, for every role. `tests/api/unproven-addresses.test.ts` finds an endpoint that lists, edits or
   * holds cars without it.
   */
  proven?: true
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The body may also come as a form, URL-encoded or multipart. */
  form?: true
  /** Of an event stream: each event. */
  output: z.ZodType
  /** The multipart field that takes a file, where one is sent. */
  upload?: string
  /** What the answer is when it is not JSON. */
  answers?: 'text/html' | 'text/plain' | 'text/csv' | 'text/event-stream'
  /** The JSON is written in parts while it is read, so that it is never in memory as a whole. */
  isStreamed?: true
  /** Refusals beyond those that follow from `who`, the schemas and the limit. */
  problems?: readonly ProblemCode[]
  limit?: LimitClass
  /** Counts every caller by network, with the limit of anonymous visitors; accounts get no limit of their own. */
  limitedByNetwork?: true
  /** A repeat with the same `Idempotency-Key` header returns the first one's id; with another body it is refused. */
  idempotencyKey?: true
}
