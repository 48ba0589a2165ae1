/** The program that uses Stripe.js is wrong; unlike a payment's failure this is thrown. */
export class IntegrationError extends Error {
  override name = 'IntegrationError'
}
