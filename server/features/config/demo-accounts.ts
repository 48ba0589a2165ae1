/**
 * The sandbox accounts and Stripe's documented test cards (docs.stripe.com/testing#cards), as listed in the
 * demo badge.
 */
export const DEMO_PASSWORD = 'Kerblight1'

export const demoAccounts = [
  { email: 'admin@kerblight.test', password: DEMO_PASSWORD, role: 'Admin' },
  { email: 'dealer@kerblight.test', password: DEMO_PASSWORD, role: 'Verified seller' },
  { email: 'buyer@kerblight.test', password: DEMO_PASSWORD, role: 'Buyer' },
]

export const demoCards = [
  { number: '4242 4242 4242 4242', meaning: 'Succeeds' },
  { number: '4000 0000 0000 0002', meaning: 'Declined' },
  { number: '4000 0000 0000 9995', meaning: 'Insufficient funds' },
  { number: '4000 0025 0000 3155', meaning: 'Requires authentication' },
]
