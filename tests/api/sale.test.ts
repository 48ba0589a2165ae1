import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import type { Review } from '../../contract/reviews.ts'
import { reconcile } from '../../server/sale/stripe/reconcile.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPayment, buildPerson, buildPurchase, type Person } from '../support/factories.ts'
import {
  readSaleRecords,
  buildCarOnList,
  confirm,
  parseIntentId,
  pay,
  readPurchase,
  savePayment,
  startPaying,
} from './sale-steps.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  // Events are held, because each test itself chooses how the sale is settled.
  app = await startTestApp({ stripe: { webhooks: 'hold' } })
})
afterAll(() => app?.close())

const buyerOf = () => buildPerson(app.ctx, { full_name: 'Bea Buyer' })

describe('paying for a car', () => {
  it('completes a sale from purchase list to payment and notifies buyer and seller', async () => {
    const buyer = await buyerOf()
    const { carID, purchasedItemID } = await buildCarOnList(app, buyer)

    const intent = await startPaying(app, buyer, purchasedItemID)
    expect(intent).toMatchObject({
      status: 200,
      body: { amount: 2_490_000, currency: 'usd', purchasedItemID },
    })
    expect((await readSaleRecords(app, carID)).car).toBe('reserved')

    await confirm(app, intent.body.clientSecret)
    const saveResponse = await savePayment(app, buyer, intent.body.clientSecret, purchasedItemID)
    expect(saveResponse).toMatchObject({
      status: 200,
      body: { acknowledged: true, state: 'paid', transactionID: parseIntentId(intent.body.clientSecret) },
    })
    expect(await readSaleRecords(app, carID)).toEqual({
      car: 'sold',
      purchases: ['paid'],
      payments: ['paid 2490000'],
      attempts: ['succeeded'],
    })

    const item = await readPurchase(app, buyer, purchasedItemID)
    expect(item).toMatchObject({ paid: true, state: 'paid', available: 'sold', selllerContact: '555-0100' })
    const list = await call<EndpointOutput<'listCars'>>(app.url, 'listCars', {
      query: { category_name: 'Audi' },
    })
    expect(list.body.map((car) => car._id)).not.toContain(carID)
    const sales = await call<EndpointOutput<'listSales'>>(app.url, 'listSales', {
      token: app.people.seller.token,
    })
    const sale = sales.body.find((row) => row.carID === carID)
    expect(sale).toMatchObject({ paid: true, buyerContact: '555-0111', meetingPlace: 'Station car park' })
    expect(sale).toMatchObject({ paidMinor: 2_490_000, payoutMinor: 2_440_200 })
    expect((await messagesOf(buyer.token))[0]).toMatchObject({ kind: 'receipt' })
    expect((await messagesOf(app.people.seller.token))[0]).toMatchObject({ kind: 'sold' })
    const { publicUrl } = app.ctx.config
    expect(await newestMailTo(buyer)).toMatch(/^Receipt: [^]*Transaction ID: pi_/)
    const details = `\n\nDetails: ${publicUrl}/dashboard/deals/${purchasedItemID}`
    expect(await newestMailTo(buyer)).toContain(details)
    expect(await newestMailTo(app.people.seller)).toContain(details)
  })

  it('hides the buyer’s and the seller’s contact details until the car is paid for', async () => {
    const buyer = await buyerOf()
    const { carID, purchasedItemID } = await buildCarOnList(app, buyer)
    expect(await readPurchase(app, buyer, purchasedItemID)).not.toHaveProperty('selllerContact')
    const { body } = await call<EndpointOutput<'listSales'>>(app.url, 'listSales', {
      token: app.people.seller.token,
    })
    const sale = body.find((row) => row.carID === carID)
    expect(sale).toMatchObject({
      buyerName: 'Robin Vale',
      paid: false,
      paidMinor: null,
      payoutMinor: null,
    })
    expect(sale).not.toHaveProperty('buyerContact')
    expect(sale).not.toHaveProperty('meetingPlace')
  })

  it('returns the open attempt to a reload, and does not extend it', async () => {
    const buyer = await buyerOf()
    const { purchasedItemID } = await buildCarOnList(app, buyer)
    const firstResponse = await startPaying(app, buyer, purchasedItemID)
    app.advance(60)
    const secondResponse = await startPaying(app, buyer, purchasedItemID)
    expect(secondResponse.body).toEqual(firstResponse.body)
  })

  it('keeps the attempt after a decline, so that a second card can pay', async () => {
    const buyer = await buyerOf()
    const { carID, purchasedItemID } = await buildCarOnList(app, buyer)
    const { body } = await startPaying(app, buyer, purchasedItemID)
    const declinedPayment = await confirm(app, body.clientSecret, 'pm_card_visa_chargeDeclined')
    expect(declinedPayment.status).toBe(402)
    expect(await savePayment(app, buyer, body.clientSecret, purchasedItemID)).toMatchObject({
      status: 409,
      body: { code: 'not-succeeded' },
    })
    await confirm(app, body.clientSecret)
    expect(await savePayment(app, buyer, body.clientSecret, purchasedItemID)).toMatchObject({ status: 200 })
    expect((await readSaleRecords(app, carID)).payments).toEqual(['paid 2490000'])
  })

  it('finds the buyer’s only item at a price, and rejects a call that matches two items', async () => {
    const buyer = await buyerOf()
    const item = await buildCarOnList(app, buyer, { resell_price: '31,313' })
    const body = { sellingPrice: '$31,313.00' }
    const foundResponse = await call(app.url, 'createPaymentIntent', { token: buyer.token, body })
    expect(foundResponse.body).toMatchObject({ purchasedItemID: item.purchasedItemID })
    await buildCarOnList(app, buyer, { resell_price: '31313' })
    const ambiguousResponse = await call(app.url, 'createPaymentIntent', { token: buyer.token, body })
    expect(ambiguousResponse.body).toMatchObject({ status: 409, code: 'ambiguous-item' })
    const none = await call(app.url, 'createPaymentIntent', {
      token: buyer.token,
      body: { sellingPrice: '1,234' },
    })
    expect(none.body).toMatchObject({ status: 404 })
  })

  it('rejects a changed price until the buyer accepts the new one', async () => {
    const buyer = await buyerOf()
    const { carID, purchasedItemID } = await buildCarOnList(app, buyer)
    await app.ctx.db
      .updateTable('cars')
      .set({ resell_price: '22,000', price_minor: 2_200_000 })
      .where('id', '=', carID)
      .execute()
    const rejection = await startPaying(app, buyer, purchasedItemID)
    expect(rejection.body).toMatchObject({ code: 'price-changed', facts: { sellingPrice: '22,000' } })
    const acceptRequest = { token: buyer.token, params: { id: purchasedItemID } }
    const wrongResponse = await call(app.url, 'acceptPrice', {
      ...acceptRequest,
      body: { sellingPrice: '24,900' },
    })
    expect(wrongResponse.body.code).toBe('price-changed')
    const rightResponse = await call(app.url, 'acceptPrice', {
      ...acceptRequest,
      body: { sellingPrice: '22,000' },
    })
    expect(rightResponse.body).toMatchObject({ modifiedCount: 1 })
    const intent = await startPaying(app, buyer, purchasedItemID, '22,000')
    expect(intent.body).toMatchObject({ amount: 2_200_000 })
  })

  it('rejects a non-numeric price and amounts outside Stripe’s limits', async () => {
    const buyer = await buyerOf()
    for (const resell_price of ['Make me an offer', '0.49', '1,000,000.00']) {
      const { purchasedItemID } = await buildCarOnList(app, buyer, { resell_price })
      const response = await startPaying(app, buyer, purchasedItemID, resell_price)
      expect(response.body, resell_price).toMatchObject({ status: 422, code: 'price-not-payable' })
    }
  })

  it('rejects a second payment and a car bought by another buyer', async () => {
    const buyer = await buyerOf()
    const lateBuyer = await buyerOf()
    const { carID, purchasedItemID } = await buildCarOnList(app, buyer)
    const lateItem = await buildPurchase(app.ctx, lateBuyer.id, carID)
    await startPaying(app, buyer, purchasedItemID)
    expect((await startPaying(app, lateBuyer, lateItem)).body).toMatchObject({ code: 'car-reserved' })
    await pay(app, buyer, purchasedItemID)
    expect((await startPaying(app, buyer, purchasedItemID)).body).toMatchObject({ code: 'already-paid' })
    expect((await startPaying(app, lateBuyer, lateItem)).body).toMatchObject({ code: 'car-sold' })
    expect(await readPurchase(app, lateBuyer, lateItem)).toMatchObject({ paid: false, available: 'sold' })
  })
})

describe('a hold', () => {
  it('ends when its buyer releases it, and can no longer be paid for', async () => {
    const buyer = await buyerOf()
    const { carID, purchasedItemID } = await buildCarOnList(app, buyer)
    const { body } = await startPaying(app, buyer, purchasedItemID)
    const cancel = { token: buyer.token, params: { id: body.attemptID } }
    expect((await call(app.url, 'cancelAttempt', cancel)).body).toMatchObject({ deletedCount: 1 })
    expect((await call(app.url, 'cancelAttempt', cancel)).body).toMatchObject({ deletedCount: 0 })
    expect(await readSaleRecords(app, carID)).toMatchObject({ car: 'instock', purchases: ['unpaid'] })
    expect((await confirm(app, body.clientSecret)).status).toBe(400)
    expect((await startPaying(app, buyer, purchasedItemID)).status).toBe(200)
  })

  it('expires, notifies the buyer, and gives other buyers priority for 15 minutes', async () => {
    const buyer = await buyerOf()
    const otherBuyer = await buyerOf()
    const { carID, purchasedItemID } = await buildCarOnList(app, buyer)
    const otherItem = await buildPurchase(app.ctx, otherBuyer.id, carID)
    await startPaying(app, buyer, purchasedItemID)
    app.advance(901)
    await reconcile(app.ctx)
    expect((await readSaleRecords(app, carID)).car).toBe('instock')
    expect((await messagesOf(buyer.token))[0]).toMatchObject({
      kind: 'hold-lost',
      body: expect.stringContaining('while you were paying $24,900, but'),
    })
    const earlyResponse = await startPaying(app, buyer, purchasedItemID)
    expect(earlyResponse.body).toMatchObject({
      code: 'hold-expired',
      message: 'You’ve held this car for as long as anyone can. Others go first for now.',
    })
    const intent = await startPaying(app, otherBuyer, otherItem)
    expect(intent.status).toBe(200)
    await call(app.url, 'cancelAttempt', { token: otherBuyer.token, params: { id: intent.body.attemptID } })
    app.advance(901)
    expect((await startPaying(app, buyer, purchasedItemID)).status).toBe(200)
  })

  it('cannot be renewed forever through early releases, even by a buyer with a past payment', async () => {
    const buyer = await buyerOf()
    await buildPayment(app.ctx, (await buildCarOnList(app, buyer, { state: 'sold' })).purchasedItemID)
    const { purchasedItemID } = await buildCarOnList(app, buyer)
    const holdFor = async (seconds: number) => {
      const { status, body } = await startPaying(app, buyer, purchasedItemID)
      if (status !== 200) return body
      app.advance(seconds)
      await call(app.url, 'cancelAttempt', { token: buyer.token, params: { id: body.attemptID } })
      return 'held'
    }
    expect(await holdFor(600)).toBe('held')
    expect(await holdFor(600)).toBe('held')
    expect(await holdFor(600)).toMatchObject({
      code: 'hold-expired',
      facts: { again: expect.any(String) },
    })
    app.advance(890)
    expect(await holdFor(600)).toMatchObject({ code: 'hold-expired' })
    app.advance(20)
    expect(await holdFor(600)).toBe('held')
  })

  it('can be restarted immediately after each early release', async () => {
    const buyer = await buyerOf()
    const { purchasedItemID } = await buildCarOnList(app, buyer)
    for (let round = 0; round < 8; round++) {
      const { status, body } = await startPaying(app, buyer, purchasedItemID)
      expect(status).toBe(200)
      app.advance(60)
      await call(app.url, 'cancelAttempt', { token: buyer.token, params: { id: body.attemptID } })
    }
  })

  it('starts again if it expired before the reconciler noticed', async () => {
    const buyer = await buyerOf()
    const { carID, purchasedItemID } = await buildCarOnList(app, buyer)
    const oldResponse = await startPaying(app, buyer, purchasedItemID)
    app.advance(1801)
    const { status, body } = await startPaying(app, buyer, purchasedItemID)
    expect(status).toBe(200)
    expect(body.attemptID).not.toBe(oldResponse.body.attemptID)
    expect(body.heldUntil > app.ctx.now().toISOString()).toBe(true)
    expect(await readSaleRecords(app, carID)).toMatchObject({
      car: 'reserved',
      attempts: ['cancelled', 'open'],
    })
    expect((await confirm(app, body.clientSecret)).status).toBe(200)
  })

  it('is limited to one car per buyer: a new hold releases the previous car', async () => {
    const buyer = await buyerOf()
    const firstItem = await buildCarOnList(app, buyer)
    const secondItem = await buildCarOnList(app, buyer)
    await startPaying(app, buyer, firstItem.purchasedItemID)
    await startPaying(app, buyer, secondItem.purchasedItemID)
    expect((await readSaleRecords(app, firstItem.carID)).car).toBe('instock')
    expect((await readSaleRecords(app, secondItem.carID)).car).toBe('reserved')
  })

  it('is settled when the next hold starts if it was paid for in another window', async () => {
    const buyer = await buyerOf()
    const firstItem = await buildCarOnList(app, buyer)
    const secondItem = await buildCarOnList(app, buyer)
    const { body } = await startPaying(app, buyer, firstItem.purchasedItemID)
    await confirm(app, body.clientSecret)
    expect((await startPaying(app, buyer, secondItem.purchasedItemID)).status).toBe(200)
    expect((await readSaleRecords(app, firstItem.carID)).car).toBe('sold')
  })

  it('cannot be released after the payment succeeded, which completes the sale instead', async () => {
    const buyer = await buyerOf()
    const { carID, purchasedItemID } = await buildCarOnList(app, buyer)
    const { body } = await startPaying(app, buyer, purchasedItemID)
    await confirm(app, body.clientSecret)
    const response = await call(app.url, 'cancelAttempt', {
      token: buyer.token,
      params: { id: body.attemptID },
    })
    expect(response.body).toMatchObject({ code: 'payment-in-progress' })
    expect((await readSaleRecords(app, carID)).car).toBe('sold')
  })

  it('ends with its item, and a seller cannot withdraw a car on hold', async () => {
    const buyer = await buyerOf()
    const { carID, purchasedItemID } = await buildCarOnList(app, buyer)
    await startPaying(app, buyer, purchasedItemID)
    const seller = app.people.seller.token
    const withdrawal = await call(app.url, 'deleteMyCar', { token: seller, params: { id: carID } })
    expect(withdrawal.body).toMatchObject({ code: 'car-reserved' })
    const removal = await call(app.url, 'deletePurchase', {
      token: buyer.token,
      params: { id: purchasedItemID, carID },
      query: { email: buyer.email },
    })
    expect(removal.body).toMatchObject({ deletedCount: 1 })
    expect(await readSaleRecords(app, carID)).toMatchObject({ car: 'instock', purchases: ['removed'] })
  })
})

describe('a hold on a car that an admin removes', () => {
  it.each(['deleteAnyCar', 'deleteUser'] as const)('ends on %s and notifies the buyer', async (name) => {
    const buyer = await buyerOf()
    const seller = await buildPerson(app.ctx, { account: 'seller' })
    const carID = await buildCar(app.ctx, seller.id)
    const item = await buildPurchase(app.ctx, buyer.id, carID)
    const { body } = await startPaying(app, buyer, item)
    const id = name === 'deleteUser' ? seller.id : carID
    const removal = await call(app.url, name, { token: app.people.admin.token, params: { id } })
    expect(removal.body).toMatchObject({ deletedCount: 1 })
    expect((await confirm(app, body.clientSecret)).status).toBe(400)
    expect(await messagesOf(buyer.token)).toMatchObject([{ kind: 'hold-lost' }])
    expect((await startPaying(app, buyer, item)).body).toMatchObject({ code: 'car-sold' })
  })
})

describe('a successful payment that cannot become a sale', () => {
  it('is refunded automatically, and buyer and seller are notified', async () => {
    const buyer = await buyerOf()
    const { carID, purchasedItemID } = await buildCarOnList(app, buyer)
    const { body } = await startPaying(app, buyer, purchasedItemID)
    await confirm(app, body.clientSecret)
    // The car leaves the market while the payment is in progress.
    await app.ctx.db.updateTable('cars').set({ state: 'withdrawn' }).where('id', '=', carID).execute()
    const saveResponse = await savePayment(app, buyer, body.clientSecret, purchasedItemID)
    expect(saveResponse.body).toMatchObject({ state: 'refunded' })
    expect(await readSaleRecords(app, carID)).toMatchObject({
      purchases: ['unpaid'],
      payments: ['refunded (no sale) 2490000'],
    })
    expect((await messagesOf(buyer.token))[0]).toMatchObject({ kind: 'refunded' })
    expect((await messagesOf(app.people.seller.token))[0]).toMatchObject({ kind: 'refunded' })
  })
})

describe('a refund', () => {
  it('refunds the full amount once, and the car can be listed again', async () => {
    const buyer = await buyerOf()
    const { carID, purchasedItemID } = await buildCarOnList(app, buyer)
    const { insertedId } = await pay(app, buyer, purchasedItemID)
    const admin = app.people.admin.token
    const earlyResponse = await call(app.url, 'relistCar', { token: admin, params: { id: carID } })
    expect(earlyResponse.body).toMatchObject({ code: 'not-refunded' })
    const review = { rating: 4, reviewText: 'Nice gearbox.', purchasedItemID }
    await call(app.url, 'addReview', { token: buyer.token, body: review })
    expect(await reviewsOf(buyer)).toMatchObject([{ carName: '2021 Audi A4 Avant 40 TFSI' }])
    const refund = { token: admin, params: { id: insertedId }, body: { reason: 'Gearbox' } }
    const responses = await Promise.all([1, 2, 3].map(() => call(app.url, 'refundPayment', refund)))
    expect(responses.map(({ body }) => (body as unknown as { state: string }).state)).toContain('refunded')
    expect(responses.every(({ status }) => status === 200)).toBe(true)
    expect(await refundsAtStripe()).toHaveLength(new Set(await refundsAtStripe()).size)
    expect(await readSaleRecords(app, carID)).toMatchObject({ car: 'sold', purchases: ['refunded'] })
    const mail = await newestMailTo(buyer)
    expect(mail).toMatch(/^Refunded: /)
    expect(mail).toContain(`Details: ${app.ctx.config.publicUrl}/dashboard/purchases/${purchasedItemID}`)
    // The buyer's review remains, but it no longer presents its author as the car's owner.
    expect(await reviewsOf(buyer)).toMatchObject([{ reviewText: 'Nice gearbox.', carName: null }])
    const relisted = await call(app.url, 'relistCar', { token: admin, params: { id: carID } })
    expect(relisted.status).toBe(200)
    expect((await readSaleRecords(app, carID)).car).toBe('instock')
    const nextBuyer = await buyerOf()
    const nextItem = await buildPurchase(app.ctx, nextBuyer.id, carID)
    expect(await pay(app, nextBuyer, nextItem)).toMatchObject({ state: 'paid' })
  })

  it('is open again if it fails later, and a second attempt refunds the money', async () => {
    const ownApp = await startTestApp({ stripe: { webhooks: 'hold', refundDelayMs: 50 } })
    try {
      const { buyer, admin, otherBuyer } = ownApp.people
      const { carID, purchasedItemID } = await buildCarOnList(ownApp, buyer)
      const { body } = await startPaying(ownApp, buyer, purchasedItemID)
      await confirm(ownApp, body.clientSecret, 'pm_card_refundFail')
      const { body: saveResponse } = await savePayment(ownApp, buyer, body.clientSecret, purchasedItemID)
      const refund = {
        token: admin.token,
        params: { id: saveResponse.insertedId },
        body: { reason: 'Gearbox' },
      }
      expect((await call(ownApp.url, 'refundPayment', refund)).body).toMatchObject({ state: 'refunded' })
      await call(ownApp.url, 'relistCar', { token: admin.token, params: { id: carID } })
      // Another buyer pays for the car before the bank returns the money.
      await pay(ownApp, otherBuyer, await buildPurchase(ownApp.ctx, otherBuyer.id, carID))

      const failed = () => ownApp.stripe.webhooks.pending().some(({ type }) => type === 'refund.failed')
      await expect.poll(failed).toBe(true)
      await ownApp.stripe.webhooks.flush()
      const payments = async () => (await readSaleRecords(ownApp, carID)).payments
      await expect.poll(payments).toEqual(['paid 2490000', 'refund-failed 2490000'])
      expect(await readPurchase(ownApp, buyer, purchasedItemID)).toMatchObject({ refundState: 'pending' })
      const { body: messages } = await call<EndpointOutput<'listMessages'>>(ownApp.url, 'listMessages', {
        token: buyer.token,
      })
      expect(messages[0]).toMatchObject({
        kind: 'refunded',
        subject: expect.stringContaining('didn’t arrive'),
      })

      expect((await call(ownApp.url, 'refundPayment', refund)).body).toMatchObject({ state: 'refunded' })
      expect(await payments()).toEqual(['paid 2490000', 'refunded 2490000'])
    } finally {
      await ownApp.close()
    }
  })

  it('can be retried if Stripe refuses it, instead of remaining pending forever', async () => {
    const buyer = await buyerOf()
    const { purchasedItemID } = await buildCarOnList(app, buyer)
    // Stripe does not know this payment.
    const payment = await buildPayment(app.ctx, purchasedItemID)
    const { token } = app.people.admin
    const refund = { token, params: { id: payment.id }, body: { reason: 'Gearbox' } }
    for (let attempt = 0; attempt < 2; attempt++) {
      expect((await call(app.url, 'refundPayment', refund)).body).toMatchObject({ code: 'not-refundable' })
      const rows = app.ctx.db.selectFrom('payments').select('state').where('id', '=', payment.id)
      expect(await rows.execute()).toEqual([{ state: 'refund-failed' }])
    }
  })

  it('does not relist the car of a deleted seller', async () => {
    const buyer = await buyerOf()
    const seller = await buildPerson(app.ctx, { account: 'seller' })
    const carID = await buildCar(app.ctx, seller.id)
    const { insertedId } = await pay(app, buyer, await buildPurchase(app.ctx, buyer.id, carID))
    const token = app.people.admin.token
    const deleteSeller = () => call(app.url, 'deleteUser', { token, params: { id: seller.id } })
    expect(await deleteSeller()).toMatchObject({ status: 409, body: { code: 'money-in-flight' } })
    await app.ctx.db.updateTable('deals').set({ state: 'closed' }).where('car_id', '=', carID).execute()
    expect((await deleteSeller()).status).toBe(200)
    const refund = { token, params: { id: insertedId }, body: { reason: 'Never handed over' } }
    expect((await call(app.url, 'refundPayment', refund)).status).toBe(200)
    const relisted = await call(app.url, 'relistCar', { token, params: { id: carID } })
    expect(relisted.body).toMatchObject({ status: 404, code: 'not-found' })
    expect((await readSaleRecords(app, carID)).car).toBe('sold')
  })
})

describe('an outage of the payment provider', () => {
  it('causes a server error and leaves the car in stock', async () => {
    const buyer = await buyerOf()
    const { carID, purchasedItemID } = await buildCarOnList(app, buyer)
    const { createIntent } = app.ctx.payments
    app.ctx.payments.createIntent = () => Promise.reject(new Error('no route'))
    try {
      expect((await startPaying(app, buyer, purchasedItemID)).status).toBeGreaterThanOrEqual(500)
    } finally {
      app.ctx.payments.createIntent = createIntent
    }
    expect(await readSaleRecords(app, carID)).toMatchObject({
      car: 'instock',
      purchases: ['unpaid'],
      attempts: ['cancelled'],
    })
  })
})

async function messagesOf(token: string) {
  const { body } = await call<EndpointOutput<'listMessages'>>(app.url, 'listMessages', { token })
  return body
}

async function refundsAtStripe(): Promise<string[]> {
  const response = await fetch(`${app.stripe.url}/v1/refunds?limit=100`, {
    headers: { authorization: `Bearer ${app.ctx.config.stripe.secretKey}` },
  })
  const { data } = (await response.json()) as { data: { payment_intent: string }[] }
  return data.map((refund) => refund.payment_intent)
}

async function reviewsOf({ email, token }: Person): Promise<Review[]> {
  return (await call<Review[]>(app.url, 'listMyReviews', { query: { email }, token })).body
}

/** Returns the subject and body of the newest email to a person. */
async function newestMailTo({ id }: Person): Promise<string> {
  const mails = app.ctx.db.selectFrom('mails').select(['subject', 'body']).where('user_id', '=', id)
  const { subject, body } = await mails.orderBy('created_at', 'desc').executeTakeFirstOrThrow()
  return `${subject}\n${body}`
}
