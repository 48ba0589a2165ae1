/** An error in the program that uses Stripe.js. Unlike a failed payment, it is thrown. */
export class IntegrationError extends Error {
  override name = 'IntegrationError'
}
