import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reconcile } from '../../server/sale/stripe/reconcile.ts'
import { buildPerson, type Person } from '../support/factories.ts'
import {
  readSaleRecords,
  buildCarOnList,
  confirm,
  parseIntentId,
  savePayment,
  startPaying,
} from './sale-steps.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ stripe: { webhooks: 'hold' } })
})
afterAll(() => app?.close())

/**
 * By default, each order of events is delivered twice in a row. `npm run test:full` tests every order of the
 * doubled list.
 */
const isFull = process.env.FULL === '1'

type Step = { event: string } | 'POST /payments'
type SaveTiming = 'before' | 'after' | 'never'

const paidEvents = ['payment_intent.created', 'payment_intent.succeeded', 'charge.succeeded']
const declinedFirst = ['payment_intent.payment_failed', ...paidEvents]

describe.each([
  ['a payment', paidEvents, ['pm_card_visa']],
  ['a payment after a decline', declinedFirst, ['pm_card_visa_chargeDeclined', 'pm_card_visa']],
] as const)("the order of %s's events", (_, types, cards) => {
  it.each([
    ['POST /payments comes before the events', 'before'],
    ['POST /payments comes after the events', 'after'],
    ['POST /payments is never sent', 'never'],
  ] as const)('does not affect the sale: %s', async (_what, saveTiming) => {
    for (const order of orders([...types])) {
      const { buyer, carID, item, secret } = await paidButNotSaved([...cards])
      const ids = eventIds(secret)
      const steps = withSaveStep(
        order.map((type) => ({ event: ids.get(type)! })),
        saveTiming,
      )
      for (const step of steps) await performStep(step, buyer, secret, item)
      await waitUntilSettled(carID)
      expect(await readSaleRecords(app, carID), order.join(', ')).toEqual({
        car: 'sold',
        purchases: ['paid'],
        payments: ['paid 2490000'],
        attempts: ['succeeded'],
      })
    }
  })
})

describe('a browser that never returns', () => {
  it('has its payment settled by the reconciler if no event arrives', async () => {
    const { carID } = await paidButNotSaved(['pm_card_visa'])
    app.advance(25)
    await reconcile(app.ctx)
    expect(await readSaleRecords(app, carID)).toMatchObject({ car: 'sold', payments: ['paid 2490000'] })
  })
})

/**
 * Waits until the sale is settled. The webhook responds before its event is handled, and the reconciler
 * completes the remaining work.
 */
async function waitUntilSettled(carID: string): Promise<void> {
  for (let round = 0; round < 50 && (await readSaleRecords(app, carID)).car !== 'sold'; round++)
    await reconcile(app.ctx)
  await reconcile(app.ctx)
}

async function paidButNotSaved(cards: string[]) {
  const buyer = await buildPerson(app.ctx)
  const { carID, purchasedItemID } = await buildCarOnList(app, buyer)
  const { body } = await startPaying(app, buyer, purchasedItemID)
  for (const card of cards) await confirm(app, body.clientSecret, card)
  return { buyer, carID, item: purchasedItemID, secret: body.clientSecret }
}

async function performStep(step: Step, buyer: Person, secret: string, item: string): Promise<void> {
  if (step === 'POST /payments') expect((await savePayment(app, buyer, secret, item)).status).toBe(200)
  else expect(await app.stripe.webhooks.deliver(step.event)).toBe(200)
}

function withSaveStep(steps: Step[], saveTiming: SaveTiming): Step[] {
  if (saveTiming === 'never') return steps
  return saveTiming === 'before' ? ['POST /payments', ...steps] : [...steps, 'POST /payments']
}

/** Returns the IDs of a PaymentIntent's held events, by event type. */
function eventIds(secret: string): Map<string, string> {
  const intentId = parseIntentId(secret)
  const ownEvents = app.stripe.webhooks.pending().filter((event) => {
    if (event.object !== 'event') return false
    const object = event.data.object as { id?: string; payment_intent?: string | null }
    return object.id === intentId || object.payment_intent === intentId
  })
  return new Map(ownEvents.map((event) => [event.type, event.id]))
}

function orders(types: string[]): string[][] {
  if (isFull) return unique(permutations([...types, ...types]))
  return permutations(types).map((order) => [...order, ...order])
}

function permutations(items: string[]): string[][] {
  if (items.length < 2) return [items]
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((remainingItems) => [
      item,
      ...remainingItems,
    ]),
  )
}

function unique(lists: string[][]): string[][] {
  return [...new Map(lists.map((list) => [list.join(), list])).values()]
}
