import type Stripe from 'stripe'
import type { Store } from './store.ts'

/** What the call that is being answered knows of itself. */
interface Call {
  /** The ids of the events it caused, in order. */
  events: string[]
  /** `secret`: the merchant's server. `publishable`: a browser, which sees and does less. */
  caller: 'secret' | 'publishable'
  requestId: string | null
  idempotencyKey: string | null
}

/** What every operation works with. Operations are synchronous: nothing comes between reading and writing. */
export interface Context {
  store: Store
  call: Call
  /** Milliseconds. */
  now: () => number
  /** Where the sandbox is reached, e.g. `http://127.0.0.1:4010`. */
  origin: string
  /** How long a bank takes over a refund it does not settle at once, in milliseconds. */
  refundDelayMs: number
  hasWebhook: boolean
  apiVersion: string
}

/** Stripe's times are whole seconds. */
export function seconds(ctx: Context): number {
  return Math.floor(ctx.now() / 1_000)
}

export type EventType = Extract<
  Stripe.Event.Type,
  `payment_intent.${string}` | `charge.${string}` | `refund.${string}`
>
