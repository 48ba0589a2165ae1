import type { Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js'
import type { Purchase } from '../../../contract/purchases.ts'

export type CardOutcome =
  | { kind: 'succeeded'; transactionID: string }
  /** The bank needs more time. Stripe notifies the server of the result later. */
  | { kind: 'processing' }
  /** The card or the connection failed; the buyer can retry with the same details. */
  | { kind: 'refused'; message: string }
  /** The payment attempt no longer exists, for example because another window released it. */
  | { kind: 'lost'; message: string }

/**
 * Pays in the product specification's two steps: it creates a payment method from the card, then confirms it
 * in the buyer's name. Never throws.
 */
export async function payByCard(
  stripe: Stripe,
  card: StripeCardElement,
  clientSecret: string,
  buyer: Pick<Purchase, 'buyerName' | 'buyerEmail'>,
): Promise<CardOutcome> {
  try {
    const billing_details = { name: buyer.buyerName, email: buyer.buyerEmail }
    const method = await stripe.createPaymentMethod({ type: 'card', card, billing_details })
    if (method.error) return errorToOutcome(method.error)
    const confirmed = await stripe.confirmCardPayment(clientSecret, {
      payment_method: method.paymentMethod.id,
    })
    if (confirmed.error) return errorToOutcome(confirmed.error)
    const { id, status } = confirmed.paymentIntent
    if (status === 'succeeded') return { kind: 'succeeded', transactionID: id }
    if (status === 'processing') return { kind: 'processing' }
    return { kind: 'refused', message: 'The payment didn’t go through. Try again.' }
  } catch {
    return {
      kind: 'refused',
      message: 'We can’t reach Stripe, our card processor. You weren’t charged. Try again.',
    }
  }
}

/**
 * Converts a Stripe error to an outcome. If the payment intent has already succeeded or been canceled
 * elsewhere, its status decides.
 */
function errorToOutcome(error: StripeError): CardOutcome {
  const { payment_intent: intent, message = 'The payment didn’t go through.' } = error
  if (intent?.status === 'succeeded') return { kind: 'succeeded', transactionID: intent.id }
  if (intent?.status === 'canceled') return { kind: 'lost', message }
  return { kind: 'refused', message }
}
