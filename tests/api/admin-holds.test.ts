import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { ProblemError } from '../../contract/api/problems.ts'
import { releaseCar } from '../../server/sale/payments/release-car.ts'
import { reconcile } from '../../server/sale/stripe/reconcile.ts'
import { call } from '../support/api-client.ts'
import { listen } from '../support/event-reader.ts'
import { buildPerson, buildPurchase, type Person } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { readSaleRecords, buildCarOnList, confirm, savePayment, startPaying } from './sale-steps.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ stripe: { webhooks: 'hold' } })
})
afterAll(() => app?.close())

const FULL = 900

describe('admins and holds', () => {
  it('see each hold’s car, buyer, period, and state, newest first', async () => {
    const buyer = await buildPerson(app.ctx, { full_name: 'Bea Buyer' })
    const { carID } = await beginHold(await buildPerson(app.ctx, { email_verified: 0 }))
    const { attempt } = await beginHold(buyer)
    const listed = await holds()
    expect(listed[0]).toEqual({
      _id: attempt.attemptID,
      carID: expect.any(String),
      carName: '2021 Audi A4 Avant 40 TFSI',
      buyerName: 'Bea Buyer',
      buyerEmail: buyer.email,
      buyerEmailVerified: true,
      amount: 2_490_000,
      since: expect.any(String),
      until: attempt.heldUntil,
      state: 'held',
    })
    expect(listed[1]).toMatchObject({ carID, buyerEmailVerified: false })
    app.advance(FULL)
    expect((await holds())[0]).toMatchObject({ _id: attempt.attemptID, state: 'over' })
    await reconcile(app.ctx)
    expect(await holds()).toEqual([])
  })

  it('see a hold as starting while Stripe creates its payment', async () => {
    const { createIntent } = app.ctx.payments
    let seenHold: unknown
    app.ctx.payments.createIntent = async (order) => {
      seenHold = await holds()
      return createIntent(order)
    }
    try {
      const { carID } = await beginHold()
      expect(seenHold).toMatchObject([{ carID, state: 'starting' }])
    } finally {
      app.ctx.payments.createIntent = createIntent
    }
  })

  it('end a hold, which blocks payment, notifies the buyer, and gives other buyers priority', async () => {
    const { buyer, carID, item, attempt } = await beginHold()
    expect((await endHold(attempt.attemptID)).body).toMatchObject({ deletedCount: 1 })
    expect((await endHold(attempt.attemptID)).body).toMatchObject({ deletedCount: 0 })
    await expectEndedByAdmin(buyer, carID)
    expect((await confirm(app, attempt.clientSecret)).status).toBe(400)
    const secondAttempt = await startPaying(app, buyer, item)
    expect(secondAttempt.body).toMatchObject({
      code: 'hold-expired',
      message: expect.stringContaining('admin'),
    })
    const otherUser = await buildPerson(app.ctx)
    const otherItem = await buildPurchase(app.ctx, otherUser.id, carID)
    const otherHold = await startPaying(app, otherUser, otherItem)
    expect(otherHold.status).toBe(200)
    const params = { id: otherHold.body.attemptID }
    await call(app.url, 'cancelAttempt', { token: otherUser.token, params })
    app.advance(FULL)
    expect((await startPaying(app, buyer, item)).status).toBe(200)
  })

  it.each<[string, number, (hold: StartedHold) => Promise<unknown>]>([
    ['Stripe’s event comes first', 30, () => app.stripe.webhooks.flush()],
    ['Kerblight stopped before it heard back, and the reconciler ends it', 30, () => reconcile(app.ctx)],
    ['Kerblight stopped, and started again when it had run out', FULL, () => reconcile(app.ctx)],
    ['its buyer leaves the page before it was heard back', 30, (hold) => releaseHold(hold)],
    ['its buyer begins to pay for another car', 30, async ({ buyer }) => void (await beginHold(buyer))],
    ['its car is deleted next', 30, ({ carID }) => releaseCar(app.ctx, carID)],
  ])('end a hold with a notification and an audit entry even when %s', async (_, seconds, settle) => {
    const hold = await beginHold()
    await withoutResponse(() => endHold(hold.attempt.attemptID))
    app.advance(seconds)
    await settle(hold)
    await expect.poll(async () => (await readSaleRecords(app, hold.carID)).car).toBe('instock')
    await expectEndedByAdmin(hold.buyer, hold.carID)
  })

  it('end a hold if its buyer cancels at the same moment', async () => {
    const hold = await beginHold()
    const { cancelIntent } = app.ctx.payments
    app.ctx.payments.cancelIntent = async (id) => {
      app.ctx.payments.cancelIntent = cancelIntent
      const intent = await cancelIntent(id)
      await releaseHold(hold)
      return intent
    }
    expect((await endHold(hold.attempt.attemptID)).status).toBe(200)
    await expectEndedByAdmin(hold.buyer, hold.carID)
  })

  it('send no deletion notice when deleting the car fails', async () => {
    const { buyer, carID } = await beginHold()
    const { token } = app.people.admin
    await withoutResponse(() => call(app.url, 'deleteAnyCar', { token, params: { id: carID } }))
    await app.stripe.webhooks.flush()
    await expect.poll(async () => (await readSaleRecords(app, carID)).car).toBe('instock')
    expect(await messagesOf(buyer)).toEqual([])
  })

  it('notify the buyer when deleting a car, even if Stripe’s event arrives first', async () => {
    const { buyer, carID } = await beginHold()
    const { cancelIntent } = app.ctx.payments
    app.ctx.payments.cancelIntent = async (id) => {
      const intent = await cancelIntent(id)
      await app.stripe.webhooks.flush()
      await expect.poll(async () => (await readSaleRecords(app, carID)).car).toBe('instock')
      return intent
    }
    try {
      const { token } = app.people.admin
      await call(app.url, 'deleteAnyCar', { token, params: { id: carID } })
    } finally {
      app.ctx.payments.cancelIntent = cancelIntent
    }
    expect((await lastMessage(buyer)).body).toContain('the listing is being taken down')
  })

  it('cannot end a hold while Stripe is unreachable, and the hold expires normally', async () => {
    const { buyer, carID, item, attempt } = await beginHold()
    const { cancelIntent } = app.ctx.payments
    app.ctx.payments.cancelIntent = () => Promise.reject(new ProblemError('service-unavailable'))
    try {
      expect((await endHold(attempt.attemptID)).status).toBe(503)
    } finally {
      app.ctx.payments.cancelIntent = cancelIntent
    }
    expect((await readSaleRecords(app, carID)).car).toBe('reserved')
    expect((await startPaying(app, buyer, item)).body).toMatchObject({ attemptID: attempt.attemptID })
    app.advance(FULL)
    await reconcile(app.ctx)
    expect((await lastMessage(buyer)).subject).toContain('expired')
    expect(await auditOf(buyer)).toEqual([])
  })

  it('cannot end a hold that was paid, because it is a sale', async () => {
    const { buyer, carID, item, attempt } = await beginHold()
    await confirm(app, attempt.clientSecret)
    expect((await endHold(attempt.attemptID)).body).toMatchObject({ code: 'payment-in-progress' })
    expect((await readSaleRecords(app, carID)).car).toBe('sold')
    expect((await endHold(attempt.attemptID)).body).toMatchObject({ code: 'already-paid' })
    expect(await savePayment(app, buyer, attempt.clientSecret, item)).toMatchObject({ status: 200 })
    expect(await auditOf(buyer)).toEqual([])
    expect((await endHold('nothing')).status).toBe(404)
  })

  it('receive live events when a hold begins and ends, but sellers do not', async () => {
    const [admin, seller] = await Promise.all([
      listen(app.url, app.people.admin),
      listen(app.url, app.people.seller),
    ])
    try {
      const { buyer, attempt } = await beginHold()
      await admin.until('Hold')
      await call(app.url, 'cancelAttempt', { token: buyer.token, params: { id: attempt.attemptID } })
      await admin.until('Hold')
      await app.ctx.db.updateTable('categories').set({ position: 1 }).where('name', '=', 'Audi').execute()
      expect((await seller.until('Category')).tags).not.toContain('Hold')
    } finally {
      admin.close()
      seller.close()
    }
  })
})

type StartedHold = Awaited<ReturnType<typeof beginHold>>

function releaseHold({ buyer: { token }, attempt }: StartedHold) {
  return call(app.url, 'cancelAttempt', { token, params: { id: attempt.attemptID } })
}

/** Runs `work` in a situation where Stripe cancels the hold, but its response is lost. */
async function withoutResponse(operation: () => Promise<{ status: number }>): Promise<void> {
  const { cancelIntent } = app.ctx.payments
  app.ctx.payments.cancelIntent = async (id) => {
    await cancelIntent(id)
    throw new ProblemError('service-unavailable')
  }
  try {
    expect((await operation()).status).toBe(503)
  } finally {
    app.ctx.payments.cancelIntent = cancelIntent
  }
}

async function beginHold(buyer?: Person) {
  const holder = buyer ?? (await buildPerson(app.ctx))
  const { carID, purchasedItemID } = await buildCarOnList(app, holder)
  const { status, body } = await startPaying(app, holder, purchasedItemID)
  expect(status).toBe(200)
  return { buyer: holder, carID, item: purchasedItemID, attempt: body }
}

async function holds() {
  const token = app.people.admin.token
  return (await call<EndpointOutput<'listHolds'>>(app.url, 'listHolds', { token })).body
}

function endHold(id: string) {
  return call(app.url, 'endHold', { token: app.people.admin.token, params: { id } })
}

async function expectEndedByAdmin(buyer: Person, carID: string): Promise<void> {
  expect(await readSaleRecords(app, carID)).toMatchObject({
    car: 'instock',
    purchases: ['unpaid'],
    attempts: ['cancelled'],
  })
  const { kind, body } = await lastMessage(buyer)
  expect([kind, body]).toEqual(['hold-lost', expect.stringContaining('Our team ended your hold')])
  expect(await auditOf(buyer)).toMatchObject([
    { actorEmail: app.people.admin.email, detail: '2021 Audi A4 Avant 40 TFSI' },
  ])
}

async function messagesOf({ token }: Person) {
  return (await call<EndpointOutput<'listMessages'>>(app.url, 'listMessages', { token })).body
}

async function lastMessage(person: Person) {
  return (await messagesOf(person))[0]!
}

async function auditOf({ id }: Person) {
  const { token } = app.people.admin
  const { body } = await call<EndpointOutput<'listAudit'>>(app.url, 'listAudit', { token })
  return body.filter(({ action, target }) => action === 'end-hold' && target === id)
}
