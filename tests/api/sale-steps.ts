import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { call, type ApiAnswer } from '../support/api-client.ts'
import { buildCar, buildPurchase, type Person } from '../support/factories.ts'
import type { World } from '../support/world.ts'

type IntentAnswer = EndpointOutput<'createPaymentIntent'>
type PaymentAnswer = EndpointOutput<'savePayment'>
type Purchase = EndpointOutput<'getPurchase'>

/** A car of the world's seller, on the list of `buyer`. */
export async function carOnList(world: World, buyer: Person, fields: Parameters<typeof buildCar>[2] = {}) {
  const carID = await buildCar(world.ctx, world.people.seller.id, fields)
  return { carID, purchasedItemID: await buildPurchase(world.ctx, buyer.id, carID) }
}

export function startPaying(world: World, buyer: Person, purchasedItemID: string, sellingPrice = '24,900') {
  return call<IntentAnswer>(world.url, 'createPaymentIntent', {
    token: buyer.token,
    body: { purchasedItemID, sellingPrice },
  })
}

/** Confirms with one of Stripe's test payment methods, as Stripe.js does; a decline is an answer too. */
export async function confirm(world: World, clientSecret: string, paymentMethod = 'pm_card_visa') {
  const response = await fetch(`${world.stripe.url}/v1/payment_intents/${intentOf(clientSecret)}/confirm`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${world.ctx.config.stripe.secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ payment_method: paymentMethod }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

/** Gives money back as somebody in Stripe's dashboard does, all that is left unless an amount is named. */
export async function refundAtStripe(world: World, intentId: string, amount?: number): Promise<void> {
  const response = await fetch(`${world.stripe.url}/v1/refunds`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${world.ctx.config.stripe.secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ payment_intent: intentId, ...(amount && { amount: String(amount) }) }),
  })
  if (!response.ok) throw new Error(`Stripe refused the refund: ${await response.text()}`)
}

export function savePayment(
  world: World,
  buyer: Person,
  clientSecret: string,
  purchasedItemID: string,
): Promise<ApiAnswer<PaymentAnswer>> {
  return call<PaymentAnswer>(world.url, 'savePayment', {
    token: buyer.token,
    body: { transactionID: intentOf(clientSecret), purchasedItemID, sellingPrice: '24,900' },
  })
}

export async function readPurchase(world: World, buyer: Person, id: string): Promise<Purchase> {
  const { body } = await call<Purchase>(world.url, 'getPurchase', { token: buyer.token, params: { id } })
  return body
}

/** Pays to the end. */
export async function pay(world: World, buyer: Person, purchasedItemID: string) {
  const { body } = await startPaying(world, buyer, purchasedItemID)
  await confirm(world, body.clientSecret)
  const answer = await savePayment(world, buyer, body.clientSecret, purchasedItemID)
  return { ...answer.body, intentId: intentOf(body.clientSecret) }
}

export function intentOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0]!
}

/** What everybody sees of a sale, in the books and at Stripe. */
export async function books(world: World, carID: string) {
  const { db } = world.ctx
  const car = await db.selectFrom('cars').select('state').where('id', '=', carID).executeTakeFirstOrThrow()
  const purchases = await db.selectFrom('purchases').select('state').where('car_id', '=', carID).execute()
  const payments = await db
    .selectFrom('payments')
    .select(['state', 'is_sale', 'amount'])
    .where('car_id', '=', carID)
    .execute()
  const attempts = await db.selectFrom('attempts').select('state').where('car_id', '=', carID).execute()
  return {
    car: car.state,
    purchases: purchases.map((row) => row.state).sort(),
    payments: payments.map((row) => `${row.state}${row.is_sale ? '' : ' (no sale)'} ${row.amount}`).sort(),
    attempts: attempts.map((row) => row.state).sort(),
  }
}
