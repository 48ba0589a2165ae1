import type Stripe from 'stripe'
import type { Store } from './store.ts'

interface Call {
  events: string[]
  /** The merchant's server (`secret`), or a browser with fewer permissions (`publishable`). */
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
  now: () => number
  /** For example, `http://127.0.0.1:4010`. */
  origin: string
  /** Time in milliseconds until the bank settles a refund with a delay. */
  refundDelayMs: number
  /** Time in milliseconds until the money of a charge is available. */
  availableDelayMs: number
  hasWebhook: boolean
  apiVersion: string
}

/** Returns the time in seconds, Stripe's unit for timestamps. */
export function getStripeTime(ctx: Context): number {
  return Math.floor(ctx.now() / 1_000)
}

export type EventType = Extract<
  Stripe.Event.Type,
  `${'payment_intent' | 'charge' | 'refund' | 'transfer' | 'payout'}.${string}`
>
