import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { ProblemError } from '../../contract/api/problems.ts'
import { endReservation } from '../../server/sale/payments/end-reservation.ts'
import { calculateFee } from '../../contract/fees.ts'
import { findDealMoney } from '../../server/sale/records/deal-money.ts'
import { findFeeRate } from '../../server/sale/records/fee-rate.repository.ts'
import { findPayment } from '../../server/sale/records/payment.repository.ts'
import { findHeldDeposit } from '../../server/sale/records/deposit.repository.ts'
import { followRefunds } from '../../server/sale/stripe/outside-refunds.ts'
import { reconcile } from '../../server/sale/stripe/reconcile.ts'
import { runDeals } from '../../server/sale/stripe/run-deals.ts'
import { call } from '../support/api-client.ts'
import {
  readDealBalances,
  buildPayableSeller,
  buildSeller,
  callDeal,
  callStripe,
  confirmReceived,
  decideProblem,
  listBookErrors,
  createLaterContext,
  readDeal,
  refund,
  reportProblem,
  sell,
  readDealState,
  listTransfers,
  type Sale,
} from '../support/deals.ts'
import { buildCarWithDeposit, DEPOSIT, reserve, startDeposit, type Reservation } from '../support/deposits.ts'
import { buildCar, buildPerson, buildPurchase, type Person } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { confirm, refundAtStripe, savePayment, startPaying } from './sale-steps.ts'

const PRICE = 2_490_000

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ stripe: { webhooks: 'hold' } })
})
afterAll(() => app?.close())

const availableOf = async (id: string) =>
  (await call<EndpointOutput<'getCar'>>(app.url, 'getCar', { params: { id } })).body.available
const purchaseOf = async ({ purchaseID, buyer }: Pick<Reservation, 'purchaseID' | 'buyer'>) =>
  (
    await call<EndpointOutput<'getPurchase'>>(app.url, 'getPurchase', {
      token: buyer.token,
      params: { id: purchaseID },
    })
  ).body
const end = (reservation: Reservation, person: Pick<Person, 'token'>) =>
  callDeal<EndpointOutput<'endReservation'>>(app, 'endReservation', reservation, person)
const paidAtDealership = (reservation: Reservation, person: Pick<Person, 'token'>) =>
  callDeal<EndpointOutput<'recordDealershipPayment'>>(app, 'recordDealershipPayment', reservation, person)
const startRest = ({ buyer, purchaseID }: Reservation) => startPaying(app, buyer, purchaseID)

/** Pays the rest by card. */
async function payRest(reservation: Reservation): Promise<Sale> {
  const { body } = await startRest(reservation)
  await confirm(app, body.clientSecret)
  const saved = await savePayment(app, reservation.buyer, body.clientSecret, reservation.purchaseID)
  expect(saved.body.state).toBe('paid')
  const { purchaseID, carID, buyer, seller } = reservation
  const intentId = saved.body.transactionID
  return { purchaseID, carID, buyer, seller, intentId, paymentID: saved.body.insertedId! }
}

/** Returns the booked balances without Stripe's fees, which the platform bears. */
async function getHeldBalances(sale: Pick<Sale, 'purchaseID'>) {
  const { 'stripe-fee': _stripeFee, fee: _fee, ...held } = await readDealBalances(app, sale)
  return held
}

const refundsOf = async (intent: string) =>
  (await callStripe<{ data: { amount: number }[] }>(app, `refunds?payment_intent=${intent}`)).data.map(
    ({ amount }) => amount,
  )

/** Returns the deposit that is refunded together with a payment, as admins see it. */
async function creditedDepositOf(intent: string): Promise<number> {
  const { body } = await call<EndpointOutput<'listPayments'>>(app.url, 'listPayments', {
    token: app.people.admin.token,
    query: { q: intent },
  })
  return body[0]!.creditedDepositMinor
}

describe('a reservation', () => {
  it('reserves the car for its buyer, and asks only for the rest', async () => {
    const reservation = await reserve(app, await buildSeller(app))
    const { carID } = reservation
    expect(await availableOf(carID)).toBe('reserved')
    const purchase = await purchaseOf(reservation)
    expect(purchase).toMatchObject({
      state: 'unpaid',
      deposit: { state: 'held', amount: DEPOSIT },
      remainingMinor: PRICE - DEPOSIT,
    })
    const days = (Date.parse(purchase.deposit!.reservedUntil) - app.ctx.now().getTime()) / 86_400_000
    expect(days).toBeGreaterThan(1.99)
    expect(days).toBeLessThanOrEqual(2)
    expect((await startRest(reservation)).body.amount).toBe(PRICE - DEPOSIT)
    expect(await getHeldBalances(reservation)).toEqual({ buyer: -DEPOSIT, platform: DEPOSIT })
  })

  it('shows its buyer the seller’s phone number while the deposit is held', async () => {
    const buyer = await buildPerson(app.ctx)
    const carID = await buildCarWithDeposit(app, await buildSeller(app))
    const { body } = await startDeposit(app, buyer, carID)
    const item = { purchaseID: body.purchasedItemID, buyer }
    expect(await purchaseOf(item)).not.toHaveProperty('selllerContact')
    await confirm(app, body.clientSecret)
    await savePayment(app, buyer, body.clientSecret, item.purchaseID)
    expect(await purchaseOf(item)).toHaveProperty('selllerContact', '555-0100')
    expect((await callDeal(app, 'endReservation', item, buyer)).status).toBe(200)
    expect(await purchaseOf(item)).not.toHaveProperty('selllerContact')
  })

  it('keeps other buyers from reserving and from paying', async () => {
    const { carID } = await reserve(app, await buildSeller(app))
    const other = await buildPerson(app.ctx)
    expect((await startDeposit(app, other, carID)).body).toMatchObject({ code: 'car-reserved' })
    const item = await buildPurchase(app.ctx, other.id, carID)
    expect((await startPaying(app, other, item)).body).toMatchObject({ code: 'car-reserved' })
  })

  it('remains when an attempt to pay the rest ends', async () => {
    const reservation = await reserve(app, await buildSeller(app))
    const { body } = await startRest(reservation)
    const released = await call(app.url, 'cancelAttempt', {
      token: reservation.buyer.token,
      params: { id: body.attemptID },
    })
    expect(released.status).toBe(200)
    expect(await availableOf(reservation.carID)).toBe('reserved')
    // The buyer may try again immediately, because the car is reserved anyway.
    expect((await startRest(reservation)).status).toBe(200)
  })

  it('can’t be paid twice, and its item can’t be removed from the list', async () => {
    const reservation = await reserve(app, await buildSeller(app))
    const { buyer, carID, purchaseID } = reservation
    expect((await startDeposit(app, buyer, carID)).body).toMatchObject({ code: 'already-paid' })
    const removed = await call(app.url, 'deletePurchase', {
      token: buyer.token,
      params: { id: purchaseID, carID },
      query: { email: buyer.email },
    })
    expect(removed.body).toMatchObject({ code: 'reserved-by-you' })
  })

  it('is not made twice by a second window', async () => {
    const seller = await buildSeller(app)
    const buyer = await buildPerson(app.ctx)
    const carID = await buildCarWithDeposit(app, seller)
    const [first, second] = await Promise.all([
      startDeposit(app, buyer, carID),
      startDeposit(app, buyer, carID),
    ])
    expect(second.body).toEqual(first.body)
    // The buyer decides to pay the price instead. The attempt to pay the deposit ends.
    const price = await startPaying(app, buyer, first.body.purchasedItemID)
    expect(price.body.amount).toBe(PRICE)
    const late = await confirm(app, first.body.clientSecret)
    expect(late.status).not.toBe(200)
  })

  it('is found by the reconciler if the browser closes after the payment', async () => {
    const buyer = await buildPerson(app.ctx)
    const carID = await buildCarWithDeposit(app, await buildSeller(app))
    const { body } = await startDeposit(app, buyer, carID)
    await confirm(app, body.clientSecret)
    await reconcile(createLaterContext(app, 1 / 1440))
    expect((await savePayment(app, buyer, body.clientSecret, body.purchasedItemID)).body.state).toBe(
      'reserved',
    )
  })

  it('requires another seller’s car whose deposit is the amount that the buyer saw', async () => {
    const seller = await buildSeller(app)
    const buyer = await buildPerson(app.ctx)
    const carID = await buildCarWithDeposit(app, seller)
    const plainCar = await buildCar(app.ctx, seller.id, { resell_price: '24,900' })
    const cheapCar = await buildCar(app.ctx, seller.id, { resell_price: '500', deposit: 500 })
    expect((await startDeposit(app, buyer, plainCar)).body).toMatchObject({ code: 'no-deposit' })
    expect((await startDeposit(app, buyer, cheapCar)).body).toMatchObject({ code: 'no-deposit' })
    expect((await startDeposit(app, buyer, carID, { amount: 100 })).body).toMatchObject({
      code: 'deposit-changed',
    })
    expect((await startDeposit(app, seller, carID)).body).toMatchObject({ code: 'own-car' })
    expect(await availableOf(carID)).toBe('instock')
    expect(await availableOf(cheapCar)).toBe('instock')
  })

  it.each([49, 1001, 250.5])('is not offered for %s dollars', async (deposit) => {
    const seller = await buildSeller(app)
    const { status, body } = await call<{ errors: { path: string }[] }>(app.url, 'addCar', {
      token: seller.token,
      body: {
        category_name: 'Audi',
        modelName: 'A4',
        selllerContact: '555-0123',
        usageTime: '2 years',
        originalPrice: '48,990',
        resellPrice: '31,500',
        deposit,
      },
    })
    expect([status, body.errors.map(({ path }) => path)]).toEqual([400, ['deposit']])
  })
})

describe('the rest of the price', () => {
  it('is paid by card, and the seller gets one transfer of the full price minus the fee', async () => {
    const reservation = await reserve(app, await buildPayableSeller(app))
    const sale = await payRest(reservation)
    expect(await availableOf(sale.carID)).toBe('sold')
    expect(await purchaseOf(reservation)).toMatchObject({ deposit: { state: 'credited' }, remainingMinor: 0 })
    const deal = await readDeal(app, sale, sale.seller)
    expect(deal).toMatchObject({ amount: PRICE, paidElsewhereMinor: 0 })
    await confirmReceived(app, sale)
    expect(await readDealState(app, sale)).toBe('released')
    const transfers = await listTransfers(app, sale)
    expect(transfers.map(({ amount }) => amount)).toEqual([PRICE - deal.feeMinor!])
    expect(await listBookErrors(app)).toEqual([])
  })

  it('is refunded together with the deposit before the payout', async () => {
    const reservation = await reserve(app, await buildPayableSeller(app))
    const sale = await payRest(reservation)
    expect(await creditedDepositOf(sale.intentId)).toBe(DEPOSIT)
    expect(await creditedDepositOf(reservation.depositIntent)).toBe(0)
    await reportProblem(app, sale)
    await decideProblem(app, sale, { outcome: 'refund' })
    await reconcile(app.ctx)
    expect(await creditedDepositOf(sale.intentId)).toBe(0)
    expect(await readDealState(app, sale)).toBe('refunded')
    expect(await refundsOf(sale.intentId)).toEqual([PRICE - DEPOSIT])
    expect(await refundsOf(reservation.depositIntent)).toEqual([DEPOSIT])
    expect(await getHeldBalances(sale)).toEqual({})
    expect(await listTransfers(app, sale)).toEqual([])
    expect(await readDeal(app, sale, sale.buyer)).toMatchObject({ amount: PRICE, refundedMinor: PRICE })
  })

  it('is refunded together with the deposit after the payout, which is reversed in full', async () => {
    const reservation = await reserve(app, await buildPayableSeller(app))
    const sale = await payRest(reservation)
    await confirmReceived(app, sale)
    await refund(app, sale)
    await reconcile(app.ctx)
    await runDeals(app.ctx)
    const [transfer] = await listTransfers(app, sale)
    expect(transfer!.amount_reversed).toBe(transfer!.amount)
    expect(await getHeldBalances(sale)).toEqual({})
    expect(await listBookErrors(app)).toEqual([])
  })

  it('is not in the sale or the payout after a full refund, which also hides the buyer’s contact', async () => {
    const sale = await payRest(await reserve(app, await buildPayableSeller(app)))
    await refund(app, sale)
    await reconcile(app.ctx)
    const { token } = sale.seller
    const { body } = await call<EndpointOutput<'listSales'>>(app.url, 'listSales', { token })
    const [listed] = body
    expect(listed).toMatchObject({ state: 'refunded', paidMinor: 0, payoutMinor: 0 })
    expect(listed).not.toHaveProperty('buyerContact')
  })

  it('is not refunded with a deposit that the bank has returned', async () => {
    const sale = await payRest(await reserve(app, await buildPayableSeller(app)))
    const { payments } = await findDealMoney(app.ctx.db, {
      purchaseId: sale.purchaseID,
      paymentId: sale.paymentID,
    })
    const deposit = payments.find(({ isDeposit }) => isDeposit)!
    await app.ctx.db
      .insertInto('disputes')
      .values({
        id: 'dp_lost',
        payment_id: deposit.id,
        purchase_id: sale.purchaseID,
        amount: DEPOSIT,
        reason: 'fraudulent',
        state: 'lost',
        opened_at: app.ctx.now().toISOString(),
        due_by: null,
        closed_at: app.ctx.now().toISOString(),
        edited_at: null,
        submitted_at: null,
        submitted_by: null,
      })
      .execute()
    const deal = await readDeal(app, sale, sale.seller)
    expect(deal.payoutMinor).toBe(
      PRICE - DEPOSIT - calculateFee(PRICE - DEPOSIT, await findFeeRate(app.ctx.db, sale.seller.id)),
    )
    await refund(app, sale)
    await reconcile(app.ctx)
    expect((await findPayment(app.ctx.db, deposit.id))!.state).toBe('paid')
  })

  it('can be refunded in part, and the payout is smaller by the part', async () => {
    // The payout is larger than the unrefunded rest of the last charge, so it needs a balance.
    await sell(app, { seller: await buildSeller(app) })
    const reservation = await reserve(app, await buildPayableSeller(app))
    const sale = await payRest(reservation)
    await refund(app, sale, { amount: '1,000', refundedAmount: 0 })
    await confirmReceived(app, sale)
    const deal = await readDeal(app, sale, sale.seller)
    expect((await listTransfers(app, sale))[0]!.amount).toBe(PRICE - 100_000 - deal.feeMinor!)
    expect(await listBookErrors(app)).toEqual([])
  })

  it('is recorded as paid at the dealership, and the deposit is paid out after the handover', async () => {
    const reservation = await reserve(app, await buildPayableSeller(app))
    const { body } = await paidAtDealership(reservation, reservation.seller)
    expect(body).toMatchObject({ state: 'paid-at-dealership', modifiedCount: 1 })
    expect((await paidAtDealership(reservation, reservation.seller)).body.modifiedCount).toBe(0)
    expect(await availableOf(reservation.carID)).toBe('sold')
    const deal = await readDeal(app, reservation, reservation.seller)
    expect(deal).toMatchObject({ state: 'paid', amount: DEPOSIT, paidElsewhereMinor: PRICE - DEPOSIT })
    expect(deal.events).toMatchObject([
      { by: 'seller', text: 'The seller recorded that the buyer paid $24,400 at the dealership.' },
    ])
    await confirmReceived(app, reservation)
    expect((await listTransfers(app, reservation)).map(({ amount }) => amount)).toEqual([
      DEPOSIT - deal.feeMinor!,
    ])
    expect(await listBookErrors(app)).toEqual([])
  })
})

describe('the notices of a payment at the dealership', () => {
  it.each([
    ['seller', 'The seller', 'You'],
    ['admin', 'Our team', 'Our team'],
  ] as const)('name the %s as the recorder', async (by, buyersText, sellersText) => {
    const reservation = await reserve(app, await buildSeller(app))
    await paidAtDealership(reservation, by === 'admin' ? app.people.admin : reservation.seller)
    const bodyOf = async ({ id }: Person, kind: 'receipt' | 'sold') =>
      (
        await app.ctx.db
          .selectFrom('messages')
          .select('body')
          .where('user_id', '=', id)
          .where('kind', '=', kind)
          .executeTakeFirstOrThrow()
      ).body
    const receipt = await bodyOf(reservation.buyer, 'receipt')
    expect(receipt).toContain(`${buyersText} recorded that you paid $24,400 at the dealership.`)
    expect(receipt).toContain('You paid a deposit of $500 by card')
    const sold = await bodyOf(reservation.seller, 'sold')
    expect(sold).toContain(`${sellersText} recorded that they paid $24,400 at the dealership.`)
    const { events } = await readDeal(app, reservation, reservation.seller)
    expect(events).toMatchObject([{ by }])
  })
})

describe('the end of a reservation', () => {
  it.each(['buyer', 'seller', 'admin'] as const)(
    'refunds the deposit once if the %s ends it',
    async (side) => {
      const reservation = await reserve(app, await buildSeller(app))
      const person = side === 'admin' ? app.people.admin : reservation[side]
      const results = await Promise.all([end(reservation, person), end(reservation, person)])
      const states = results.map(({ body }) => body.state)
      expect(states).toContain('refunded')
      for (const state of states) expect(['refunded', 'refund-pending']).toContain(state)
      expect(results.reduce((sum, { body }) => sum + body.modifiedCount, 0)).toBe(1)
      expect(await availableOf(reservation.carID)).toBe('instock')
      expect(await refundsOf(reservation.depositIntent)).toEqual([DEPOSIT])
      expect(await purchaseOf(reservation)).toMatchObject({ state: 'unpaid', deposit: null })
      expect(await getHeldBalances(reservation)).toEqual({})
    },
  )

  it('is not possible for strangers, who can’t record a payment at the dealership either', async () => {
    const reservation = await reserve(app, await buildSeller(app))
    const stranger = await buildPerson(app.ctx)
    for (const call of [end, paidAtDealership]) expect((await call(reservation, stranger)).status).toBe(404)
    expect((await paidAtDealership(reservation, reservation.buyer)).status).toBe(404)
    expect(await availableOf(reservation.carID)).toBe('reserved')
  })

  it('happens automatically at the deadline, not earlier', async () => {
    const reservation = await reserve(app, await buildSeller(app))
    await runDeals(createLaterContext(app, 1.99))
    expect(await availableOf(reservation.carID)).toBe('reserved')
    await runDeals(createLaterContext(app, 2))
    expect(await availableOf(reservation.carID)).toBe('instock')
    expect(await refundsOf(reservation.depositIntent)).toEqual([DEPOSIT])
  })

  it('waits while the rest is being paid', async () => {
    const reservation = await reserve(app, await buildSeller(app))
    const { body } = await startRest(reservation)
    await runDeals(createLaterContext(app, 2))
    expect(await availableOf(reservation.carID)).toBe('reserved')
    await confirm(app, body.clientSecret)
    const saved = await savePayment(app, reservation.buyer, body.clientSecret, reservation.purchaseID)
    expect(saved.body.state).toBe('paid')
  })

  it('follows a refund in Stripe’s dashboard', async () => {
    const reservation = await reserve(app, await buildSeller(app))
    await refundAtStripe(app, reservation.depositIntent)
    await followRefunds(app.ctx, reservation.depositIntent)
    expect(await availableOf(reservation.carID)).toBe('instock')
    expect(await purchaseOf(reservation)).toMatchObject({ deposit: null })
  })

  it('follows the removal of the car by an admin', async () => {
    const reservation = await reserve(app, await buildSeller(app))
    const removed = await call(app.url, 'deleteAnyCar', {
      token: app.people.admin.token,
      params: { id: reservation.carID },
    })
    expect(removed.status).toBe(200)
    expect(await refundsOf(reservation.depositIntent)).toEqual([DEPOSIT])
  })

  it('repeats a refund that Stripe did not answer', async () => {
    const reservation = await reserve(app, await buildSeller(app))
    const deposit = (await findHeldDeposit(app.ctx.db, 'car', reservation.carID))!
    const refund = () => Promise.reject(new ProblemError('service-unavailable'))
    const offline = { ...app.ctx, payments: { ...app.ctx.payments, refund } }
    const reason = { by: 'buyer' as const, actorId: reservation.buyer.id, reason: 'Changed my mind' }
    expect(await endReservation(offline, deposit, reason)).toBe(true)
    expect(await refundsOf(reservation.depositIntent)).toEqual([])
    await reconcile(app.ctx)
    expect(await refundsOf(reservation.depositIntent)).toEqual([DEPOSIT])
    expect(await getHeldBalances(reservation)).toEqual({})
  })
})
