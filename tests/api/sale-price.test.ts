import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '../../server/context.ts'
import { call } from '../support/api-client.ts'
import { buildPerson, type Person } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { readSaleRecords, buildCarOnList, startPaying } from './sale-steps.ts'

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
describe.each([1, 2, 3, 4])('a price that changes while the hold begins (ten attempts, %i of 4)', () => {
  it.each([
    ['the car’s', (carID: string) => setPrice(carID, RAISED), RAISED],
    [
      'the item’s',
      (carID: string, buyer: Person, item: string) => acceptOtherPrice(carID, buyer, item),
      AGREED,
    ],
  ])('is never paid at the old price after a change of %s price', async (_, change, today) => {
    for (const _try of ten) {
      const buyer = await buildPerson(app.ctx)
      const { carID, purchasedItemID } = await buildCarOnList(app, buyer)
      await holdOtherCar(buyer)
      const response = await runDuring(
        'cancelIntent',
        () => change(carID, buyer, purchasedItemID),
        () => startPaying(app, buyer, purchasedItemID, AGREED),
      )
      expect(response.body).toMatchObject({
        status: 409,
        code: 'price-changed',
        facts: { sellingPrice: today, priceMinor: Number(today.replace(',', '')) * 100 },
      })
      expect(await readSaleRecords(app, carID)).toEqual({
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
      const { carID, purchasedItemID } = await buildCarOnList(app, buyer)
      const [response, edit] = await Promise.all([
        startPaying(app, buyer, purchasedItemID, AGREED),
        setPrice(carID, RAISED),
      ])
      const { car } = await readSaleRecords(app, carID)
      if (response.status === 200) expect([edit.body.code, car]).toEqual(['car-reserved', 'reserved'])
      else expect([response.body, edit.status]).toMatchObject([{ code: 'price-changed' }, 200])
      expect(await priceOf(carID)).toBe(response.status === 200 ? AGREED : RAISED)
    }
  })
})

describe('a price that has changed', () => {
  it('does not end a buyer’s hold on another car, nor does a reserved car', async () => {
    const buyer = await buildPerson(app.ctx)
    const { carID, purchasedItemID } = await buildCarOnList(app, buyer)
    const other = await holdOtherCar(buyer)
    await setPrice(carID, RAISED)
    expect((await startPaying(app, buyer, purchasedItemID, AGREED)).status).toBe(409)
    expect((await readSaleRecords(app, other)).car).toBe('reserved')

    const taken = await buildCarOnList(app, buyer, { state: 'reserved' })
    const response = await startPaying(app, buyer, taken.purchasedItemID)
    expect(response.body).toMatchObject({ code: 'car-reserved' })
    expect((await readSaleRecords(app, other)).car).toBe('reserved')
  })
})

describe('a repeat with a price that differs from the open attempt’s price', () => {
  const differingBody = {
    status: 409,
    code: 'price-changed',
    facts: { sellingPrice: AGREED, priceMinor: 2_490_000 },
  }

  it('is rejected while the attempt is open', async () => {
    const buyer = await buildPerson(app.ctx)
    const { purchasedItemID } = await buildCarOnList(app, buyer)
    const firstResponse = await startPaying(app, buyer, purchasedItemID, AGREED)
    const repeatedResponse = await startPaying(app, buyer, purchasedItemID, RAISED)
    expect(repeatedResponse.body).toMatchObject(differingBody)
    expect((await startPaying(app, buyer, purchasedItemID, '$24,900.00')).body).toEqual(firstResponse.body)
  })

  it('does not show the buyer a free-text price', async () => {
    const buyer = await buildPerson(app.ctx)
    const { carID, purchasedItemID } = await buildCarOnList(app, buyer)
    await startPaying(app, buyer, purchasedItemID, AGREED)
    const cars = app.ctx.db.updateTable('cars').where('id', '=', carID)
    await cars.set({ resell_price: 'ask my wife', price_minor: null }).execute()
    const repeatedResponse = await startPaying(app, buyer, purchasedItemID, AGREED)
    expect(repeatedResponse.body).toMatchObject({ code: 'price-not-payable' })
    expect(JSON.stringify(repeatedResponse.body)).not.toContain('wife')
  })

  it('is rejected while Stripe creates the attempt and when both requests are concurrent', async () => {
    const buyer = await buildPerson(app.ctx)
    const { carID, purchasedItemID } = await buildCarOnList(app, buyer)
    let pendingRepeat: Promise<unknown> | undefined
    await runDuring(
      'createIntent',
      async () => {
        pendingRepeat ??= startPaying(app, buyer, purchasedItemID, RAISED)
        expect(await pendingRepeat).toMatchObject({ body: differingBody })
      },
      () => startPaying(app, buyer, purchasedItemID, AGREED),
    )
    expect((await readSaleRecords(app, carID)).attempts).toEqual(['open'])

    const nextItem = await buildCarOnList(app, buyer)
    const responses = await Promise.all(
      forty.map((index) => startPaying(app, buyer, nextItem.purchasedItemID, index % 2 ? AGREED : RAISED)),
    )
    responses.forEach((response, index) => {
      if (index % 2) expect(response.body).toMatchObject({ amount: 2_490_000 })
      else expect(response.body).toMatchObject(differingBody)
    })
  })

  it('can be accepted by the buyer even while the item is being paid for', async () => {
    const buyer = await buildPerson(app.ctx)
    const { purchasedItemID } = await buildCarOnList(app, buyer)
    await startPaying(app, buyer, purchasedItemID, AGREED)
    const acceptRequest = { token: buyer.token, params: { id: purchasedItemID } }
    const sameResponse = await call(app.url, 'acceptPrice', {
      ...acceptRequest,
      body: { sellingPrice: AGREED },
    })
    expect(sameResponse.body).toMatchObject({ modifiedCount: 0 })
    const otherResponse = await call(app.url, 'acceptPrice', {
      ...acceptRequest,
      body: { sellingPrice: RAISED },
    })
    expect(otherResponse.body).toMatchObject({ code: 'price-changed' })
  })
})

/** Runs `interfere` just before the server's call reaches Stripe. */
async function runDuring<T>(
  gatewayCall: 'cancelIntent' | 'createIntent',
  interfere: () => Promise<unknown>,
  act: () => Promise<T>,
): Promise<T> {
  const payments: Context['payments'] = { ...app.ctx.payments }
  const interrupted = async (...args: [never]) => {
    app.ctx.payments[gatewayCall] = payments[gatewayCall] as never
    await interfere()
    return (payments[gatewayCall] as (...args: [never]) => unknown)(...args)
  }
  app.ctx.payments[gatewayCall] = interrupted as never
  try {
    return await act()
  } finally {
    app.ctx.payments[gatewayCall] = payments[gatewayCall] as never
  }
}

/**
 * Holds another car, so that the buyer's next hold must first release this one in Stripe.
 * @returns the ID of the held car
 */
async function holdOtherCar(buyer: Person): Promise<string> {
  const { carID, purchasedItemID } = await buildCarOnList(app, buyer)
  expect((await startPaying(app, buyer, purchasedItemID)).status).toBe(200)
  return carID
}

function setPrice(carID: string, resellPrice: string) {
  const body = { ids: [carID], change: { resellPrice } }
  return call(app.url, 'updateCars', { token: app.people.seller.token, body })
}

/** Accepts a new price as if in another window, then immediately changes the price back. */
async function acceptOtherPrice(carID: string, { token }: Person, id: string) {
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
  const response = await fetch(`${app.stripe.url}/v1/payment_intents?limit=100`, {
    headers: { authorization: `Bearer ${app.ctx.config.stripe.secretKey}` },
  })
  const { data } = (await response.json()) as { data: { status: string; metadata: { carID: string } }[] }
  return data.filter(({ status, metadata }) => metadata.carID === carID && status !== 'canceled')
}
