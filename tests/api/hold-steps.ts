import { expect } from 'vitest'
import { reconcile } from '../../server/sale/stripe/reconcile.ts'
import { call } from '../support/api-client.ts'
import { buildPayment, buildPerson, buildPurchase, buildSession, type Person } from '../support/factories.ts'
import type { TestApp } from '../support/test-app.ts'
import { books, carOnList, confirm, startPaying } from './sale-steps.ts'

/** Somebody with a payment behind them: a sale, unless something else is said. */
export async function formerBuyer(
  app: TestApp,
  payment?: Parameters<typeof buildPayment>[2],
): Promise<Person> {
  const buyer = await buildPerson(app.ctx)
  await buildPayment(app.ctx, (await carOnList(app, buyer, { state: 'sold' })).purchasedItemID, payment)
  return buyer
}

/** Puts the car on the buyer's list unless it is there already, and begins to pay. */
export async function startHold(app: TestApp, carID: string, buyer: Person) {
  const known = await app.ctx.db
    .selectFrom('purchases')
    .select('id')
    .where('buyer_id', '=', buyer.id)
    .where('car_id', '=', carID)
    .executeTakeFirst()
  return startPaying(app, buyer, known?.id ?? (await buildPurchase(app.ctx, buyer.id, carID)))
}

/** Holds the car and pays nothing, to the end or until it is let go. */
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
  await letGoAfter(app, buyer, body.attemptID, seconds)
  expect((await books(app, carID)).car).toBe('instock')
}

/** Lets the hold go then, or run out. */
export async function letGoAfter(app: TestApp, buyer: Person, id: string, seconds: number): Promise<void> {
  app.advance(seconds)
  if (seconds >= app.ctx.config.reservationSeconds) await reconcile(app.ctx)
  else await letGo(app, buyer, id)
}

/** However long ago they signed in. */
async function letGo(app: TestApp, buyer: Person, id: string): Promise<void> {
  const token = await buildSession(app.ctx, buyer)
  const { status } = await call(app.url, 'cancelAttempt', { token, params: { id } })
  expect(status).toBe(200)
}
