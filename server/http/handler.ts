import type { Request } from 'express'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import type { EndpointOutput, HandlerInput } from '../../contract/api/endpoints.ts'
import type { endpoints } from '../../contract/api/endpoints.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import type { Context } from '../context.ts'
import type { FirebaseIdentity } from '../gateways/identity/identity.ts'
import type { Actor } from '../actor.ts'
import type { EventStream } from './event-stream.ts'
import type { Idempotency } from '../db/idempotency.ts'

export interface Call<K extends EndpointName> extends HandlerInput<K> {
  ctx: Context
  actor: ActorOf<K>
  identity: IdentityOf<K>
  /** The client's `Idempotency-Key`, if the endpoint supports one. Null if the header is missing. */
  idempotency: Idempotency | null
  req: Request
}

export type Handler<K extends EndpointName> = (call: Call<K>) => Promise<HandlerOutput<K>> | HandlerOutput<K>

/**
 * A handler's output. For an event stream, it is a function that uses the open stream. For a CSV file or
 * streamed JSON, it is an iterable of the parts.
 */
type HandlerOutput<K extends EndpointName> = (typeof endpoints)[K] extends {
  contentType: 'text/event-stream'
}
  ? (stream: EventStream) => void
  : (typeof endpoints)[K] extends { contentType: 'text/csv' } | { isStreamed: true }
    ? ApiResponse<AsyncIterable<string>>
    : (typeof endpoints)[K] extends { contentType: 'application/pdf' }
      ? ApiResponse<Buffer>
      : EndpointOutput<K> | ApiResponse<EndpointOutput<K>>

/**
 * The handlers of some endpoints. `handlers.ts` combines all of them, and omitting one is a compile error.
 */
export type Handlers<K extends EndpointName = EndpointName> = { [N in K]: Handler<N> }

export class ApiResponse<T> {
  readonly output: T
  readonly status: number
  readonly headers: Record<string, string>
  /** False if a public response contains data that other callers may not see. It is then not cached. */
  readonly isShared: boolean

  constructor(
    output: T,
    options: { status?: number; headers?: Record<string, string>; isShared?: boolean } = {},
  ) {
    this.output = output
    this.status = options.status ?? 200
    this.headers = options.headers ?? {}
    this.isShared = options.isShared ?? true
  }
}

/** Runs a handler. The cast merges the types of all endpoints; each handler was checked against its own. */
export async function runHandler(handlers: Handlers, name: EndpointName, call: unknown) {
  const result = await (handlers[name] as (call: unknown) => unknown)(call)
  return result instanceof ApiResponse ? (result as ApiResponse<unknown>) : new ApiResponse(result)
}

type WhoOf<K extends EndpointName> = (typeof endpoints)[K] extends { who: infer W extends Endpoint['who'] }
  ? W
  : never
type ActorOf<K extends EndpointName> =
  WhoOf<K> extends 'user' | 'seller-or-admin' | 'admin' ? Actor : Actor | null
type IdentityOf<K extends EndpointName> =
  WhoOf<K> extends 'identity'
    ? FirebaseIdentity
    : WhoOf<K> extends 'identity-or-user'
      ? FirebaseIdentity | null
      : null
