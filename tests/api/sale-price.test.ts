import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '../../server/context.ts'
import { call } from '../support/api-client.ts'
import { buildPerson, type Person } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { books, carOnList, startPaying } from './sale-steps.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ stripe: { webhooks: 'hold' } })
})
afterAll(() => app?.close())

const forty = Array.from({ length: 40 }, (_, index) => index)
const ten = forty.slice(0, 10)
const AGREED = '24,900'
const RAISED = '90,000'

/** The four tests make 40 attempts in total. */
describe.each([1, 2, 3, 4])('a price that changes while the hold begins, ten tries, %i of 4', () => {
  it.each([
    ['the car’s', (carID: string) => setPrice(carID, RAISED), RAISED],
    ['the item’s', (carID: string, buyer: Person, item: string) => acceptAnother(carID, buyer, item), AGREED],
  ])('is never paid at the old one: %s', async (_, change, today) => {
    for (const _try of ten) {
      const buyer = await buildPerson(app.ctx)
      const { carID, purchasedItemID } = await carOnList(app, buyer)
      await holdAnother(buyer)
      const answer = await during(
        'cancelIntent',
        () => change(carID, buyer, purchasedItemID),
        () => startPaying(app, buyer, purchasedItemID, AGREED),
      )
      expect(answer.body).toMatchObject({
        status: 409,
        code: 'price-changed',
        facts: { sellingPrice: today, priceMinor: Number(today.replace(',', '')) * 100 },
      })
      expect(await books(app, carID)).toEqual({
        car: 'instock',
        purchases: ['unpaid'],
        payments: [],
        attempts: [],
      })
      expect(await openIntents(carID)).toEqual([])
    }
  })

  it('stays unchanged once the car is held, and the seller’s edit is rejected', async () => {
    for (const _try of ten) {
      const buyer = await buildPerson(app.ctx)
      const { carID, purchasedItemID } = await carOnList(app, buyer)
      const [answer, edit] = await Promise.all([
        startPaying(app, buyer, purchasedItemID, AGREED),
        setPrice(carID, RAISED),
      ])
      const { car } = await books(app, carID)
      if (answer.status === 200) expect([edit.body.code, car]).toEqual(['car-reserved', 'reserved'])
      else expect([answer.body, edit.status]).toMatchObject([{ code: 'price-changed' }, 200])
      expect(await priceOf(carID)).toBe(answer.status === 200 ? AGREED : RAISED)
    }
  })
})

describe('a price that has changed', () => {
  it('does not cost a buyer their hold on another car, nor does a reserved car', async () => {
    const buyer = await buildPerson(app.ctx)
    const { carID, purchasedItemID } = await carOnList(app, buyer)
    const other = await holdAnother(buyer)
    await setPrice(carID, RAISED)
    expect((await startPaying(app, buyer, purchasedItemID, AGREED)).status).toBe(409)
    expect((await books(app, other)).car).toBe('reserved')

    const taken = await carOnList(app, buyer, { state: 'reserved' })
    const answer = await startPaying(app, buyer, taken.purchasedItemID)
    expect(answer.body).toMatchObject({ code: 'car-reserved' })
    expect((await books(app, other)).car).toBe('reserved')
  })
})

describe('a repeat at another price than the open attempt’s', () => {
  const differing = {
    status: 409,
    code: 'price-changed',
    facts: { sellingPrice: AGREED, priceMinor: 2_490_000 },
  }

  it('is refused while the attempt is open', async () => {
    const buyer = await buildPerson(app.ctx)
    const { purchasedItemID } = await carOnList(app, buyer)
    const first = await startPaying(app, buyer, purchasedItemID, AGREED)
    const repeat = await startPaying(app, buyer, purchasedItemID, RAISED)
    expect(repeat.body).toMatchObject(differing)
    expect((await startPaying(app, buyer, purchasedItemID, '$24,900.00')).body).toEqual(first.body)
  })

  it('does not show the buyer a free-text price', async () => {
    const buyer = await buildPerson(app.ctx)
    const { carID, purchasedItemID } = await carOnList(app, buyer)
    await startPaying(app, buyer, purchasedItemID, AGREED)
    const cars = app.ctx.db.updateTable('cars').where('id', '=', carID)
    await cars.set({ resell_price: 'ask my wife', price_minor: null }).execute()
    const repeat = await startPaying(app, buyer, purchasedItemID, AGREED)
    expect(repeat.body).toMatchObject({ code: 'price-not-payable' })
    expect(JSON.stringify(repeat.body)).not.toContain('wife')
  })

  it('is rejected while Stripe creates the attempt and when both requests are concurrent', async () => {
    const buyer = await buildPerson(app.ctx)
    const { carID, purchasedItemID } = await carOnList(app, buyer)
    let repeat: Promise<unknown> | undefined
    await during(
      'createIntent',
      async () => {
        repeat ??= startPaying(app, buyer, purchasedItemID, RAISED)
        expect(await repeat).toMatchObject({ body: differing })
      },
      () => startPaying(app, buyer, purchasedItemID, AGREED),
    )
    expect((await books(app, carID)).attempts).toEqual(['open'])

    const next = await carOnList(app, buyer)
    const responses = await Promise.all(
      forty.map((index) => startPaying(app, buyer, next.purchasedItemID, index % 2 ? AGREED : RAISED)),
    )
    responses.forEach((answer, index) => {
      if (index % 2) expect(answer.body).toMatchObject({ amount: 2_490_000 })
      else expect(answer.body).toMatchObject(differing)
    })
  })

  it('can be accepted after all, though the item is being paid for already', async () => {
    const buyer = await buildPerson(app.ctx)
    const { purchasedItemID } = await carOnList(app, buyer)
    await startPaying(app, buyer, purchasedItemID, AGREED)
    const accept = { token: buyer.token, params: { id: purchasedItemID } }
    const same = await call(app.url, 'acceptPrice', { ...accept, body: { sellingPrice: AGREED } })
    expect(same.body).toMatchObject({ modifiedCount: 0 })
    const other = await call(app.url, 'acceptPrice', { ...accept, body: { sellingPrice: RAISED } })
    expect(other.body).toMatchObject({ code: 'price-changed' })
  })
})

/** Runs `happening` just before the server's call reaches Stripe, while the server waits for the response. */
async function during<T>(
  gatewayCall: 'cancelIntent' | 'createIntent',
  happening: () => Promise<unknown>,
  act: () => Promise<T>,
): Promise<T> {
  const real: Context['payments'] = { ...app.ctx.payments }
  const slow = async (...args: [never]) => {
    app.ctx.payments[gatewayCall] = real[gatewayCall] as never
    await happening()
    return (real[gatewayCall] as (...args: [never]) => unknown)(...args)
  }
  app.ctx.payments[gatewayCall] = slow as never
  try {
    return await act()
  } finally {
    app.ctx.payments[gatewayCall] = real[gatewayCall] as never
  }
}

/**
 * Holds another car, so that the buyer's next hold must first release this one at Stripe.
 * @returns the ID of the held car
 */
async function holdAnother(buyer: Person): Promise<string> {
  const { carID, purchasedItemID } = await carOnList(app, buyer)
  expect((await startPaying(app, buyer, purchasedItemID)).status).toBe(200)
  return carID
}

function setPrice(carID: string, resellPrice: string) {
  const body = { ids: [carID], change: { resellPrice } }
  return call(app.url, 'updateCars', { token: app.people.seller.token, body })
}

/** Makes the buyer accept a new price in another window, and immediately changes the price back. */
async function acceptAnother(carID: string, { token }: Person, id: string) {
  await setPrice(carID, RAISED)
  const accepted = await call(app.url, 'acceptPrice', {
    token,
    params: { id },
    body: { sellingPrice: RAISED },
  })
  expect(accepted.status).toBe(200)
  await setPrice(carID, AGREED)
}

async function priceOf(carID: string): Promise<string> {
  const { body } = await call<{ resellPrice: string }>(app.url, 'getCar', { params: { id: carID } })
  return body.resellPrice
}

/** Returns Stripe's payment intents for the car that could still be paid. */
async function openIntents(carID: string): Promise<unknown[]> {
  const answer = await fetch(`${app.stripe.url}/v1/payment_intents?limit=100`, {
    headers: { authorization: `Bearer ${app.ctx.config.stripe.secretKey}` },
  })
  const { data } = (await answer.json()) as { data: { status: string; metadata: { carID: string } }[] }
  return data.filter(({ status, metadata }) => metadata.carID === carID && status !== 'canceled')
}
