import { expect } from 'vitest'
import { reconcile } from '../../server/sale/stripe/reconcile.ts'
import { call } from '../support/api-client.ts'
import { buildPayment, buildPerson, buildPurchase, buildSession, type Person } from '../support/factories.ts'
import type { World } from '../support/world.ts'
import { books, carOnList, confirm, startPaying } from './sale-steps.ts'

/** Somebody with a payment behind them: a sale, unless something else is said. */
export async function formerBuyer(
  world: World,
  payment?: Parameters<typeof buildPayment>[2],
): Promise<Person> {
  const buyer = await buildPerson(world.ctx)
  await buildPayment(world.ctx, (await carOnList(world, buyer, { state: 'sold' })).purchasedItemID, payment)
  return buyer
}

/** Puts the car on the buyer's list unless it is there already, and begins to pay. */
export async function startHold(world: World, carID: string, buyer: Person) {
  const known = await world.ctx.db
    .selectFrom('purchases')
    .select('id')
    .where('buyer_id', '=', buyer.id)
    .where('car_id', '=', carID)
    .executeTakeFirst()
  return startPaying(world, buyer, known?.id ?? (await buildPurchase(world.ctx, buyer.id, carID)))
}

/** Holds the car and pays nothing, to the end or until it is let go. */
export async function holdUnpaid(
  world: World,
  carID: string,
  buyer: Person,
  seconds: number,
  card?: string,
): Promise<void> {
  const { status, body } = await startHold(world, carID, buyer)
  expect(status, JSON.stringify(body)).toBe(200)
  if (card) await confirm(world, body.clientSecret, card)
  await letGoAfter(world, buyer, body.attemptID, seconds)
  expect((await books(world, carID)).car).toBe('instock')
}

/** Lets the hold go then, or run out. */
export async function letGoAfter(world: World, buyer: Person, id: string, seconds: number): Promise<void> {
  world.advance(seconds)
  if (seconds >= world.ctx.config.reservationSeconds) await reconcile(world.ctx)
  else await letGo(world, buyer, id)
}

/** However long ago they signed in. */
async function letGo(world: World, buyer: Person, id: string): Promise<void> {
  const token = await buildSession(world.ctx, buyer)
  const { status } = await call(world.url, 'cancelAttempt', { token, params: { id } })
  expect(status).toBe(200)
}
