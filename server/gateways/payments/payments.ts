import type Stripe from 'stripe'

/** Whether a PaymentIntent is over, and how. */
export interface Intent {
  id: string
  clientSecret: string
  status: Stripe.PaymentIntent.Status
  amount: number
  currency: string
  metadata: Record<string, string>
}

export type RefundStatus = 'pending' | 'succeeded' | 'failed'

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
  refund(order: { intentId: string; idempotencyKey: string }): Promise<{ id: string; status: RefundStatus }>
  getRefund(id: string): Promise<{ id: string; status: RefundStatus }>
  /** @throws ProblemError `invalid-signature` unless the payload was signed by the webhook secret. */
  readEvent(payload: Buffer, signature: string | undefined): Stripe.Event
}
