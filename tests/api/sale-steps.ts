import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { call, type ApiResponse } from '../support/api-client.ts'
import { buildCar, buildPurchase, type Person } from '../support/factories.ts'
import type { TestApp } from '../support/test-app.ts'

type IntentResult = EndpointOutput<'createPaymentIntent'>
type PaymentResult = EndpointOutput<'savePayment'>
type Purchase = EndpointOutput<'getPurchase'>

/** Creates a car that belongs to the test app's seller and adds it to the purchase list of `buyer`. */
export async function buildCarOnList(
  app: TestApp,
  buyer: Person,
  fields: Parameters<typeof buildCar>[2] = {},
) {
  const carID = await buildCar(app.ctx, app.people.seller.id, fields)
  return { carID, purchasedItemID: await buildPurchase(app.ctx, buyer.id, carID) }
}

export function startPaying(app: TestApp, buyer: Person, purchasedItemID: string, sellingPrice = '24,900') {
  return call<IntentResult>(app.url, 'createPaymentIntent', {
    token: buyer.token,
    body: { purchasedItemID, sellingPrice },
  })
}

/**
 * Confirms a payment with a Stripe test payment method, as Stripe.js does. It does not throw if the payment
 * is declined.
 */
export async function confirm(app: TestApp, clientSecret: string, paymentMethod = 'pm_card_visa') {
  const response = await fetch(
    `${app.stripe.url}/v1/payment_intents/${parseIntentId(clientSecret)}/confirm`,
    {
      method: 'POST',
      headers: {
        authorization: `Bearer ${app.ctx.config.stripe.secretKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ payment_method: paymentMethod }),
    },
  )
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

/**
 * Refunds a payment as an admin would in Stripe's dashboard. If no amount is given, it refunds the whole
 * remaining amount.
 */
export async function refundAtStripe(app: TestApp, intentId: string, amount?: number): Promise<void> {
  const response = await fetch(`${app.stripe.url}/v1/refunds`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${app.ctx.config.stripe.secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ payment_intent: intentId, ...(amount && { amount: String(amount) }) }),
  })
  if (!response.ok) throw new Error(`Stripe refused the refund: ${await response.text()}`)
}

/**
 * Pays $24,900 in Stripe with a card whose owner disputes the payment immediately.
 * @returns the ID of the PaymentIntent
 */
export function payWithDisputedCard(app: TestApp): Promise<string> {
  return payByCard(app, 'pm_card_createDispute')
}

/** Pays $24,900 in Stripe without the server. @returns the payment's ID there */
export async function payByCard(app: TestApp, card = 'pm_card_visa'): Promise<string> {
  const response = await fetch(`${app.stripe.url}/v1/payment_intents`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${app.ctx.config.stripe.secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      amount: '2490000',
      currency: 'usd',
      payment_method: card,
      confirm: 'true',
    }),
  })
  const { id } = (await response.json()) as { id: string }
  return id
}

/** Returns the ID of a payment's dispute in Stripe. */
export async function findDispute(app: TestApp, intentId: string): Promise<string> {
  const response = await fetch(`${app.stripe.url}/v1/disputes?payment_intent=${intentId}`, {
    headers: { authorization: `Bearer ${app.ctx.config.stripe.secretKey}` },
  })
  const { data } = (await response.json()) as { data: [{ id: string }] }
  return data[0].id
}

export function savePayment(
  app: TestApp,
  buyer: Person,
  clientSecret: string,
  purchasedItemID: string,
): Promise<ApiResponse<PaymentResult>> {
  return call<PaymentResult>(app.url, 'savePayment', {
    token: buyer.token,
    body: { transactionID: parseIntentId(clientSecret), purchasedItemID, sellingPrice: '24,900' },
  })
}

export async function readPurchase(app: TestApp, buyer: Person, id: string): Promise<Purchase> {
  const { body } = await call<Purchase>(app.url, 'getPurchase', { token: buyer.token, params: { id } })
  return body
}

/** Completes a purchase: starts paying, confirms the card, and saves the payment. */
export async function pay(app: TestApp, buyer: Person, purchasedItemID: string) {
  const { body } = await startPaying(app, buyer, purchasedItemID)
  await confirm(app, body.clientSecret)
  const response = await savePayment(app, buyer, body.clientSecret, purchasedItemID)
  return { ...response.body, intentId: parseIntentId(body.clientSecret) }
}

export function parseIntentId(clientSecret: string): string {
  return clientSecret.split('_secret_')[0]!
}

/** Reads a sale's car, purchases, payments, and attempts from the database. */
export async function readSaleRecords(app: TestApp, carID: string) {
  const { db } = app.ctx
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
