import { expect } from 'vitest'
import { reconcile } from '../../server/sale/stripe/reconcile.ts'
import { call } from '../support/api-client.ts'
import { buildPayment, buildPerson, buildPurchase, buildSession, type Person } from '../support/factories.ts'
import type { TestApp } from '../support/test-app.ts'
import { readSaleRecords, buildCarOnList, confirm, startPaying } from './sale-steps.ts'

/** Creates a buyer who has already made a payment, which is a sale by default. */
export async function buildFormerBuyer(
  app: TestApp,
  payment?: Parameters<typeof buildPayment>[2],
): Promise<Person> {
  const buyer = await buildPerson(app.ctx)
  await buildPayment(app.ctx, (await buildCarOnList(app, buyer, { state: 'sold' })).purchasedItemID, payment)
  return buyer
}

/** Starts paying for the car. Adds it to the buyer's list if necessary. */
export async function startHold(app: TestApp, carID: string, buyer: Person) {
  const item = await app.ctx.db
    .selectFrom('purchases')
    .select('id')
    .where('buyer_id', '=', buyer.id)
    .where('car_id', '=', carID)
    .executeTakeFirst()
  return startPaying(app, buyer, item?.id ?? (await buildPurchase(app.ctx, buyer.id, carID)))
}

/** Holds the car without paying, until the hold expires or is released. */
export async function holdUnpaid(
  app: TestApp,
  carID: string,
  buyer: Person,
  seconds: number,
  card?: string,
): Promise<void> {
  const { status, body } = await startHold(app, carID, buyer)
  expect(status, JSON.stringify(body)).toBe(200)
  if (card) await confirm(app, body.clientSecret, card)
  await endHoldAfter(app, buyer, body.attemptID, seconds)
  expect((await readSaleRecords(app, carID)).car).toBe('instock')
}

/** Advances the clock by `seconds`, after which the hold has expired or is released. */
export async function endHoldAfter(app: TestApp, buyer: Person, id: string, seconds: number): Promise<void> {
  app.advance(seconds)
  if (seconds >= app.ctx.config.reservationSeconds) await reconcile(app.ctx)
  else await releaseHold(app, buyer, id)
}

/**
 * Releases the hold. Creates a new session for this, because the buyer's earlier session may have expired.
 */
async function releaseHold(app: TestApp, buyer: Person, id: string): Promise<void> {
  const token = await buildSession(app.ctx, buyer)
  const { status } = await call(app.url, 'cancelAttempt', { token, params: { id } })
  expect(status).toBe(200)
}
