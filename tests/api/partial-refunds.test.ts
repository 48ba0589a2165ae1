import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EndpointInput, EndpointOutput } from '../../contract/api/endpoints.ts'
import { newId } from '../../server/db/id.ts'
import { findPayment } from '../../server/sale/records/payment.repository.ts'
import { listOpenParts, type RefundPart } from '../../server/sale/records/refund-part.repository.ts'
import { retryRefundPart, refundPart } from '../../server/sale/stripe/refund-part.ts'
import { followRefunds } from '../../server/sale/stripe/outside-refunds.ts'
import { reconcile } from '../../server/sale/stripe/reconcile.ts'
import { call } from '../support/api-client.ts'
import { buildPayment, buildPerson, type Person } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { readSaleRecords, buildCarOnList, pay, readPurchase, refundAtStripe } from './sale-steps.ts'

const reason = 'The spare wheel was missing'
const halfRefund = { reason, amount: '12,450', refundedAmount: 0 }

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ stripe: { webhooks: 'hold' } })
})
afterAll(() => app?.close())

it('refunds a part with its reason, preserves the sale, and notifies buyer and seller', async () => {
  const sale = await paidSale()
  const response = await refund(sale, { ...halfRefund, amount: '$500' })
  expect(response.body).toEqual({ acknowledged: true, state: 'paid' })
  await deliverEvents()

  expect(await refundsAtStripe(sale)).toEqual([50_000])
  expect(await readSaleRecords(app, sale.carID)).toMatchObject({ car: 'sold', purchases: ['paid'] })
  expect(await readPurchase(app, sale.buyer, sale.purchasedItemID)).toMatchObject({
    paid: true,
    refundState: 'none',
    refundedMinor: 50_000,
  })
  const notification = {
    subject: 'Partial refund: 2021 Audi A4 Avant 40 TFSI, $500 of $24,900',
    body: expect.stringContaining(`Reason: ${reason}.`) as string,
  }
  expect(await messagesOf(sale.buyer)).toMatchObject([notification, {}])
  expect((await messagesOf(app.people.seller))[0]).toMatchObject(notification)
  expect(await auditOf(sale)).toMatchObject([
    { action: 'refund-part', actorEmail: app.people.admin.email, detail: `$500 of $24,900: ${reason}` },
  ])
})

it('refunds once for concurrent duplicate requests and rejects later duplicates', async () => {
  const sale = await paidSale()
  const responses = await Promise.all([refund(sale, halfRefund), refund(sale, halfRefund)])
  expect(responses.map(({ status }) => status)).toContain(200)
  expect((await refund(sale, halfRefund)).body).toMatchObject({ code: 'refund-changed' })
  expect((await refund(sale, { reason, amount: '24,900', refundedAmount: 0 })).body).toMatchObject({
    code: 'refund-changed',
  })
  expect(await refundsAtStripe(sale)).toEqual([1_245_000])
  expect(await messagesOf(sale.buyer)).toHaveLength(2)
  expect(await auditOf(sale)).toHaveLength(1)
})

it('rejects a refund based on an outdated payment record', async () => {
  const sale = await paidSale()
  const { ctx, people } = app
  const paymentBefore = (await findPayment(ctx.db, sale.insertedId))!
  await refundAtStripe(app, sale.intentId, 10_000)
  await followRefunds(ctx, sale.intentId)
  const order = { amount: 50_000, reason, refundedAmount: 0 }
  await expect(refundPart(ctx, people.admin, paymentBefore, order)).rejects.toMatchObject({
    code: 'refund-changed',
  })
  expect(await refundsAtStripe(sale)).toEqual([10_000])
})

it('rejects another partial refund while one waits for Stripe', async () => {
  const sale = await paidSale()
  await insertOpenPart(sale, 50_000)
  expect((await refund(sale, halfRefund)).body).toMatchObject({ code: 'refund-changed' })
  expect(await refundsAtStripe(sale)).toEqual([])
  await reconcile(app.ctx)
})

it('ends the sale when the part is the entire remainder', async () => {
  const sale = await paidSale()
  await refund(sale, { ...halfRefund, amount: '24,000' })
  const remainingRefund = await refund(sale, { reason, amount: '900.00', refundedAmount: 2_400_000 })
  expect(remainingRefund.body).toMatchObject({ state: 'refunded' })
  expect(await readSaleRecords(app, sale.carID)).toMatchObject({ purchases: ['refunded'] })
  expect(await refundsAtStripe(sale)).toEqual([90_000, 2_400_000])
})

it.each([
  ['', 'amount'],
  ['abc', 'amount'],
  ['0', 'amount'],
  ['-5', 'amount'],
  ['24,900.01', 'amount'],
])('refuses %o and names the field', async (amount, path) => {
  const sale = await paidSale()
  const { status, body } = await refund(sale, { ...halfRefund, amount })
  expect([status, body]).toMatchObject([400, { errors: [{ path }] }])
  expect(await refundsAtStripe(sale)).toEqual([])
})

it('requires the amount refunded so far', async () => {
  const sale = await paidSale()
  const { body } = await refund(sale, { reason, amount: '500' })
  expect(body).toMatchObject({ errors: [{ path: 'refundedAmount' }] })
})

it('retries a refund after a crash and notifies the buyer as usual', async () => {
  const sale = await paidSale()
  await insertOpenPart(sale, 50_000)
  await reconcile(app.ctx)
  await reconcile(app.ctx)
  expect(await refundsAtStripe(sale)).toEqual([50_000])
  expect((await messagesOf(sale.buyer))[0]!.body).toContain(reason)
  expect(await recordOf(sale)).toMatchObject({ state: 'paid', refundedAmount: 50_000 })
})

it('creates only one Stripe refund if the server stops before recording it', async () => {
  const sale = await paidSale()
  await insertOpenPart(sale, 50_000)
  const [part] = await listOpenParts(app.ctx.db, 1)
  await retryRefundPart(app.ctx, part!)
  await retryRefundPart(app.ctx, part!)
  expect(await refundsAtStripe(sale)).toEqual([50_000])
})

it('does not refund again after Stripe has forgotten the idempotency key during an outage', async () => {
  const sale = await paidSale()
  await insertOpenPart(sale, 50_000)
  const { intentId } = sale
  const [{ id, amount }] = (await listOpenParts(app.ctx.db, 1)) as [RefundPart]
  await app.ctx.payments.refund({ intentId, part: { id, amount }, idempotencyKey: 'forgotten' })
  await reconcile(app.ctx)
  expect(await refundsAtStripe(sale)).toEqual([50_000])
  expect(await recordOf(sale)).toMatchObject({ state: 'paid', refundedAmount: 50_000 })
})

it('distinguishes a partial refund from a refund in Stripe’s dashboard', async () => {
  const sale = await paidSale()
  await refundAtStripe(app, sale.intentId, 10_000)
  expect((await refund(sale, { ...halfRefund, amount: '500' })).status).toBe(200)
  expect(await recordOf(sale)).toMatchObject({ refundedAmount: 60_000 })
  expect(await auditOf(sale)).toMatchObject([
    { actorEmail: 'Stripe', detail: '$100 of $24,900' },
    { actorEmail: app.people.admin.email, detail: `$500 of $24,900: ${reason}` },
  ])
})

it('leaves the payment open for a retry if Stripe rejects the refund', async () => {
  const buyer = await buildPerson(app.ctx)
  const { purchasedItemID } = await buildCarOnList(app, buyer)
  // Stripe does not know this payment.
  const { id } = await buildPayment(app.ctx, purchasedItemID)
  for (let attempts = 0; attempts < 2; attempts++)
    expect((await refund({ insertedId: id }, halfRefund)).body).toMatchObject({ code: 'not-refundable' })
  const refundParts = app.ctx.db.selectFrom('refund_parts').select('state').where('payment_id', '=', id)
  expect(await refundParts.execute()).toEqual([{ state: 'failed' }, { state: 'failed' }])
})

it('is not available for a payment that never became a sale', async () => {
  const buyer = await buildPerson(app.ctx)
  const { purchasedItemID } = await buildCarOnList(app, buyer)
  const { id } = await buildPayment(app.ctx, purchasedItemID, { is_sale: 0, state: 'refund-failed' })
  expect((await refund({ insertedId: id }, halfRefund)).body).toMatchObject({ code: 'not-refundable' })
})

type Sale = Awaited<ReturnType<typeof paidSale>>

async function paidSale() {
  const buyer = await buildPerson(app.ctx)
  const { carID, purchasedItemID } = await buildCarOnList(app, buyer)
  const { insertedId, transactionID } = await pay(app, buyer, purchasedItemID)
  return { buyer, carID, purchasedItemID, insertedId: insertedId!, intentId: transactionID }
}

function refund({ insertedId }: Pick<Sale, 'insertedId'>, body: EndpointInput<'refundPayment'>['body']) {
  return call(app.url, 'refundPayment', {
    token: app.people.admin.token,
    params: { id: insertedId },
    body,
  })
}

/** Inserts the row that is left behind if the server stops before it calls Stripe. */
async function insertOpenPart({ insertedId }: Sale, amount: number): Promise<void> {
  const part = { id: newId(), payment_id: insertedId, amount, reason, state: 'open' as const, asked_at: '' }
  await app.ctx.db.insertInto('refund_parts').values(part).execute()
}

async function deliverEvents(): Promise<void> {
  for (const { id } of app.stripe.webhooks.pending()) await app.stripe.webhooks.deliver(id)
}

/** Returns the amounts of Stripe's refunds in cents, newest first. */
async function refundsAtStripe({ intentId }: Sale): Promise<number[]> {
  return (await app.ctx.payments.listRefunds({ intentId })).map(({ amount }) => amount)
}

async function recordOf({ carID }: Sale) {
  const { body } = await call<EndpointOutput<'listPayments'>>(app.url, 'listPayments', {
    token: app.people.admin.token,
  })
  return body.find((payment) => payment.carID === carID)!
}

/** Returns a person's messages, newest first. */
async function messagesOf({ token }: Person) {
  return (await call<EndpointOutput<'listMessages'>>(app.url, 'listMessages', { token })).body
}

async function auditOf({ intentId }: Sale) {
  const { body } = await call<EndpointOutput<'listAudit'>>(app.url, 'listAudit', {
    token: app.people.admin.token,
  })
  return body.filter(({ target }) => target === intentId)
}
