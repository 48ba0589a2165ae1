import type Stripe from 'stripe'
import * as z from 'zod'

/** A Stripe PaymentIntent. Its status shows whether and how it ended. */
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
  /** The PaymentIntent that is refunded. */
  intentId: string
  amount: number
  /** ID of the partial refund if one of our admins requested it; otherwise, null. */
  partId: string | null
  status: 'pending' | 'succeeded' | 'failed'
}

/**
 * The part of an event that is read and stored. It contains neither a client secret nor the payer's details,
 * only the IDs to look them up by (docs.stripe.com/api/events/object).
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

/** The Stripe operations that Kerblight uses. Creating an intent and refunding include an idempotency key. */
export interface PaymentsGateway {
  createIntent(order: {
    amount: number
    currency: string
    metadata: Record<string, string>
    description: string
    idempotencyKey: string
  }): Promise<Intent>
  getIntent(id: string): Promise<Intent>
  /** Cancels an intent. An intent that has already ended is returned unchanged. */
  cancelIntent(id: string): Promise<Intent>
  /** Refunds part of a payment, or everything that is left. */
  refund(order: {
    intentId: string
    part?: { id: string; amount: number }
    idempotencyKey: string
  }): Promise<Refund>
  getRefund(id: string): Promise<Refund>
  /** Lists the refunds of one PaymentIntent, or all refunds since a time, newest first. */
  listRefunds(of: { intentId: string } | { since: Date }): Promise<Refund[]>
  /**
   * Verifies and parses an event.
   * @throws ProblemError `invalid-signature` unless the payload was signed with the webhook secret;
   * `invalid-json` or `invalid-input` if the signed payload is not an event
   */
  readEvent(payload: Buffer, signature: string | undefined): Promise<StripeEvent>
}
