import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { reconcile } from '../../server/sale/stripe/reconcile.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson, buildPurchase } from '../support/factories.ts'
import { readSaleRecords, buildCarOnList, confirm, savePayment, startPaying } from './sale-steps.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.close())

const hundred = Array.from({ length: 100 }, (_, index) => index)

describe('a hundred concurrent requests', () => {
  it('result in one sale when they pay for the same car', async () => {
    const carID = await buildCar(app.ctx, app.people.seller.id)
    const buyers = await Promise.all(
      hundred.map(async () => {
        const buyer = await buildPerson(app.ctx)
        return { buyer, item: await buildPurchase(app.ctx, buyer.id, carID) }
      }),
    )
    const responses = await Promise.all(
      buyers.map(async ({ buyer, item }) => {
        const intent = await startPaying(app, buyer, item)
        if (intent.status !== 200) return intent.body as unknown as { code: string }
        await confirm(app, intent.body.clientSecret)
        return (await savePayment(app, buyer, intent.body.clientSecret, item)).body
      }),
    )
    const outcomes = responses.map((response) => ('code' in response ? response.code : response.state))
    expect(outcomes.filter((outcome) => outcome === 'paid')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'car-reserved' || outcome === 'car-sold')).toHaveLength(
      99,
    )
    expect(await readSaleRecords(app, carID)).toMatchObject({ car: 'sold', payments: ['paid 2490000'] })
  })

  it('create one item when they repeat a purchase', async () => {
    const buyer = await buildPerson(app.ctx)
    const carID = await buildCar(app.ctx, app.people.seller.id)
    const body = { carID, buyerContact: '555-0111', meetingPlace: 'Station' }
    const responses = await Promise.all(
      hundred.map(() =>
        call<EndpointOutput<'addPurchase'>>(app.url, 'addPurchase', { token: buyer.token, body }),
      ),
    )
    expect(new Set(responses.map((response) => `${response.status} ${response.body.insertedId}`)).size).toBe(
      1,
    )
    expect((await readSaleRecords(app, carID)).purchases).toEqual(['unpaid'])
  })

  it('create one attempt and one PaymentIntent when they start the same payment', async () => {
    const buyer = await buildPerson(app.ctx)
    const { carID, purchasedItemID } = await buildCarOnList(app, buyer)
    const responses = await Promise.all(hundred.map(() => startPaying(app, buyer, purchasedItemID)))
    const secrets = new Set(
      responses.filter(({ status }) => status === 200).map(({ body }) => body.clientSecret),
    )
    expect(secrets.size).toBe(1)
    expect((await readSaleRecords(app, carID)).attempts).toEqual(['open'])
  })

  it('create one payment record across saves, webhooks, and reconciler rounds', async () => {
    const buyer = await buildPerson(app.ctx)
    const { carID, purchasedItemID } = await buildCarOnList(app, buyer)
    const { body } = await startPaying(app, buyer, purchasedItemID)
    await confirm(app, body.clientSecret)
    app.advance(30)
    const saves = hundred.map(() => savePayment(app, buyer, body.clientSecret, purchasedItemID))
    const responses = await Promise.all(saves)
    await Promise.all([reconcile(app.ctx), reconcile(app.ctx)])
    expect(new Set(responses.map((response) => `${response.status} ${response.body.insertedId}`)).size).toBe(
      1,
    )
    expect(await readSaleRecords(app, carID)).toEqual({
      car: 'sold',
      purchases: ['paid'],
      payments: ['paid 2490000'],
      attempts: ['succeeded'],
    })
  })

  it('end with either a sale or a car in stock when payments and releases compete', async () => {
    for (const _ of hundred.slice(0, 10)) {
      const buyer = await buildPerson(app.ctx)
      const { carID, purchasedItemID } = await buildCarOnList(app, buyer)
      const { body } = await startPaying(app, buyer, purchasedItemID)
      await Promise.all([
        confirm(app, body.clientSecret),
        call(app.url, 'cancelAttempt', { token: buyer.token, params: { id: body.attemptID } }),
      ])
      app.advance(30)
      await reconcile(app.ctx)
      const { car, purchases, payments } = await readSaleRecords(app, carID)
      expect(['sold paid paid 2490000', 'instock unpaid ']).toContain(`${car} ${purchases} ${payments}`)
    }
  })
})
