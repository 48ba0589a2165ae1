import type Stripe from 'stripe'
import type { Store } from './store.ts'

/** The state of the request in progress. */
interface Call {
  /** IDs of the events that the request caused, in order. */
  events: string[]
  /**
   * The kind of client. `secret` is the merchant's server; `publishable` is a browser, which has fewer
   * permissions.
   */
  caller: 'secret' | 'publishable'
  requestId: string | null
  /** ID of the connected account in the `Stripe-Account` header; null for the platform itself. */
  account: string | null
  idempotencyKey: string | null
}

/** Operations are synchronous, so no other operation can run between a read and a write. */
export interface Context {
  store: Store
  call: Call
  /** Returns the current time in milliseconds. */
  now: () => number
  /** The sandbox's own origin, for example `http://127.0.0.1:4010`. */
  origin: string
  /** Time in milliseconds that a bank takes for a refund that it does not settle immediately. */
  refundDelayMs: number
  /** Time in milliseconds until the money of a charge becomes available. */
  availableDelayMs: number
  hasWebhook: boolean
  apiVersion: string
}

/** Returns the current time in whole seconds, Stripe's unit for timestamps. */
export function seconds(ctx: Context): number {
  return Math.floor(ctx.now() / 1_000)
}

export type EventType = Extract<
  Stripe.Event.Type,
  `${'payment_intent' | 'charge' | 'refund' | 'transfer' | 'payout'}.${string}`
>
