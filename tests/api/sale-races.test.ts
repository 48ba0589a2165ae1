import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { reconcile } from '../../server/sale/stripe/reconcile.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson, buildPurchase } from '../support/factories.ts'
import { books, carOnList, confirm, savePayment, startPaying } from './sale-steps.ts'
import { startWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const hundred = Array.from({ length: 100 }, (_, index) => index)

describe('100 at once', () => {
  it('payments for one car give one sale', async () => {
    const carID = await buildCar(world.ctx, world.people.seller.id)
    const buyers = await Promise.all(
      hundred.map(async () => {
        const buyer = await buildPerson(world.ctx)
        return { buyer, item: await buildPurchase(world.ctx, buyer.id, carID) }
      }),
    )
    const answers = await Promise.all(
      buyers.map(async ({ buyer, item }) => {
        const intent = await startPaying(world, buyer, item)
        if (intent.status !== 200) return intent.body as unknown as { code: string }
        await confirm(world, intent.body.clientSecret)
        return (await savePayment(world, buyer, intent.body.clientSecret, item)).body
      }),
    )
    const outcomes = answers.map((answer) => ('code' in answer ? answer.code : answer.state))
    expect(outcomes.filter((outcome) => outcome === 'paid')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'car-reserved' || outcome === 'car-sold')).toHaveLength(
      99,
    )
    expect(await books(world, carID)).toMatchObject({ car: 'sold', payments: ['paid 2490000'] })
  })

  it('repeats of one purchase give one item', async () => {
    const buyer = await buildPerson(world.ctx)
    const carID = await buildCar(world.ctx, world.people.seller.id)
    const body = { carID, buyerContact: '555-0111', meetingPlace: 'Station' }
    const answers = await Promise.all(
      hundred.map(() =>
        call<EndpointOutput<'addPurchase'>>(world.url, 'addPurchase', { token: buyer.token, body }),
      ),
    )
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.body.insertedId}`)).size).toBe(1)
    expect((await books(world, carID)).purchases).toEqual(['unpaid'])
  })

  it('starts of one payment give one attempt and one PaymentIntent', async () => {
    const buyer = await buildPerson(world.ctx)
    const { carID, purchasedItemID } = await carOnList(world, buyer)
    const answers = await Promise.all(hundred.map(() => startPaying(world, buyer, purchasedItemID)))
    const secrets = new Set(
      answers.filter(({ status }) => status === 200).map(({ body }) => body.clientSecret),
    )
    expect(secrets.size).toBe(1)
    expect((await books(world, carID)).attempts).toEqual(['open'])
  })

  it('saves, webhooks and reconciler rounds of one payment give one record', async () => {
    const buyer = await buildPerson(world.ctx)
    const { carID, purchasedItemID } = await carOnList(world, buyer)
    const { body } = await startPaying(world, buyer, purchasedItemID)
    await confirm(world, body.clientSecret)
    world.advance(30)
    const saves = hundred.map(() => savePayment(world, buyer, body.clientSecret, purchasedItemID))
    const answers = await Promise.all(saves)
    await Promise.all([reconcile(world.ctx), reconcile(world.ctx)])
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.body.insertedId}`)).size).toBe(1)
    expect(await books(world, carID)).toEqual({
      car: 'sold',
      purchases: ['paid'],
      payments: ['paid 2490000'],
      attempts: ['succeeded'],
    })
  })

  it('paying and letting go at once ends in a sale or in stock, never between', async () => {
    for (const _ of hundred.slice(0, 10)) {
      const buyer = await buildPerson(world.ctx)
      const { carID, purchasedItemID } = await carOnList(world, buyer)
      const { body } = await startPaying(world, buyer, purchasedItemID)
      await Promise.all([
        confirm(world, body.clientSecret),
        call(world.url, 'cancelAttempt', { token: buyer.token, params: { id: body.attemptID } }),
      ])
      world.advance(30)
      await reconcile(world.ctx)
      const { car, purchases, payments } = await books(world, carID)
      expect(['sold paid paid 2490000', 'instock unpaid ']).toContain(`${car} ${purchases} ${payments}`)
    }
  })
})
