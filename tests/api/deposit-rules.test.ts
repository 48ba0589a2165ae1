import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import { followRefunds } from '../../server/sale/stripe/outside-refunds.ts'
import { reconcile } from '../../server/sale/stripe/reconcile.ts'
import { runDeals } from '../../server/sale/stripe/run-deals.ts'
import { followDispute } from '../../server/sale/disputes/follow-dispute.ts'
import { call, type ApiRequest } from '../support/api-client.ts'
import {
  readDealBalances,
  buildPayableSeller,
  buildSeller,
  callDeal,
  callStripe,
  confirmReceived,
  disputeCard,
  listBookErrors,
  createLaterContext,
  noticeDispute,
  readDealState,
  listTransfers,
} from '../support/deals.ts'
import { buildCarWithDeposit, DEPOSIT, reserve, startDeposit, type Reservation } from '../support/deposits.ts'
import { buildPerson, buildPurchase, type Person } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { readSaleRecords, confirm, refundAtStripe, savePayment, startPaying } from './sale-steps.ts'

const DAY_MS = 86_400_000

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ stripe: { webhooks: 'hold' } })
})
afterAll(() => app?.close())

const end = (reservation: Reservation, side: 'buyer' | 'seller') =>
  callDeal<{ code: string; state: string }>(app, 'endReservation', reservation, reservation[side])
const sellAtDealership = (reservation: Reservation) =>
  callDeal<{ code: string; state: string }>(app, 'recordDealershipPayment', reservation, reservation.seller)
const startRest = ({ buyer, purchaseID }: Reservation) => startPaying(app, buyer, purchaseID)
const messagesOf = async (person: Person) =>
  (await call<EndpointOutput<'listMessages'>>(app.url, 'listMessages', { token: person.token })).body
const stateOfCar = async (carID: string) => (await readSaleRecords(app, carID)).car
const send = (person: Person, name: EndpointName, request: ApiRequest) =>
  call<{ code: string; deletedCount: number }>(app.url, name, { token: person.token, ...request })

/** Expects that neither side can delete the account, and that admins can't either. */
async function expectAccountKept(reservation: Reservation) {
  for (const side of ['buyer', 'seller'] as const) {
    const refused = { status: 409, body: { code: 'money-in-flight' } }
    expect(await send(reservation[side], 'deleteMe', {})).toMatchObject(refused)
    const params = { id: reservation[side].id }
    expect(await send(app.people.admin, 'deleteUser', { params })).toMatchObject(refused)
  }
}

async function payRest(reservation: Reservation, clientSecret: string) {
  await confirm(app, clientSecret)
  return (await savePayment(app, reservation.buyer, clientSecret, reservation.purchaseID)).body
}

const returnedOf = async (intentId: string) => {
  const list = await callStripe<{ data: { amount: number }[] }>(app, `refunds?payment_intent=${intentId}`)
  return list.data.reduce((sum, { amount }) => sum + amount, 0)
}

/** Moves the end of a reservation into the past. */
function setEnd({ purchaseID }: Reservation, column: 'ended_at' | 'reserved_until', days: number) {
  const time = new Date(app.ctx.now().getTime() - days * DAY_MS).toISOString()
  return app.ctx.db
    .updateTable('deposits')
    .set({ [column]: time })
    .where('purchase_id', '=', purchaseID)
    .execute()
}

describe('a buyer who did not buy a reserved car', () => {
  it('can reserve it again only after seven days, unlike other buyers', async () => {
    const reservation = await reserve(app, await buildSeller(app))
    const { buyer, carID } = reservation
    await end(reservation, 'buyer')
    const { body } = await startDeposit(app, buyer, carID)
    expect(body).toMatchObject({ code: 'hold-expired' })
    const { again } = (body as unknown as { facts: { again: string } }).facts
    expect(Date.parse(again) - app.ctx.now().getTime()).toBeGreaterThan(6.99 * DAY_MS)
    expect(await stateOfCar(carID)).toBe('instock')
    expect((await startDeposit(app, await buildPerson(app.ctx), carID)).status).toBe(200)
  })

  it('can reserve it again after seven days', async () => {
    const reservation = await reserve(app, await buildSeller(app))
    await end(reservation, 'buyer')
    await setEnd(reservation, 'ended_at', 7.01)
    expect((await startDeposit(app, reservation.buyer, reservation.carID)).status).toBe(200)
  })

  it('must also wait after an expiry, but can pay the price', async () => {
    const reservation = await reserve(app, await buildSeller(app))
    await runDeals(createLaterContext(app, 2))
    const { buyer, carID } = reservation
    expect((await startDeposit(app, buyer, carID)).body).toMatchObject({ code: 'hold-expired' })
    expect((await startRest(reservation)).body.amount).toBe(2_490_000)
  })

  it('can reserve it again if the seller ended the reservation', async () => {
    const reservation = await reserve(app, await buildSeller(app))
    await end(reservation, 'seller')
    expect((await startDeposit(app, reservation.buyer, reservation.carID)).status).toBe(200)
  })

  it('can’t extend the reservation with payments of the rest', async () => {
    const reservation = await reserve(app, await buildSeller(app))
    await setEnd(reservation, 'reserved_until', 0)
    expect((await startRest(reservation)).body).toMatchObject({ code: 'reservation-over' })
  })

  it('can reserve three cars at the same time', async () => {
    const seller = await buildSeller(app)
    const buyer = await buildPerson(app.ctx)
    const first = await reserve(app, seller, buyer)
    await reserve(app, seller, buyer)
    await reserve(app, seller, buyer)
    const carID = await buildCarWithDeposit(app, seller)
    expect((await startDeposit(app, buyer, carID)).body).toMatchObject({ code: 'quota-exceeded' })
    expect(await stateOfCar(carID)).toBe('instock')
    await end(first, 'buyer')
    expect((await startDeposit(app, buyer, carID)).status).toBe(200)
  })
})

describe('concurrent steps', () => {
  it('end a reservation or pay the rest, but not both', async () => {
    for (let round = 0; round < 4; round++) {
      const reservation = await reserve(app, await buildSeller(app))
      const { body } = await startRest(reservation)
      await Promise.all([end(reservation, 'seller'), payRest(reservation, body.clientSecret)])
      await reconcile(createLaterContext(app, 1 / 1440))
      const { car, payments } = await readSaleRecords(app, reservation.carID)
      const isSold = car === 'sold'
      expect(isSold || car === 'instock').toBe(true)
      const isRefunded = payments.every((payment) => payment.startsWith('refunded '))
      if (isSold) expect(payments).toEqual(['paid (no sale) 50000', 'paid 2440000'])
      else expect(isRefunded).toBe(true)
      expect(await returnedOf(reservation.depositIntent)).toBe(isSold ? 0 : DEPOSIT)
    }
  })

  it('end a reservation or start to pay the rest, but not both', async () => {
    for (let round = 0; round < 4; round++) {
      const reservation = await reserve(app, await buildSeller(app))
      const [ended, started] = await Promise.all([end(reservation, 'seller'), startRest(reservation)])
      const { car, attempts } = await readSaleRecords(app, reservation.carID)
      const hasLiveAttempt = attempts.includes('opening') || attempts.includes('open')
      expect(car).toBe(ended.status === 200 && !hasLiveAttempt ? 'instock' : 'reserved')
      if (started.status !== 200) continue
      const { state } = await payRest(reservation, started.body.clientSecret)
      if (ended.status === 200 && started.body.amount !== 2_490_000) expect(state).not.toBe('paid')
    }
  })

  it('end a reservation or record the payment at the dealership, but not both', async () => {
    for (let round = 0; round < 4; round++) {
      const reservation = await reserve(app, await buildSeller(app))
      const steps = [end(reservation, 'buyer'), sellAtDealership(reservation)]
      const statuses = (await Promise.all(steps)).map(({ status }) => status)
      expect(statuses.toSorted()).toEqual([200, 409])
      const isSold = (await stateOfCar(reservation.carID)) === 'sold'
      expect(await returnedOf(reservation.depositIntent)).toBe(isSold ? 0 : DEPOSIT)
    }
  })

  it('refund the deposit at Stripe and pay the rest, so that the rest is refunded, too', async () => {
    const reservation = await reserve(app, await buildSeller(app))
    const { carID, depositIntent } = reservation
    const { body } = await startRest(reservation)
    await refundAtStripe(app, depositIntent)
    await followRefunds(app.ctx, depositIntent)
    const rival = await buildPerson(app.ctx)
    expect((await startDeposit(app, rival, carID)).body).toMatchObject({ code: 'car-reserved' })
    expect(await payRest(reservation, body.clientSecret)).toMatchObject({ state: 'refunded' })
    expect(await stateOfCar(carID)).toBe('instock')
    expect((await startDeposit(app, rival, carID)).status).toBe(200)
  })
})

describe('a reserved car', () => {
  it('can’t be changed, archived, or deleted by its seller', async () => {
    const { carID, seller } = await reserve(app, await buildSeller(app))
    const ids = [carID]
    const requests: [EndpointName, ApiRequest][] = [
      ['updateCars', { body: { ids, change: { resellPrice: '20,000' } } }],
      ['updateCars', { body: { ids, change: { priceBy: { unit: 'percent', by: -10 } } } }],
      ['setCarState', { params: { id: carID }, body: { state: 'archived' } }],
      ['deleteMyCar', { params: { id: carID } }],
      ['deleteCars', { body: { ids } }],
    ]
    for (const [name, request] of requests)
      expect((await send(seller, name, request)).body, name).toMatchObject({ code: 'car-reserved' })
    await send(seller, 'setCarStates', { body: { ids, state: 'archived' } })
    expect(await stateOfCar(carID)).toBe('reserved')
  })

  it('keeps its price when the seller reverts or undoes an earlier change', async () => {
    const seller = await buildSeller(app)
    const carID = await buildCarWithDeposit(app, seller)
    const change = (resellPrice: string) =>
      call<{ undoId: string }>(app.url, 'updateCars', {
        token: seller.token,
        body: { ids: [carID], change: { resellPrice } },
      })
    await change('20,000')
    const { body } = await change('24,900')
    const buyer = await buildPerson(app.ctx)
    const started = await startDeposit(app, buyer, carID)
    await confirm(app, started.body.clientSecret)
    await savePayment(app, buyer, started.body.clientSecret, started.body.purchasedItemID)
    await send(seller, 'undo', { params: { id: body.undoId } })
    const sets = await call<{ _id: string }[]>(app.url, 'listChangeSets', { token: seller.token })
    for (const { _id: id } of sets.body) await send(seller, 'revertChangeSet', { params: { id }, body: {} })
    const car = app.ctx.db.selectFrom('cars').select(['price_minor', 'state']).where('id', '=', carID)
    expect(await car.executeTakeFirst()).toEqual({ price_minor: 2_490_000, state: 'reserved' })
  })

  it('keeps both parties from deleting their accounts until the deposit is refunded', async () => {
    for (const side of ['buyer', 'seller'] as const) {
      const reservation = await reserve(app, await buildSeller(app))
      await expectAccountKept(reservation)
      expect(await stateOfCar(reservation.carID)).toBe('reserved')
      await end(reservation, side)
      expect(await returnedOf(reservation.depositIntent)).toBe(DEPOSIT)
      expect((await send(reservation[side], 'deleteMe', {})).status).toBe(200)
    }
  })

  it.each(['refund-pending', 'refund-failed'] as const)(
    'keeps both parties from deleting their accounts while the refund is %s',
    async (state) => {
      const reservation = await reserve(app, await buildSeller(app))
      await end(reservation, 'buyer')
      const setState = (to: 'refunded' | typeof state) =>
        app.ctx.db
          .updateTable('payments')
          .set({ state: to })
          .where('intent_id', '=', reservation.depositIntent)
          .execute()
      await setState(state)
      await expectAccountKept(reservation)
      await setState('refunded')
      for (const side of ['buyer', 'seller'] as const)
        expect((await send(reservation[side], 'deleteMe', {})).status).toBe(200)
    },
  )

  it('is not on its buyer’s list twice after an undo', async () => {
    const seller = await buildSeller(app)
    const buyer = await buildPerson(app.ctx)
    const carID = await buildCarWithDeposit(app, seller)
    const id = await buildPurchase(app.ctx, buyer.id, carID)
    const removed = await call<{ undoId: string }>(app.url, 'deletePurchase', {
      token: buyer.token,
      params: { id, carID },
      query: { email: buyer.email },
    })
    const { body } = await startDeposit(app, buyer, carID)
    await confirm(app, body.clientSecret)
    await savePayment(app, buyer, body.clientSecret, body.purchasedItemID)
    await send(buyer, 'undo', { params: { id: removed.body.undoId } })
    const { purchases } = await readSaleRecords(app, carID)
    expect(purchases).toEqual(['removed', 'unpaid'])
    expect((await startPaying(app, buyer, id)).status).toBe(404)
    expect((await startPaying(app, buyer, body.purchasedItemID)).body.amount).toBe(2_440_000)
  })
})

describe('the dispute of a deposit', () => {
  const reserveDisputed = async (seller: Person) => {
    const reservation = await reserve(app, seller, undefined, disputeCard)
    const disputeId = await noticeDispute(app, { intentId: reservation.depositIntent })
    return { reservation, disputeId }
  }
  const decide = async (disputeId: string, decision: 'winning' | 'losing') => {
    const form = { 'evidence[uncategorized_text]': `${decision}_evidence`, submit: 'true' }
    await callStripe(app, `disputes/${disputeId}`, { form })
    await followDispute(app.ctx, disputeId)
  }
  const depositOf = ({ depositIntent }: Reservation) =>
    app.ctx.db
      .selectFrom('deposits')
      .innerJoin('payments', 'payments.id', 'deposits.payment_id')
      .select(['deposits.state', 'payments.state as payment'])
      .where('intent_id', '=', depositIntent)
      .executeTakeFirstOrThrow()

  const disputeOfPayment = async (intentId: string) => {
    const { body } = await call<EndpointOutput<'listPayments'>>(app.url, 'listPayments', {
      token: app.people.admin.token,
      query: { q: intentId },
    })
    return body[0]!.dispute
  }

  const readDispute = (id: string) =>
    call<EndpointOutput<'getDispute'>>(app.url, 'getDispute', {
      token: app.people.admin.token,
      params: { id },
    })
  const submit = (id: string) =>
    call<{ code: string }>(app.url, 'submitDispute', { token: app.people.admin.token, params: { id } })

  it('has evidence from the reservation, which can be submitted', async () => {
    const { reservation, disputeId } = await reserveDisputed(await buildSeller(app))
    const { evidence } = (await readDispute(disputeId)).body
    expect(evidence).toMatchObject({
      customer_name: 'Bea Buyer',
      customer_email_address: reservation.buyer.email,
    })
    expect(evidence).not.toHaveProperty('service_date')
    expect(evidence.product_description).toContain('Audi')
    expect(evidence.refund_policy_disclosure).toContain('we refund the deposit in full')
    for (const part of [
      `Receipt: Bea Buyer paid a deposit of $500.00 USD by card`,
      reservation.depositIntent,
      'It was not refunded.',
      'reserved the car for the buyer for 2 days',
      'The reservation has not ended.',
      'Reserved: ',
    ])
      expect(evidence.uncategorized_text).toContain(part)
    expect(evidence.uncategorized_text).not.toContain('Course of the sale')
    expect((await submit(disputeId)).status).toBe(200)
    expect((await readDispute(disputeId)).body).toMatchObject({ state: 'under_review' })
  })

  it('describes the end of the reservation and the refund', async () => {
    const reservation = await reserve(app, await buildSeller(app), undefined, disputeCard)
    await end(reservation, 'seller')
    await setEnd(reservation, 'reserved_until', -1)
    await app.ctx.db
      .updateTable('cars')
      .set({ model_name: 'Changed since' })
      .where('id', '=', reservation.carID)
      .execute()
    const { evidence } = (
      await readDispute(await noticeDispute(app, { intentId: reservation.depositIntent }))
    ).body
    expect(evidence.uncategorized_text).toContain('The seller ended the reservation at')
    expect(evidence.uncategorized_text).toContain('Stripe refused a full refund')
    expect(evidence.product_description).not.toContain('Changed since')
  })

  it('includes only the notifications about this deposit, even if car names are equal', async () => {
    const seller = await buildSeller(app)
    const { reservation, disputeId } = await reserveDisputed(seller)
    const { buyer, carID, purchaseID } = reservation
    const other = await reserve(app, seller, buyer)
    await refundAtStripe(app, other.depositIntent, 10_000)
    await followRefunds(app.ctx, other.depositIntent)
    await end(other, 'seller')
    await end(reservation, 'seller')
    const { body } = await startDeposit(app, buyer, carID)
    await confirm(app, body.clientSecret)
    await savePayment(app, buyer, body.clientSecret, purchaseID)
    const subjects = (await messagesOf(buyer)).map(({ subject }) => subject.replace(/:.*/, ''))
    expect(subjects.toSorted()).toEqual([
      'Deposit refunded',
      'Partial refund',
      'Reservation ended',
      'Reserved',
      'Reserved',
      'Reserved',
    ])
    await followDispute(app.ctx, disputeId)
    const { evidence } = (await readDispute(disputeId)).body
    const [, sent] = evidence.uncategorized_text!.split('Notifications sent to the buyer:\n')
    expect(sent!.split('\n')).toEqual([
      expect.stringMatching(/^\S+ Reserved: 2021 Audi A4 Avant 40 TFSI, until /),
      expect.stringMatching(/^\S+ Reservation ended: 2021 Audi A4 Avant 40 TFSI$/),
    ])
  })

  it('gets the evidence of the sale when the buyer pays the rest', async () => {
    const { reservation, disputeId } = await reserveDisputed(await buildSeller(app))
    const { body } = await startRest(reservation)
    await payRest(reservation, body.clientSecret)
    await followDispute(app.ctx, disputeId)
    const { evidence } = (await readDispute(disputeId)).body
    for (const part of [
      'a deposit of $500.00',
      '$24,400.00',
      'counted toward the price',
      'Course of the sale',
      'Reserved: ',
      'Receipt: 2021 Audi A4',
    ])
      expect(evidence.uncategorized_text).toContain(part)
  })

  it('is not defended with a later sale if the reservation has ended', async () => {
    const { reservation, disputeId } = await reserveDisputed(await buildSeller(app))
    await end(reservation, 'seller')
    const { body } = await startRest(reservation)
    await payRest(reservation, body.clientSecret)
    await followDispute(app.ctx, disputeId)
    const { evidence } = (await readDispute(disputeId)).body
    expect(evidence.uncategorized_text).toContain('The seller ended the reservation at')
    expect(evidence.uncategorized_text).not.toContain('Course of the sale')
    expect(evidence.uncategorized_text).not.toContain('Receipt: 2021 Audi A4')
  })

  it('keeps both parties from deleting their accounts until it is decided', async () => {
    const { reservation, disputeId } = await reserveDisputed(await buildSeller(app))
    await runDeals(createLaterContext(app, 2))
    await expectAccountKept(reservation)
    await app.ctx.db
      .updateTable('payments')
      .set({ state: 'refunded' })
      .where('intent_id', '=', reservation.depositIntent)
      .execute()
    await expectAccountKept(reservation)
    await decide(disputeId, 'losing')
    for (const person of [reservation.buyer, reservation.seller])
      expect(JSON.stringify(await messagesOf(person))).not.toContain('Deposit returned: ')
    for (const side of ['buyer', 'seller'] as const)
      expect((await send(reservation[side], 'deleteMe', {})).status).toBe(200)
  })

  it('ends the reservation without a refund if it is lost, and admins see it', async () => {
    const { reservation, disputeId } = await reserveDisputed(await buildSeller(app))
    expect(await stateOfCar(reservation.carID)).toBe('reserved')
    await decide(disputeId, 'losing')
    expect(await stateOfCar(reservation.carID)).toBe('instock')
    await runDeals(createLaterContext(app, 3))
    await reconcile(app.ctx)
    expect(await depositOf(reservation)).toEqual({ state: 'refunded', payment: 'paid' })
    for (const person of [reservation.buyer, reservation.seller])
      expect((await messagesOf(person))[0]!.subject).toMatch(/^Deposit returned: /)
    const list = await call<{ _id: string }[]>(app.url, 'listDisputes', { token: app.people.admin.token })
    expect(JSON.stringify(list.body)).toContain(disputeId)
    expect(await listBookErrors(app)).toEqual([])
  })

  it.each([
    ['winning', { state: 'refunded', payment: 'refunded' }, DEPOSIT],
    ['losing', { state: 'refunded', payment: 'paid' }, 0],
  ] as const)('delays the refund of an expired reservation: %s', async (decision, deposit, returned) => {
    const { reservation, disputeId } = await reserveDisputed(await buildSeller(app))
    await runDeals(createLaterContext(app, 2))
    expect(await stateOfCar(reservation.carID)).toBe('instock')
    await reconcile(app.ctx)
    expect(await depositOf(reservation)).toEqual({ state: 'refunded', payment: 'refund-pending' })
    await decide(disputeId, decision)
    await reconcile(app.ctx)
    expect(await depositOf(reservation)).toEqual(deposit)
    expect(await returnedOf(reservation.depositIntent)).toBe(returned)
  })

  it('shows a payment as held by the bank while any dispute about it is open', async () => {
    const { reservation, disputeId } = await reserveDisputed(await buildSeller(app))
    await decide(disputeId, 'losing')
    expect(await disputeOfPayment(reservation.depositIntent)).toBe('returned-by-bank')
    const { db } = app.ctx
    const lost = await db
      .selectFrom('disputes')
      .selectAll()
      .where('id', '=', disputeId)
      .executeTakeFirstOrThrow()
    const open = { ...lost, id: `${lost.id}_2`, state: 'under_review' as const }
    await db.insertInto('disputes').values(open).execute()
    expect(await disputeOfPayment(reservation.depositIntent)).toBe('held-by-bank')
  })

  it.each([
    ['winning', 'refunded', null, DEPOSIT, 'Deposit refunded: 2021 Audi A4 Avant 40 TFSI, $500'],
    [
      'losing',
      'returned-by-bank',
      'returned-by-bank',
      0,
      'Deposit returned: 2021 Audi A4 Avant 40 TFSI, $500',
    ],
  ] as const)(
    'lets either side end the reservation, and reports the state of the deposit after a %s decision',
    async (decision, state, dispute, returned, subject) => {
      for (const side of ['buyer', 'seller'] as const) {
        const { reservation, disputeId } = await reserveDisputed(await buildSeller(app))
        const { buyer, seller, purchaseID, carID, depositIntent } = reservation
        const expectEnd = async (modifiedCount: number, expected: string) =>
          expect((await end(reservation, side)).body).toEqual({
            acknowledged: true,
            modifiedCount,
            state: expected,
          })
        const listed = await send(buyer, 'getPurchase', { params: { id: purchaseID } })
        expect(listed.body).toMatchObject({ deposit: { state: 'held', disputed: true } })
        await expectEnd(1, 'held-by-bank')
        await reconcile(app.ctx)
        await expectEnd(0, 'held-by-bank')
        expect(await stateOfCar(carID)).toBe('instock')
        expect(await disputeOfPayment(depositIntent)).toBe('held-by-bank')
        expect(await returnedOf(depositIntent)).toBe(0)
        for (const person of [buyer, seller])
          expect((await messagesOf(person))[0]!.subject).toBe('Reservation ended: 2021 Audi A4 Avant 40 TFSI')
        await decide(disputeId, decision)
        await reconcile(app.ctx)
        await expectEnd(0, state)
        expect(await disputeOfPayment(depositIntent)).toBe(dispute)
        expect(await returnedOf(depositIntent)).toBe(returned)
        for (const person of [buyer, seller]) expect((await messagesOf(person))[0]!.subject).toBe(subject)
        const { platform = 0, buyer: paid = 0 } = await readDealBalances(app, reservation)
        expect([platform, paid]).toEqual([0, 0])
      }
      expect(await listBookErrors(app)).toEqual([])
    },
  )

  it('is followed, if it is won, by the refund that Stripe refused before we knew of the dispute', async () => {
    const reservation = await reserve(app, await buildSeller(app), undefined, disputeCard)
    expect((await end(reservation, 'buyer')).body).toMatchObject({ state: 'refund-failed' })
    expect(await depositOf(reservation)).toEqual({ state: 'refunded', payment: 'refund-failed' })
    await decide(await noticeDispute(app, { intentId: reservation.depositIntent }), 'winning')
    await reconcile(app.ctx)
    expect(await returnedOf(reservation.depositIntent)).toBe(DEPOSIT)
  })

  it('does not reduce or delay the payout of a later sale if the reservation has ended', async () => {
    const { reservation, disputeId } = await reserveDisputed(await buildPayableSeller(app))
    await end(reservation, 'seller')
    const { body } = await startRest(reservation)
    expect(await payRest(reservation, body.clientSecret)).toMatchObject({ state: 'paid' })
    await confirmReceived(app, reservation)
    expect(await readDealState(app, reservation)).toBe('released')
    await decide(disputeId, 'losing')
    await runDeals(app.ctx)
    const [transfer] = await listTransfers(app, reservation)
    expect(transfer).toMatchObject({ amount: 2_440_200, amount_reversed: 0 })
    expect(await readDealState(app, reservation)).toBe('released')
  })
})
