import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { findMissedRefunds } from '../../server/sale/stripe/outside-refunds.ts'
import { reconcile } from '../../server/sale/stripe/reconcile.ts'
import { call } from '../support/api-client.ts'
import { buildPerson, type Person } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import {
  readSaleRecords,
  buildCarOnList,
  confirm,
  parseIntentId,
  readPurchase,
  refundAtStripe,
  savePayment,
  startPaying,
} from './sale-steps.ts'

const BANK_MS = 60_000

let app: TestApp
let elapsedDays = 0
beforeAll(async () => {
  const now = () => Date.now() + elapsedDays
  app = await startTestApp({ stripe: { webhooks: 'hold', refundDelayMs: BANK_MS, now } })
})
afterAll(() => app?.close())

describe("a refund made in Stripe's dashboard", () => {
  it('ends like an admin’s refund: states, notices, audit, and the car can be listed again', async () => {
    const sale = await paidSale()
    await refundAtStripe(app, sale.intentId)
    await expectPayment(sale, 'refunded 2490000')

    expect(await readSaleRecords(app, sale.carID)).toMatchObject({ car: 'sold', purchases: ['refunded'] })
    expect(await recordOf(sale)).toMatchObject({ state: 'refunded', refundedAmount: 2_490_000 })
    expect(await readPurchase(app, sale.buyer, sale.purchasedItemID)).toMatchObject({
      paid: false,
      state: 'refunded',
      refundState: 'refunded',
    })
    expect(await subjectsOf(sale.buyer)).toEqual([
      'Refunded: 2021 Audi A4 Avant 40 TFSI, $24,900',
      expect.any(String),
    ])
    expect((await subjectsOf(app.people.seller))[0]).toBe('Refunded: 2021 Audi A4 Avant 40 TFSI, $24,900')
    expect(await auditOf(sale)).toMatchObject([{ action: 'refund', actorEmail: 'Stripe' }])
    const admin = { token: app.people.admin.token, params: { id: sale.carID } }
    expect((await call(app.url, 'relistCar', admin)).body).toMatchObject({ modifiedCount: 1 })
  })

  it('is recorded and announced once, regardless of repeated or late events', async () => {
    const sale = await paidSale()
    await refundAtStripe(app, sale.intentId)
    const events = eventsOf(sale.intentId)
    for (const id of [...events, ...events.toReversed(), ...events]) await app.stripe.webhooks.deliver(id)
    await expectPayment(sale, 'refunded 2490000')
    await findMissedRefunds(app.ctx)
    expect(await subjectsOf(sale.buyer)).toHaveLength(2)
    expect(await auditOf(sale)).toHaveLength(1)
  })

  it('counts even if it is the first event received about the payment', async () => {
    const buyer = await buildPerson(app.ctx)
    const { carID, purchasedItemID } = await buildCarOnList(app, buyer)
    const { body } = await startPaying(app, buyer, purchasedItemID)
    await confirm(app, body.clientSecret)
    const paid = eventsOf(parseIntentId(body.clientSecret))
    await refundAtStripe(app, parseIntentId(body.clientSecret))
    for (const id of eventsOf(parseIntentId(body.clientSecret)))
      if (!paid.includes(id)) await app.stripe.webhooks.deliver(id)
    await expect.poll(async () => (await readSaleRecords(app, carID)).payments).toEqual(['refunded 2490000'])
    expect(await readSaleRecords(app, carID)).toMatchObject({ car: 'sold', purchases: ['refunded'] })
  })

  it('is found by the server if none of its events arrives', async () => {
    const sale = await paidSale()
    await refundAtStripe(app, sale.intentId)
    await findMissedRefunds(app.ctx)
    expect(await readSaleRecords(app, sale.carID)).toMatchObject({
      purchases: ['refunded'],
      payments: ['refunded 2490000'],
    })
  })

  it('is pending until the bank accepts it', async () => {
    const sale = await paidSale('pm_card_pendingRefund')
    await refundAtStripe(app, sale.intentId)
    await expectPayment(sale, 'refund-pending 2490000')
    expect(await subjectsOf(sale.buyer)).toHaveLength(1)
    await settleRefund(sale)
    await reconcile(app.ctx)
    expect(await readSaleRecords(app, sale.carID)).toMatchObject({ payments: ['refunded 2490000'] })
  })

  it('is not requested again by an admin while it is pending', async () => {
    const sale = await paidSale('pm_card_pendingRefund')
    await refundAtStripe(app, sale.intentId)
    await expectPayment(sale, 'refund-pending 2490000')
    const { _id: id } = await recordOf(sale)
    const refundAs = (amount: string) =>
      call(app.url, 'refundPayment', {
        token: app.people.admin.token,
        params: { id },
        body: { reason: 'The gearbox is noisy', amount, refundedAmount: 0 },
      })
    expect((await refundAs('24,900')).body).toMatchObject({ state: 'refund-pending' })
    expect((await refundAs('500')).body).toMatchObject({ status: 409, code: 'refund-changed' })
    expect(await auditOf(sale)).toHaveLength(1)
  })

  it('can be retried by an admin if the bank returns it', async () => {
    const sale = await paidSale('pm_card_refundFail')
    await refundAtStripe(app, sale.intentId)
    await expectPayment(sale, 'refunded 2490000')
    await settleRefund(sale)
    await expectPayment(sale, 'refund-failed 2490000')
    expect(await recordOf(sale)).toMatchObject({ refundedAmount: 0 })
    expect((await subjectsOf(sale.buyer))[0]).toContain('didn’t arrive')
  })
})

describe('a partial refund in the dashboard', () => {
  it('is recorded and announced to buyer and seller, and the sale remains', async () => {
    const sale = await paidSale()
    await refundAtStripe(app, sale.intentId, 50_000)
    await expectPayment(sale, 'paid 2490000', 50_000)

    expect(await readSaleRecords(app, sale.carID)).toMatchObject({ car: 'sold', purchases: ['paid'] })
    expect(await readPurchase(app, sale.buyer, sale.purchasedItemID)).toMatchObject({
      paid: true,
      refundState: 'none',
      refundedMinor: 50_000,
    })
    const subject = 'Partial refund: 2021 Audi A4 Avant 40 TFSI, $500 of $24,900'
    expect((await subjectsOf(sale.buyer))[0]).toBe(subject)
    expect((await subjectsOf(app.people.seller))[0]).toBe(subject)
    expect(await auditOf(sale)).toMatchObject([{ action: 'refund-part', actorEmail: 'Stripe' }])
  })

  it('lets an admin refund only the remaining amount', async () => {
    const sale = await paidSale()
    await refundAtStripe(app, sale.intentId, 50_000)
    await expectPayment(sale, 'paid 2490000', 50_000)
    const { _id } = await recordOf(sale)
    const { token } = app.people.admin
    const response = await call(app.url, 'refundPayment', {
      token,
      params: { id: _id },
      body: { reason: 'Gearbox' },
    })
    expect(response.body).toMatchObject({ state: 'refunded' })
    expect(await recordOf(sale)).toMatchObject({ state: 'refunded', refundedAmount: 2_490_000 })
    expect((await subjectsOf(sale.buyer))[0]).toBe('Refunded: 2021 Audi A4 Avant 40 TFSI, $24,400')
  })

  it('becomes a full refund when the parts add up to the total', async () => {
    const sale = await paidSale()
    await refundAtStripe(app, sale.intentId, 90_000)
    await expectPayment(sale, 'paid 2490000', 90_000)
    await refundAtStripe(app, sale.intentId)
    await expectPayment(sale, 'refunded 2490000')
    expect((await subjectsOf(sale.buyer)).slice(0, 2)).toEqual([
      'Refunded: 2021 Audi A4 Avant 40 TFSI, $24,000',
      'Partial refund: 2021 Audi A4 Avant 40 TFSI, $900 of $24,900',
    ])
  })

  it('is removed from the record if the bank returns it', async () => {
    const sale = await paidSale('pm_card_refundFail')
    await refundAtStripe(app, sale.intentId, 50_000)
    await expectPayment(sale, 'paid 2490000', 50_000)
    await settleRefund(sale)
    await expectPayment(sale, 'paid 2490000', 0)
    expect((await subjectsOf(sale.buyer))[0]).toContain('didn’t arrive')
  })
})

type Sale = Awaited<ReturnType<typeof paidSale>>

async function paidSale(card = 'pm_card_visa') {
  const buyer = await buildPerson(app.ctx)
  const { carID, purchasedItemID } = await buildCarOnList(app, buyer)
  const { body } = await startPaying(app, buyer, purchasedItemID)
  await confirm(app, body.clientSecret, card)
  await savePayment(app, buyer, body.clientSecret, purchasedItemID)
  return { buyer, carID, purchasedItemID, intentId: parseIntentId(body.clientSecret) }
}

/**
 * Delivers Stripe's pending events and waits until the database reflects them. The wait is necessary because
 * events are handled after the response.
 */
async function expectPayment({ carID, intentId }: Sale, payment: string, refunded?: number): Promise<void> {
  for (const id of eventsOf(intentId)) await app.stripe.webhooks.deliver(id)
  await expect.poll(async () => (await readSaleRecords(app, carID)).payments).toEqual([payment])
  if (refunded === undefined) return
  const record = () =>
    app.ctx.db.selectFrom('payments').select('refunded_amount').where('intent_id', '=', intentId)
  await expect.poll(async () => (await record().executeTakeFirst())?.refunded_amount).toBe(refunded)
}

/**
 * Advances Stripe's clock to the time of the bank's decision. The sandbox reads the clock at the next call.
 */
async function settleRefund({ intentId }: Sale): Promise<void> {
  elapsedDays += BANK_MS
  await paidSale()
  const isComplete = () => eventsOf(intentId, 'refund.updated').length > 0
  await expect.poll(isComplete).toBe(true)
}

/** Returns the held events of a PaymentIntent, oldest first. */
function eventsOf(intentId: string, kind?: string): string[] {
  const ownEvents = app.stripe.webhooks.pending().filter((event) => {
    if (event.object !== 'event') return false
    const object = event.data.object as { id?: string; payment_intent?: string | null }
    return object.id === intentId || object.payment_intent === intentId
  })
  return ownEvents.filter(({ type }) => !kind || type === kind).map(({ id }) => id)
}

async function recordOf({ carID }: Sale) {
  const { body } = await call<EndpointOutput<'listPayments'>>(app.url, 'listPayments', {
    token: app.people.admin.token,
  })
  return body.find((payment) => payment.carID === carID)!
}

/** Returns the subjects of a person's messages, newest first. */
async function subjectsOf({ token }: Person): Promise<string[]> {
  const { body } = await call<EndpointOutput<'listMessages'>>(app.url, 'listMessages', { token })
  return body.map(({ subject }) => subject)
}

async function auditOf({ intentId }: Sale) {
  const { body } = await call<EndpointOutput<'listAudit'>>(app.url, 'listAudit', {
    token: app.people.admin.token,
  })
  return body.filter(({ target }) => target === intentId)
}
