/** An error for incorrect use of Stripe.js. Unlike a failed payment, it is thrown. */
export class IntegrationError extends Error {
  override name = 'IntegrationError'
}
