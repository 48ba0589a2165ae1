import { expect } from 'vitest'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { findHeldDeposit } from '../../server/sale/records/deposit.repository.ts'
import { findLiveAttempt } from '../../server/sale/records/attempt.repository.ts'
import { confirm, parseIntentId } from '../api/sale-steps.ts'
import { DEPOSIT } from './deposits.ts'
import { act, addCarToPurchaseList, runJobs, type DealApp, type TestDeal } from './deal-faults.ts'
import { buildPerson, type Person } from './factories.ts'

export type Offer = Omit<TestDeal, 'intentId'>

/** Puts a car on a new buyer's list that a deposit of $500 reserves for 2 days. */
export function offerReservableCar(app: DealApp): Promise<Offer> {
  return addCarToPurchaseList(app, undefined, { deposit: DEPOSIT / 100, depositDays: 2 })
}

type Payer = Pick<Person, 'id' | 'uid'>

/** Starts the payment of the deposit. Returns the client secret, or null if it can't be paid now. */
export function startDeposit(app: DealApp, buyer: Payer, { carId }: Pick<Offer, 'carId'>) {
  return startBy(app, buyer, 'addDeposit', { carID: carId, buyerContact: '555-0100' })
}

/** Starts the payment of the price, or of the rest if the car is reserved. */
export function startRest(app: DealApp, { buyer, purchaseId }: Offer) {
  const body = { purchasedItemID: purchaseId, sellingPrice: '24,900' }
  return startBy(app, buyer, 'createPaymentIntent', body)
}

async function startBy(
  app: DealApp,
  buyer: Payer,
  name: 'addDeposit' | 'createPaymentIntent',
  body: object,
): Promise<{ status: number; secret: string | null; purchaseId: string }> {
  const response = await act<EndpointOutput<'addDeposit'>>(app, buyer, name, { body })
  const secret = response.status === 200 ? response.body.clientSecret : null
  return { status: response.status, secret, purchaseId: response.body.purchasedItemID }
}

export interface CardPayment {
  card: string
  /** False if the browser closes before it has saved the payment. */
  isSaved: boolean
}

/** Confirms a started payment, and saves it as the browser does. */
export async function complete(
  app: DealApp,
  buyer: Payer,
  { status, secret, purchaseId }: Awaited<ReturnType<typeof startBy>>,
  { card, isSaved }: CardPayment,
): Promise<number> {
  if (secret === null) return status
  await confirm(app, secret, card)
  if (!isSaved) return 200
  const body = { transactionID: parseIntentId(secret), purchasedItemID: purchaseId }
  return (await act(app, buyer, 'savePayment', { body })).status
}

/** Reserves a new car with a test card. */
export async function reserve(
  app: DealApp,
  payment: CardPayment = { card: 'pm_card_visa', isSaved: true },
): Promise<Offer> {
  const offer = await offerReservableCar(app)
  await complete(app, offer.buyer, await startDeposit(app, offer.buyer, offer), payment)
  if (!payment.isSaved) {
    app.pass(60_000)
    await runJobs(app)
  }
  return offer
}

/** Has a new buyer reserve the car, if it is free. */
export async function reserveAsRival(app: DealApp, offer: Offer): Promise<number> {
  const rival = await buildPerson(app.ctx, { full_name: 'Rita Rival' })
  const payment = { card: 'pm_card_visa', isSaved: true }
  return complete(app, rival, await startDeposit(app, rival, offer), payment)
}

export async function endReservation(app: DealApp, offer: Offer, side: 'buyer' | 'seller'): Promise<number> {
  return (await act(app, offer[side], 'endReservation', { params: { purchaseID: offer.purchaseId } })).status
}

export async function recordDealershipPayment(app: DealApp, { seller, purchaseId }: Offer): Promise<number> {
  return (await act(app, seller, 'recordDealershipPayment', { params: { purchaseID: purchaseId } })).status
}

/** Lists the PaymentIntents of a purchase, oldest first. */
export async function listIntents({ ctx }: DealApp, purchaseId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('attempts')
    .select('intent_id')
    .where('purchase_id', '=', purchaseId)
    .where('intent_id', 'is not', null)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => row.intent_id!)
}

/** Lists the disputes of all payments of a purchase. */
export async function listPaymentDisputes(app: DealApp, purchaseId: string) {
  const lists = await Promise.all(
    (await listIntents(app, purchaseId)).map((intentId) =>
      app.stripeClient.disputes.list({ payment_intent: intentId }),
    ),
  )
  return lists.flatMap(({ data }) => data)
}

/**
 * Gives the platform a balance. A payout that is larger than the last charge, because a deposit was credited, needs
 * one, and Stripe's fees and lost disputes of other sales reduce it.
 */
export async function topUp({ stripeClient }: DealApp): Promise<void> {
  await stripeClient.paymentIntents.create({
    amount: 99_999_999,
    currency: 'usd',
    payment_method: 'pm_card_bypassPending',
    confirm: true,
  })
}

/** A successful payment with the amounts that its buyer got back from Stripe and from the bank, in cents. */
interface Charge {
  intentId: string
  amount: number
  refunded: number
  lost: number
}

/** Lists the charges of a purchase in Stripe. */
export async function listCharges(app: DealApp, purchaseId: string): Promise<Charge[]> {
  const { paymentIntents, refunds, disputes } = app.stripeClient
  const charges: Charge[] = []
  for (const intentId of await listIntents(app, purchaseId)) {
    const { status, amount } = await paymentIntents.retrieve(intentId)
    if (status !== 'succeeded') continue
    const made = await refunds.list({ payment_intent: intentId, limit: 100 })
    const disputed = await disputes.list({ payment_intent: intentId })
    const sumOf = (amounts: { amount: number }[]) => amounts.reduce((sum, each) => sum + each.amount, 0)
    charges.push({
      intentId,
      amount,
      refunded: sumOf(made.data.filter((each) => each.status !== 'failed' && each.status !== 'canceled')),
      lost: sumOf(disputed.data.filter((each) => each.status === 'lost')),
    })
  }
  return charges
}

/** Checks that the car is reserved if, and only if, a deposit or a live attempt reserves it. */
export async function checkClaim({ ctx }: DealApp, carId: string): Promise<void> {
  const { state } = await ctx.db
    .selectFrom('cars')
    .select('state')
    .where('id', '=', carId)
    .executeTakeFirstOrThrow()
  const deposit = await findHeldDeposit(ctx.db, 'car', carId)
  const attempt = await findLiveAttempt(ctx.db, 'car', carId)
  expect(state === 'reserved').toBe(deposit !== null || attempt !== null)
}

/**
 * Checks that each payment without a sale is refunded exactly once, by us or by the bank, unless the bank
 * returned the refund, and that no reservation is left.
 */
export async function checkReturned(app: DealApp, carId: string): Promise<void> {
  await checkClaim(app, carId)
  const { db } = app.ctx
  expect(await findHeldDeposit(db, 'car', carId)).toBeNull()
  const purchases = await db.selectFrom('purchases').select('id').where('car_id', '=', carId).execute()
  for (const { id: purchaseId } of purchases)
    for (const { intentId, amount, refunded, lost } of await listCharges(app, purchaseId)) {
      const payment = await db
        .selectFrom('payments')
        .leftJoin('deposits', 'deposits.payment_id', 'payments.id')
        .select(['is_sale', 'payments.state', 'refunded_amount', 'deposits.state as deposit'])
        .where('intent_id', '=', intentId)
        .executeTakeFirstOrThrow()
      expect(payment.refunded_amount).toBe(refunded)
      expect(refunded + lost).toBeLessThanOrEqual(amount)
      if (payment.is_sale === 1 || payment.deposit === 'credited') continue
      if (payment.state !== 'refund-failed') expect(refunded + lost).toBe(amount)
    }
}
