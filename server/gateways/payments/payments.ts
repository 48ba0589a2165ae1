import type Stripe from 'stripe'
import * as z from 'zod'

/** Whether a PaymentIntent is over, and how. */
export interface Intent {
  id: string
  clientSecret: string
  status: Stripe.PaymentIntent.Status
  amount: number
  currency: string
  metadata: Record<string, string>
}

export interface Refund {
  id: string
  /** The PaymentIntent it gives back. */
  intentId: string
  amount: number
  /** Which part of the payment it is, where an admin of ours asked for one. */
  partId: string | null
  status: 'pending' | 'succeeded' | 'failed'
}

/**
 * What is read of an event, and kept: neither a client secret nor who pays, only where to look
 * (docs.stripe.com/api/events/object).
 */
export const stripeEvent = z.object({
  id: z.string().regex(/^\w{1,255}$/),
  type: z.string().max(255),
  data: z.object({
    object: z.object({
      object: z.string(),
      id: z.string().optional(),
      payment_intent: z.string().nullish(),
      status: z.string().nullish(),
    }),
  }),
})

export type StripeEvent = z.output<typeof stripeEvent>

/** What the product asks of Stripe. Every write carries an idempotency key. */
export interface PaymentsGateway {
  createIntent(order: {
    amount: number
    currency: string
    metadata: Record<string, string>
    description: string
    idempotencyKey: string
  }): Promise<Intent>
  getIntent(id: string): Promise<Intent>
  /** Cancels; an intent that is over already is returned as it is. */
  cancelIntent(id: string): Promise<Intent>
  /** Gives back a part, or all that is left. */
  refund(order: {
    intentId: string
    part?: { id: string; amount: number }
    idempotencyKey: string
  }): Promise<Refund>
  getRefund(id: string): Promise<Refund>
  /** The refunds of one PaymentIntent, or all since a moment, newest first. */
  listRefunds(of: { intentId: string } | { since: Date }): Promise<Refund[]>
  /**
   * @throws ProblemError `invalid-signature` unless the payload was signed by the webhook secret; `invalid-json` or
   * `invalid-input` where something else than an event was.
   */
  readEvent(payload: Buffer, signature: string | undefined): Promise<StripeEvent>
}
