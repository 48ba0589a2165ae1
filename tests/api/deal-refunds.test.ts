import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { runDeals } from '../../server/sale/stripe/run-deals.ts'
import { findMissedRefunds } from '../../server/sale/stripe/outside-refunds.ts'
import { reconcile } from '../../server/sale/stripe/reconcile.ts'
import { call } from '../support/api-client.ts'
import type { Person } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import {
  readDealBalances,
  buildPayableSeller,
  buildSeller,
  callStripe,
  confirmReceived,
  listBookErrors,
  onboard,
  readDeal,
  refund,
  sell,
  readDealState,
  listTransfers,
  withdraw,
  type Sale,
} from '../support/deals.ts'
import { refundAtStripe } from './sale-steps.ts'

/** The price of each sale and the seller's share of it, in cents. */
const PRICE = 2_490_000
const SHARE = 2_440_200
const FEE = 49_800
const BANK_MS = 60_000

let app: TestApp
let elapsed = 0
beforeAll(async () => {
  const now = () => Date.now() + elapsed
  app = await startTestApp({ stripe: { webhooks: 'hold', refundDelayMs: BANK_MS, now } })
})
afterAll(() => app?.close())

async function payoutOf(sale: Sale) {
  const { token } = sale.seller
  const { body } = await call<EndpointOutput<'listPayouts'>>(app.url, 'listPayouts', { token })
  return body.find(({ purchaseID }) => purchaseID === sale.purchaseID)
}

async function saleRowOf(sale: Sale) {
  const { token } = sale.seller
  const { body } = await call<EndpointOutput<'listSales'>>(app.url, 'listSales', { token })
  return body.find(({ carID }) => carID === sale.carID)
}

async function debtOf({ token }: Person): Promise<number> {
  const { body } = await call<EndpointOutput<'getPayoutAccount'>>(app.url, 'getPayoutAccount', { token })
  return body.debtMinor
}

async function releasedSale(card?: string): Promise<Sale & { account: string }> {
  const seller = await buildSeller(app)
  const account = await onboard(app, seller)
  const sale = await sell(app, { seller, ...(card && { card }) })
  await confirmReceived(app, sale)
  expect(await listTransfers(app, sale)).toMatchObject([{ amount: SHARE }])
  return { ...sale, account }
}

/** Advances Stripe's clock to the time of the bank's decision. The sandbox reads the clock after the next sale. */
async function letBankSettle({ intentId }: Sale, status: 'succeeded' | 'failed'): Promise<void> {
  elapsed += BANK_MS
  await sell(app, { seller: app.people.seller })
  const refunds = () => callStripe<{ data: { status: string }[] }>(app, `refunds?payment_intent=${intentId}`)
  await expect.poll(async () => (await refunds()).data.map((each) => each.status)).toEqual([status])
}

describe('a refund before the payout', () => {
  it('ends the deal without a payout if it is full, and leaves nothing in the books', async () => {
    const sale = await sell(app, { seller: await buildPayableSeller(app) })
    expect((await refund(app, sale)).body).toMatchObject({ state: 'refunded' })
    expect((await confirmReceived(app, sale)).status).toBe(409)
    await runDeals(app.ctx)
    expect(await readDeal(app, sale, sale.buyer)).toMatchObject({ state: 'refunded', refundedMinor: PRICE })
    expect(await listTransfers(app, sale)).toEqual([])
    const { buyer, platform, seller } = await readDealBalances(app, sale)
    expect([buyer, platform, seller]).toEqual([undefined, undefined, undefined])
  })

  it('reduces the payout and the fee if it is partial', async () => {
    const sale = await sell(app, { seller: await buildPayableSeller(app) })
    await refund(app, sale, { amount: '9,900', refundedAmount: 0 })
    expect(await readDealState(app, sale)).toBe('paid')
    const share = { paidMinor: 1_500_000, payoutMinor: 1_470_000 }
    expect(await saleRowOf(sale)).toMatchObject(share)
    await confirmReceived(app, sale)
    expect(await listTransfers(app, sale)).toMatchObject([{ amount: 1_470_000, amount_reversed: 0 }])
    expect(await saleRowOf(sale)).toMatchObject(share)
    expect(await payoutOf(sale)).toMatchObject({ paidMinor: 1_500_000, feeMinor: 30_000, reversedMinor: 0 })
  })

  it('holds the payout until the bank settles it', async () => {
    const sale = await sell(app, { seller: await buildPayableSeller(app), card: 'pm_card_pendingRefund' })
    expect((await refund(app, sale)).body).toMatchObject({ state: 'refund-pending' })
    await confirmReceived(app, sale)
    await runDeals(app.ctx)
    expect(await listTransfers(app, sale)).toEqual([])
    await letBankSettle(sale, 'succeeded')
    await reconcile(app.ctx)
    expect(await readDealState(app, sale)).toBe('refunded')
    await runDeals(app.ctx)
    expect(await listTransfers(app, sale)).toEqual([])
  })

  it('reduces the payout if it is made in Stripe’s dashboard, too', async () => {
    const sale = await sell(app, { seller: await buildPayableSeller(app) })
    await refundAtStripe(app, sale.intentId, 990_000)
    await findMissedRefunds(app.ctx)
    await confirmReceived(app, sale)
    expect(await listTransfers(app, sale)).toMatchObject([{ amount: 1_470_000 }])
  })
})

describe('a refund after the payout', () => {
  it('reverses the seller’s share and refunds the fee if it is full', async () => {
    const sale = await releasedSale()
    await refund(app, sale)
    expect(await readDealState(app, sale)).toBe('refunded')
    expect(await listTransfers(app, sale)).toMatchObject([{ amount_reversed: SHARE }])
    expect(await payoutOf(sale)).toMatchObject({ amount: SHARE, reversedMinor: SHARE })
    const { buyer, platform, seller, debt } = await readDealBalances(app, sale)
    expect([buyer, platform, seller, debt]).toEqual([undefined, undefined, undefined, undefined])
    expect(await debtOf(sale.seller)).toBe(0)
  })

  it('reverses the same share of each part, and nothing twice', async () => {
    const sale = await releasedSale()
    await refund(app, sale, { amount: '1,000.01', refundedAmount: 0 })
    expect(await payoutOf(sale)).toMatchObject({ reversedMinor: 98_001 })
    expect(await readDealState(app, sale)).toBe('released')
    await refund(app, sale, { amount: '2,000', refundedAmount: 100_001 })
    await runDeals(app.ctx)
    await findMissedRefunds(app.ctx)
    expect(await payoutOf(sale)).toMatchObject({ reversedMinor: 294_001 })
    await refund(app, sale)
    await runDeals(app.ctx)
    expect(await payoutOf(sale)).toMatchObject({ reversedMinor: SHARE })
    expect(await listTransfers(app, sale)).toMatchObject([{ amount_reversed: SHARE }])
  })

  it('reverses only the rest of a partially refunded sale', async () => {
    const sale = await sell(app, { seller: await buildPayableSeller(app) })
    await refund(app, sale, { amount: '9,900', refundedAmount: 0 })
    await confirmReceived(app, sale)
    await refund(app, sale, { amount: '5,000', refundedAmount: 990_000 })
    expect(await payoutOf(sale)).toMatchObject({ amount: 1_470_000, reversedMinor: 490_000 })
    await refund(app, sale)
    expect(await payoutOf(sale)).toMatchObject({ reversedMinor: 1_470_000 })
  })

  it('reverses the seller’s share if it is made in Stripe’s dashboard, too', async () => {
    const sale = await releasedSale()
    await refundAtStripe(app, sale.intentId, 1_245_000)
    await findMissedRefunds(app.ctx)
    expect(await payoutOf(sale)).toMatchObject({ reversedMinor: SHARE / 2 })
  })
})

describe('a share that the seller’s account does not have', () => {
  it('becomes a visible debt in full if the account is empty', async () => {
    const sale = await releasedSale()
    await withdraw(app, sale.account, SHARE)
    await refund(app, sale)
    expect(await payoutOf(sale)).toMatchObject({ reversedMinor: 0 })
    expect(await debtOf(sale.seller)).toBe(SHARE)
    const { body } = await call<EndpointOutput<'listMessages'>>(app.url, 'listMessages', {
      token: sale.seller.token,
    })
    expect(body.map(({ subject }) => subject)).toContain('You owe $24,402')
    await runDeals(app.ctx)
    expect(await debtOf(sale.seller)).toBe(SHARE)
  })

  it('becomes a debt for the part that cannot be reversed', async () => {
    const sale = await releasedSale()
    await withdraw(app, sale.account, SHARE - 100_000)
    await refund(app, sale, { amount: '12,450', refundedAmount: 0 })
    expect(await payoutOf(sale)).toMatchObject({ reversedMinor: 100_000 })
    expect(await debtOf(sale.seller)).toBe(SHARE / 2 - 100_000)
    expect(await listTransfers(app, sale)).toMatchObject([{ amount_reversed: 100_000 }])
  })

  it('is deducted from the next payouts until it is settled', async () => {
    const first = await releasedSale()
    const { seller } = first
    await withdraw(app, first.account, SHARE)
    await refund(app, first)

    const second = await sell(app, { seller, price: '10,000' })
    await confirmReceived(app, second)
    expect(await readDealState(app, second)).toBe('released')
    expect(await listTransfers(app, second)).toEqual([])
    expect(await payoutOf(second)).toMatchObject({ debtMinor: 980_000, amount: 0, state: 'sent' })
    expect(await debtOf(seller)).toBe(SHARE - 980_000)

    const third = await sell(app, { seller })
    await confirmReceived(app, third)
    const rest = SHARE - (SHARE - 980_000)
    expect(await payoutOf(third)).toMatchObject({ debtMinor: SHARE - 980_000, amount: rest })
    expect(await listTransfers(app, third)).toMatchObject([{ amount: rest }])
    expect(await debtOf(seller)).toBe(0)

    const fourth = await sell(app, { seller })
    await confirmReceived(app, fourth)
    expect(await payoutOf(fourth)).toMatchObject({ debtMinor: 0, amount: SHARE })
  })

  it('is deducted once from payouts that are sent at the same time', async () => {
    const first = await releasedSale()
    const { seller } = first
    await withdraw(app, first.account, SHARE)
    await refund(app, first)
    const sales = [await sell(app, { seller }), await sell(app, { seller })]
    await Promise.all(sales.map((sale) => confirmReceived(app, sale)))
    const debts = await Promise.all(sales.map(async (sale) => (await payoutOf(sale))!.debtMinor))
    expect(debts.toSorted((a, b) => a - b)).toEqual([0, SHARE])
    expect(await debtOf(seller)).toBe(0)
  })

  it('is owed again if the sale that settled it is refunded', async () => {
    const first = await releasedSale()
    const { seller } = first
    await withdraw(app, first.account, SHARE)
    await refund(app, first, { amount: '12,450', refundedAmount: 0 })
    expect(await debtOf(seller)).toBe(SHARE / 2)
    const second = await sell(app, { seller })
    await confirmReceived(app, second)
    expect(await debtOf(seller)).toBe(0)
    await refund(app, second)
    expect(await payoutOf(second)).toMatchObject({ amount: SHARE / 2, reversedMinor: SHARE / 2 })
    expect(await debtOf(seller)).toBe(SHARE / 2)
  })
})

describe('a refund that the bank returns', () => {
  /** Refunds a sale in full, and lets its bank return the refund. */
  async function refundAndReturn(sale: Sale): Promise<void> {
    expect((await refund(app, sale)).body).toMatchObject({ state: 'refunded' })
    await letBankSettle(sale, 'failed')
    await findMissedRefunds(app.ctx)
  }

  it('holds the money before the payout until an admin refunds again', async () => {
    const sale = await sell(app, { seller: await buildPayableSeller(app), card: 'pm_card_refundFail' })
    await refundAndReturn(sale)
    expect(await readDeal(app, sale, sale.buyer)).toMatchObject({ state: 'refunded', refundedMinor: 0 })
    const { buyer, platform } = await readDealBalances(app, sale)
    expect({ buyer, platform }).toEqual({ buyer: -PRICE, platform: PRICE })
    await runDeals(app.ctx)
    expect(await listTransfers(app, sale)).toEqual([])

    await refund(app, sale)
    expect((await readDealBalances(app, sale)).platform).toBeUndefined()
  })

  it('reverses the seller’s share only once after the payout', async () => {
    const sale = await releasedSale('pm_card_refundFail')
    await refundAndReturn(sale)
    const { buyer, platform, fee } = await readDealBalances(app, sale)
    expect({ buyer, platform }).toEqual({ buyer: -PRICE, platform: PRICE })
    await refund(app, sale)
    await runDeals(app.ctx)
    expect(await payoutOf(sale)).toMatchObject({ reversedMinor: SHARE })
    expect(await debtOf(sale.seller)).toBe(0)
    const after = await readDealBalances(app, sale)
    expect([after.buyer, after.platform, after.fee]).toEqual([undefined, undefined, fee])
  })
})

it('keeps the fee for the amount that was not refunded', async () => {
  const sale = await releasedSale()
  const before = await readDealBalances(app, sale)
  await refund(app, sale, { amount: '12,450', refundedAmount: 0 })
  const { buyer, seller, platform, fee } = await readDealBalances(app, sale)
  expect([buyer, seller, platform]).toEqual([-PRICE / 2, SHARE / 2, undefined])
  expect(before.fee! - fee!).toBe(FEE / 2)
})

it('the books add up and agree with Stripe after all of these refunds', async () => {
  expect(await listBookErrors(app)).toEqual([])
})
