import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reconcile } from '../../server/sale/stripe/reconcile.ts'
import { buildCar, buildPerson, type Person } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { buildFormerBuyer, holdUnpaid, startHold } from './hold-steps.ts'
import { readSaleRecords, buildCarOnList, confirm, startPaying } from './sale-steps.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ stripe: { webhooks: 'hold' } })
})
afterAll(() => app?.close())

const FULL = 900
const HOUR = 3600

const newBuyer = () => buildPerson(app.ctx)
const newCar = () => buildCar(app.ctx, app.people.seller.id)
const tryToHold = (carID: string, buyer: Person) => startHold(app, carID, buyer)
const holdFor = (carID: string, buyer: Person, seconds = FULL, card?: string) =>
  holdUnpaid(app, carID, buyer, seconds, card)

describe('a car that was held twice and not paid for', () => {
  it('can be held only by buyers with a past purchase for one hour', async () => {
    const carID = await newCar()
    const [firstBuyer, secondBuyer] = [await newBuyer(), await newBuyer()]
    await holdFor(carID, firstBuyer)
    await holdFor(carID, secondBuyer)
    for (const buyer of [firstBuyer, secondBuyer, await newBuyer()]) {
      const rejection = await tryToHold(carID, buyer)
      expect(rejection.body).toMatchObject({ status: 409, facts: { again: expect.any(String) } })
      expect(Number(rejection.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const stranger = await tryToHold(carID, await newBuyer())
    expect(stranger.body).toMatchObject({ code: 'holds-paused' })
    const { again: availableAt } = (stranger.body as unknown as { facts: { again: string } }).facts
    const waitSeconds = (Date.parse(availableAt) - app.ctx.now().getTime()) / 1000
    expect(waitSeconds).toBeGreaterThan(HOUR - 30)
    expect(waitSeconds).toBeLessThanOrEqual(HOUR)

    await holdFor(carID, await buildFormerBuyer(app), 60)
    app.advance(HOUR - 120)
    expect((await tryToHold(carID, firstBuyer)).body).toMatchObject({ code: 'holds-paused' })
    app.advance(120)
    expect((await tryToHold(carID, firstBuyer)).status).toBe(200)
  })

  it('remains available to new buyers after many short holds', async () => {
    const carID = await newCar()
    for (let count = 0; count < 20; count++) await holdFor(carID, await newBuyer(), 60)
    expect((await tryToHold(carID, await newBuyer())).status).toBe(200)
  })

  it.each([
    ['was asked to prove who they are, and did not answer', 'pm_card_authenticationRequired'],
    ['was declined', 'pm_card_visa_chargeDeclined'],
  ])('is also paused when each buyer %s: %s', async (_, card) => {
    const carID = await newCar()
    for (let count = 0; count < 2; count++) await holdFor(carID, await newBuyer(), FULL, card)
    expect((await tryToHold(carID, await newBuyer())).body).toMatchObject({ code: 'holds-paused' })
  })

  it('is also paused when each buyer failed authentication', async () => {
    const carID = await newCar()
    for (let count = 0; count < 2; count++) {
      const buyer = await newBuyer()
      const { body } = await tryToHold(carID, buyer)
      const confirmation = await confirm(app, body.clientSecret, 'pm_card_authenticationRequired')
      const { source } = (confirmation.body as { next_action: { use_stripe_sdk: { source: string } } })
        .next_action.use_stripe_sdk
      await failAuthentication(source)
      app.advance(FULL)
      await reconcile(app.ctx)
    }
    expect((await tryToHold(carID, await newBuyer())).body).toMatchObject({ code: 'holds-paused' })
  })

  it('cannot be held by a buyer whose only payment was refunded or not a sale', async () => {
    const carID = await newCar()
    for (let count = 0; count < 2; count++) await holdFor(carID, await newBuyer())
    for (const payment of [{ state: 'refunded' }, { state: 'refund-pending' }, { is_sale: 0 }] as const)
      expect((await tryToHold(carID, await buildFormerBuyer(app, payment))).body).toMatchObject({
        code: 'holds-paused',
      })
    expect((await tryToHold(carID, await buildFormerBuyer(app, { state: 'refund-failed' }))).status).toBe(200)
  })

  it('remains available after the pause while later holds are brief', async () => {
    const carID = await newCar()
    for (const seconds of [FULL, 432, FULL]) await holdFor(carID, await newBuyer(), seconds)
    app.advance(HOUR)
    await holdFor(carID, await newBuyer())
    for (let minutes = 0; minutes < 180; minutes += 5) {
      await holdFor(carID, await newBuyer(), 0)
      app.advance(300)
    }
    expect((await tryToHold(carID, await newBuyer())).status).toBe(200)
  })

  it('does not end a buyer’s hold on another car or pause other cars', async () => {
    const carID = await newCar()
    await holdFor(carID, await newBuyer())
    await holdFor(carID, await newBuyer())
    const buyer = await newBuyer()
    const otherCar = await newCar()
    expect((await tryToHold(otherCar, buyer)).status).toBe(200)
    expect((await tryToHold(carID, buyer)).body).toMatchObject({ code: 'holds-paused' })
    expect((await readSaleRecords(app, otherCar)).car).toBe('reserved')
  })

  it('is paused even if two holds begin concurrently', async () => {
    const carID = await newCar()
    await holdFor(carID, await newBuyer())
    await holdFor(carID, await newBuyer())
    const buyers = await Promise.all(Array.from({ length: 20 }, newBuyer))
    const responses = await Promise.all(buyers.map((buyer) => tryToHold(carID, buyer)))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([409]))
  })
})

describe('a buyer with a past purchase', () => {
  it('must wait after enough of their own holds, without delaying other buyers', async () => {
    const carID = await newCar()
    const [firstBuyer, secondBuyer] = [await buildFormerBuyer(app), await buildFormerBuyer(app)]
    await holdFor(carID, firstBuyer, FULL - 60)
    await holdFor(carID, firstBuyer)
    const { body, headers } = await tryToHold(carID, firstBuyer)
    expect(body).toMatchObject({ code: 'hold-expired', message: expect.stringContaining('Others go first') })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(HOUR - 30)
    for (const buyer of [secondBuyer, await newBuyer()]) await holdFor(carID, buyer, 1)
    app.advance(HOUR)
    expect((await tryToHold(carID, firstBuyer)).status).toBe(200)
  })
})

describe('accounts with an unconfirmed address', () => {
  it('hold none of twelve cars', async () => {
    const ownApp = await startTestApp({ env: { UNPROVEN_ADDRESSES: 'browse' } })
    try {
      for (let count = 0; count < 12; count++) {
        const buyer = await buildPerson(ownApp.ctx, { email_verified: 0 })
        const { carID, purchasedItemID } = await buildCarOnList(ownApp, buyer)
        const response = await startPaying(ownApp, buyer, purchasedItemID)
        expect(response.body).toMatchObject({ status: 403, code: 'address-unproven' })
        expect((await readSaleRecords(ownApp, carID)).car).toBe('instock')
      }
    } finally {
      await ownApp.close()
    }
  })
})

/** Simulates a buyer who clicks Fail on the bank's page. */
async function failAuthentication(source: string): Promise<void> {
  const response = await fetch(`${app.stripe.url}/3ds/${source}/fail`, {
    method: 'POST',
    headers: { origin: app.stripe.url },
  })
  if (!response.ok) throw new Error(await response.text())
}
