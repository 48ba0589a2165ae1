import type Stripe from 'stripe'
import * as z from 'zod'

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
  intentId: string
  amount: number
  /** The ID of the partial refund that one of our admins requested, or null for any other refund. */
  partId: string | null
  status: 'pending' | 'succeeded' | 'failed'
}

/**
 * The stored part of a Stripe event. It contains neither a client secret nor payer details, only IDs for
 * looking them up (docs.stripe.com/api/events/object).
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

/** The Stripe operations that Kerblight uses. Creating an intent and refunding require an idempotency key. */
export interface PaymentsGateway {
  createIntent(order: {
    amount: number
    currency: string
    metadata: Record<string, string>
    description: string
    idempotencyKey: string
  }): Promise<Intent>
  getIntent(id: string): Promise<Intent>
  /** Cancels an intent. If it has already ended, it is returned unchanged. */
  cancelIntent(id: string): Promise<Intent>
  /** Refunds part of a payment, or the entire remaining amount. */
  refund(order: {
    intentId: string
    part?: { id: string; amount: number }
    idempotencyKey: string
  }): Promise<Refund>
  getRefund(id: string): Promise<Refund>
  /** Lists the refunds of a PaymentIntent, or all refunds since a time, newest first. */
  listRefunds(of: { intentId: string } | { since: Date }): Promise<Refund[]>
  /**
   * Verifies and parses an event.
   * @throws ProblemError `invalid-signature` if the payload was not signed with the webhook secret;
   * `invalid-json` or `invalid-input` if the signed payload is not an event
   */
  readEvent(payload: Buffer, signature: string | undefined): Promise<StripeEvent>
}
