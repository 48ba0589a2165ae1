import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCar, buildPerson, buildSession, type Person } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { buildFormerBuyer, endHoldAfter, startHold } from './hold-steps.ts'

const TRIES = 16

describe.each([60, 900, 14_400, 86_400])('accounts with holds of %i seconds', (fullSeconds) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({
      stripe: { webhooks: 'hold' },
      env: { RESERVATION_SECONDS: String(fullSeconds) },
    })
  })
  afterAll(() => app?.close())

  it.each([
    ['a new account for each full hold', [1]],
    ['holds just short of a pause, and one more hold', [0.98, 0.5, 0.98]],
    ['much shorter than a hold', [0.3]],
  ])('hold a car for at most two fifths of the time without a past purchase: %s', async (_, parts) => {
    const share = await shareHeld(() => buildPerson(app.ctx), parts)
    expect(share).toBeGreaterThan(0)
    expect(share).toBeLessThan(0.4)
  })

  it('hold a car for less than two fifths of the time with a past purchase', async () => {
    const buyer = await buildFormerBuyer(app)
    const signIn = async () => ({ ...buyer, token: await buildSession(app.ctx, buyer) })
    expect(await shareHeld(signIn, [0.98])).toBeLessThan(0.4)
  })

  /**
   * Returns the share of time during which a car is held if each following buyer holds it as soon as
   * possible.
   */
  async function shareHeld(
    nextBuyer: () => Promise<Person>,
    holdFractions: readonly number[],
  ): Promise<number> {
    const carID = await buildCar(app.ctx, app.people.seller.id)
    let [heldSeconds, waitedSeconds, buyerIndex] = [0, 0, 0]
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const buyer = await nextBuyer()
      const { status, body, headers } = await startHold(app, carID, buyer)
      if (status === 200) {
        const seconds = fullSeconds * holdFractions[buyerIndex++ % holdFractions.length]!
        await endHoldAfter(app, buyer, body.attemptID, seconds)
        heldSeconds += seconds
      } else {
        const seconds = Number(headers.get('retry-after'))
        app.advance(seconds)
        waitedSeconds += seconds
        buyerIndex = 0
      }
    }
    return heldSeconds / (heldSeconds + waitedSeconds)
  }
})
