/** Incorrect use of Stripe.js. It is thrown, unlike a failed payment. */
export class IntegrationError extends Error {
  override name = 'IntegrationError'
}
