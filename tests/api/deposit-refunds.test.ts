import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { calculateFee } from '../../contract/fees.ts'
import { findReservation } from '../../server/sale/records/deposit.repository.ts'
import { findFeeRate } from '../../server/sale/records/fee-rate.repository.ts'
import { findPaymentByIntent } from '../../server/sale/records/payment.repository.ts'
import { findMissedRefunds } from '../../server/sale/stripe/outside-refunds.ts'
import { reconcile } from '../../server/sale/stripe/reconcile.ts'
import { runDeals } from '../../server/sale/stripe/run-deals.ts'
import { call } from '../support/api-client.ts'
import {
  readDealBalances,
  buildPayableSeller,
  buildSeller,
  callStripe,
  confirmReceived,
  decideProblem,
  listBookErrors,
  readDeal,
  refund,
  reportProblem,
  sell,
  readDealState,
  listTransfers,
  type Sale,
} from '../support/deals.ts'
import { DEPOSIT, reserve } from '../support/deposits.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { confirm, refundAtStripe, savePayment, startPaying } from './sale-steps.ts'

const PRICE = 2_490_000
const REST = PRICE - DEPOSIT

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ stripe: { webhooks: 'hold' } })
  // A payout that is larger than the unrefunded rest of the last charge needs a balance.
  await sell(app, { seller: await buildSeller(app) })
})
afterAll(() => app?.close())

interface DepositSale extends Sale {
  depositIntent: string
}

/** Sells a car whose buyer paid a deposit of $500 and the rest of $24,400 by card. */
async function sellWithDeposit(): Promise<DepositSale> {
  const reservation = await reserve(app, await buildPayableSeller(app))
  const { purchaseID, buyer } = reservation
  const { body } = await startPaying(app, buyer, purchaseID)
  await confirm(app, body.clientSecret)
  const saved = await savePayment(app, buyer, body.clientSecret, purchaseID)
  return { ...reservation, intentId: saved.body.transactionID, paymentID: saved.body.insertedId! }
}

/** Returns the refunds of the rest and of the deposit in Stripe, newest first. */
function refundsOf({ intentId, depositIntent }: DepositSale): Promise<number[][]> {
  return Promise.all(
    [intentId, depositIntent].map(async (intent) => {
      const path = `refunds?payment_intent=${intent}`
      const { data } = await callStripe<{ data: { amount: number }[] }>(app, path)
      return data.map(({ amount }) => amount)
    }),
  )
}

const payOutOf = async (sale: Sale, refunded: number) =>
  PRICE - refunded - calculateFee(PRICE - refunded, await findFeeRate(app.ctx.db, sale.seller.id))

const refundPart = (sale: Sale, amount: string, refundedAmount = 0) =>
  refund(app, sale, { amount, refundedAmount })

const decidePart = async (sale: Sale, amount: string) => {
  await reportProblem(app, sale)
  return decideProblem(app, sale, { outcome: 'partial-refund', amount })
}

const paths = [
  ['a refund of the payment', refundPart],
  ['the decision of a problem', decidePart],
] as const

const amounts = [
  ['the payment of the rest', '24,400', [[REST], []]],
  ['more than that', '24,600', [[REST], [20_000]]],
  ['all but one cent', '24,899.99', [[REST], [DEPOSIT - 1]]],
] as const

describe.each(paths)('%s with a credited deposit', (_, refundBy) => {
  it.each(amounts)('can return %s, and the sale continues', async (_title, amount, refunds) => {
    const sale = await sellWithDeposit()
    const refunded = refunds.flat().reduce((sum, each) => sum + each, 0)
    expect((await refundBy(sale, amount)).body).toMatchObject({ state: 'paid' })
    expect(await refundsOf(sale)).toEqual(refunds)
    await findMissedRefunds(app.ctx)
    await reconcile(app.ctx)
    expect(await readDeal(app, sale, sale.buyer)).toMatchObject({ state: 'paid', refundedMinor: refunded })
    await confirmReceived(app, sale)
    await runDeals(app.ctx)
    expect(await readDealState(app, sale)).toBe('released')
    const sent = (await listTransfers(app, sale)).map((transfer) => transfer.amount)
    const payout = await payOutOf(sale, refunded)
    expect(sent).toEqual(payout > 0 ? [payout] : [])
  })

  it('reverses the same share after the payout', async () => {
    const sale = await sellWithDeposit()
    await confirmReceived(app, sale)
    const [before] = await listTransfers(app, sale)
    await refundBy(sale, '24,600')
    const refunded = 2_460_000
    expect(await readDeal(app, sale, sale.buyer)).toMatchObject({
      state: 'released',
      refundedMinor: refunded,
    })
    const [transfer] = await listTransfers(app, sale)
    expect(transfer!.amount_reversed).toBe(Math.round((before!.amount * refunded) / PRICE))
    const { buyer, platform, debt } = await readDealBalances(app, sale)
    expect([buyer, platform, debt]).toEqual([refunded - PRICE, undefined, undefined])
  })
})

it('a sale continues after a decided refund only when all of its parts are made', async () => {
  const sale = await sellWithDeposit()
  const { refund: refundAt } = app.ctx.payments
  let made = 0
  app.ctx.payments.refund = (order) => (made++ === 0 ? refundAt(order) : Promise.reject(new Error('offline')))
  expect((await decidePart(sale, '24,600')).status).toBe(500)
  app.ctx.payments.refund = refundAt
  expect(await readDealState(app, sale)).toBe('problem')
  await reconcile(app.ctx)
  expect(await refundsOf(sale)).toEqual([[REST], [20_000]])
  expect(await readDealState(app, sale)).toBe('paid')
})

it('a decided partial refund must be less than the full price', async () => {
  const sale = await sellWithDeposit()
  await reportProblem(app, sale)
  expect((await readDeal(app, sale, app.people.admin)).partLimitMinor).toBe(PRICE)
  for (const amount of ['24,900', '24,900.01'])
    expect(await decideProblem(app, sale, { outcome: 'partial-refund', amount })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'amount' }] },
    })
  expect(await readDealState(app, sale)).toBe('problem')
  expect(await refundsOf(sale)).toEqual([[], []])
})

describe('a sale whose rest was refunded in two parts', () => {
  const refundRestInParts = async () => {
    const sale = await sellWithDeposit()
    await refundPart(sale, '14,400')
    await refundPart(sale, '10,000', 1_440_000)
    expect(await readDealState(app, sale)).toBe('paid')
    expect(await refundsOf(sale)).toEqual([[1_000_000, 1_440_000], []])
    return sale
  }

  it('ends with a full refund, which returns the deposit', async () => {
    const sale = await refundRestInParts()
    expect((await refund(app, sale)).body).toMatchObject({ state: 'refunded' })
    await reconcile(app.ctx)
    expect(await readDealState(app, sale)).toBe('refunded')
    expect(await refundsOf(sale)).toEqual([[1_000_000, 1_440_000], [DEPOSIT]])
    expect((await readDealBalances(app, sale)).buyer).toBeUndefined()
    const { body } = await call<EndpointOutput<'listMessages'>>(app.url, 'listMessages', {
      token: sale.buyer.token,
    })
    expect(body.filter(({ subject }) => subject.endsWith(', $0'))).toEqual([])
  })

  it('ends when the deposit is refunded in Stripe’s dashboard', async () => {
    const sale = await refundRestInParts()
    await refundAtStripe(app, sale.depositIntent)
    await findMissedRefunds(app.ctx)
    await reconcile(app.ctx)
    expect(await readDeal(app, sale, sale.buyer)).toMatchObject({ state: 'refunded', refundedMinor: PRICE })
  })

  it('counts as a sale for the rest of its price', async () => {
    const sale = await refundRestInParts()
    await refundPart(sale, '100', REST)
    const { body } = await call<EndpointOutput<'listSalesByMonth'>>(app.url, 'listSalesByMonth', {
      token: sale.seller.token,
    })
    expect(body.at(-1)).toMatchObject({ cars: 1, amount: DEPOSIT - 10_000 })
  })
})

it('a partial refund of only the deposit is shown to both parties', async () => {
  const sale = await sellWithDeposit()
  const deposit = (await findPaymentByIntent(app.ctx.db, sale.depositIntent))!
  expect((await findReservation(app.ctx.db, deposit.id))!.state).toBe('credited')
  const response = await refundPart({ ...sale, paymentID: deposit.id }, '100')
  expect(response.body).toMatchObject({ state: 'paid' })
  const { events, refundedMinor } = await readDeal(app, sale, sale.seller)
  expect(refundedMinor).toBe(10_000)
  expect(events.at(-1)?.text).toBe('$100 was refunded to the buyer.')
  const { body } = await call<EndpointOutput<'listMessages'>>(app.url, 'listMessages', {
    token: sale.seller.token,
  })
  expect(body[0]?.body).toContain('$100 of the deposit of $500')
})

it('the books add up and agree with Stripe', async () => {
  expect(await listBookErrors(app)).toEqual([])
})
