import type Stripe from 'stripe'
import type { Config } from '../config.ts'
import { createStripe } from '../gateways/payments/stripe-gateway.ts'
import type { Charge, Order } from './sale-rows.ts'
import { SeedError } from './seed-error.ts'
import { seededId } from './seeded-id.ts'

/**
 * Pays the orders at the Stripe sandbox with its Visa test card, so that they can be refunded later. The idempotency
 * keys come from the orders: a start that was cut short does not pay twice.
 * @returns each purchase's payment
 * @throws SeedError where the sandbox does not answer or refuses.
 */
export async function chargeInSandbox(config: Config, orders: Order[]): Promise<Map<string, Charge>> {
  const { sandbox } = config.stripe
  if (!sandbox) throw new SeedError('Demo purchases can only be paid in the Stripe sandbox.')
  const stripe = await createStripe(config)
  try {
    return new Map(await Promise.all(orders.map((order) => pay(stripe, order))))
  } catch (error) {
    const { type, message } = error as Partial<Stripe.errors.StripeError>
    if (type === 'StripeConnectionError')
      throw new SeedError(
        `The Stripe sandbox is not responding on ${sandbox.host}:${sandbox.port}, so the demo purchases cannot be paid.`,
        { cause: error },
      )
    if (type?.startsWith('Stripe'))
      throw new SeedError(`The Stripe sandbox refused a demo payment: ${message}`, { cause: error })
    throw error
  }
}

async function pay(stripe: Stripe, { purchaseId, ...order }: Order): Promise<[string, Charge]> {
  const idempotencyKey = `seed-${seededId(JSON.stringify(order))}`
  const payment = { ...order, payment_method_types: ['card'], payment_method: 'pm_card_visa', confirm: true }
  const intent = await stripe.paymentIntents.create(payment, { idempotencyKey })
  if (intent.status !== 'succeeded')
    throw new SeedError(`The Stripe sandbox left the payment of ${order.description} at ${intent.status}.`)
  return [purchaseId, { intentId: intent.id }]
}
