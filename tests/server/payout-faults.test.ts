import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startJobs } from '../../server/jobs/jobs.ts'
import { compareWithStripe } from '../../server/sale/accounting/compare-with-stripe.ts'
import { listOpenDifferences } from '../../server/sale/records/ledger-difference.repository.ts'
import { readSellerDebt } from '../../server/sale/records/ledger.repository.ts'
import { runDeals } from '../../server/sale/stripe/run-deals.ts'
import { refundAtStripe } from '../api/sale-steps.ts'
import {
  act,
  checkBooks,
  confirmReceived,
  DAY_MS,
  readDealRow,
  listHeldEvents,
  HOUR_MS,
  getMoneyTotals,
  payDeal,
  receiveEvent,
  recover,
  refundDeal,
  runHourlyJobs,
  runJobs,
  startDealApp,
  type DealApp,
  type TestDeal,
} from '../support/deal-faults.ts'

const PAID = 2_490_000
const PAYOUT = 2_440_200

let app: DealApp
beforeAll(async () => {
  app = await startDealApp()
})
afterAll(() => app?.close())

describe('the money of a sale', () => {
  it('goes to the account of its seller, funded by its charge', async () => {
    const deal = await payDeal(app)
    await confirmReceived(app, deal)
    const { data } = await app.stripeClient.transfers.list({ transfer_group: deal.purchaseId })
    const { charge_id: chargeId } = await readDealRow(app, deal.purchaseId)
    expect(data).toMatchObject([
      { amount: PAYOUT, destination: deal.seller.accountId, source_transaction: chargeId },
    ])
    expect(await app.gateway.getAccountBalance(deal.seller.accountId)).toBe(PAYOUT)
    await checkBooks(app)
  })

  it('is paid out by the job if Stripe was down at the handover', async () => {
    const deal = await payDeal(app)
    void app.gateway.plan({ name: 'createTransfer', when: 'before' })
    expect((await confirmReceived(app, deal)).body.state).toBe('handed-over')
    app.pass(60_000)
    await runDeals(app.ctx)
    expect(await getMoneyTotals(app, deal)).toMatchObject({ transfers: [PAYOUT] })
  })

  // After the smaller refund, the charge still covers the original transfer, so Stripe would make it.
  it.each([
    [PAID / 2, PAYOUT / 2],
    [20_000, PAYOUT - 19_600],
  ])(
    'is not paid out by a retry until a refund of %i in the dashboard is recorded',
    async (refund, payout) => {
      const deal = await payDeal(app)
      void app.gateway.plan({ name: 'createTransfer', when: 'before' })
      await confirmReceived(app, deal)
      await refundAtStripe(app, deal.intentId, refund)
      app.pass(60_000)
      await runDeals(app.ctx)
      expect(await getMoneyTotals(app, deal)).toMatchObject({ transfers: [] })
      await recover(app)
      expect(await getMoneyTotals(app, deal)).toMatchObject({ transfers: [payout], reversed: 0 })
      await checkBooks(app)
    },
  )
})

describe('the jobs', () => {
  it('include the payouts, the missed events, and the comparison of the books, and report their runs', async () => {
    const jobs = startJobs(app.ctx, { file: null, addCounts: null })
    const names = ['reconcile', 'deals', 'missed-deal-events', 'missed-refunds', 'compare-with-stripe']
    try {
      await vi.waitFor(async () => {
        const text = await app.ctx.metrics.render()
        for (const name of names) {
          const sample = `kerblight_job_last_success_timestamp_seconds{name="${name}"} `
          const line = text.split('\n').find((candidate) => candidate.startsWith(sample))
          expect(Number(line?.slice(sample.length)), name).toBeGreaterThan(0)
        }
      }, 20_000)
    } finally {
      await jobs.close()
    }
  })
})

describe('a retry after Stripe has forgotten the idempotency key', () => {
  it('finds the transfer whose response was lost, and doesn’t pay twice', async () => {
    const deal = await payDeal(app)
    void app.gateway.plan({ name: 'createTransfer', when: 'after' })
    expect((await confirmReceived(app, deal)).body.state).toBe('handed-over')
    app.pass(3 * DAY_MS)
    await runDeals(app.ctx)
    expect((await readDealRow(app, deal.purchaseId)).state).toBe('released')
    expect(await getMoneyTotals(app, deal)).toMatchObject({ transfers: [PAYOUT] })
    await checkBooks(app)
  })

  it('finds the reversal whose response was lost, and doesn’t reverse the share twice', async () => {
    const deal = await payDeal(app)
    await confirmReceived(app, deal)
    void app.gateway.plan({ name: 'reverseTransfer', when: 'after' })
    await refundDeal(app, deal, '1,000')
    app.pass(3 * DAY_MS)
    await runJobs(app)
    expect(await getMoneyTotals(app, deal)).toEqual({
      transfers: [PAYOUT],
      reversed: 98_000,
      refunds: [100_000],
    })
    await checkBooks(app)
  })

  it('finds the partial refund whose response was lost, and doesn’t refund twice', async () => {
    const deal = await payDeal(app)
    void app.gateway.plan({ name: 'refund', when: 'after' })
    expect((await refundDeal(app, deal, '1,000')).status).toBe(503)
    app.pass(3 * DAY_MS)
    await runJobs(app)
    expect(await getMoneyTotals(app, deal)).toMatchObject({ refunds: [100_000] })
    await checkBooks(app)
  })
})

describe('a delayed payout', () => {
  /** Agrees on a handover tomorrow. The money is released three days later. */
  async function agree({ buyer, seller, purchaseId }: TestDeal): Promise<void> {
    const time = new Date(app.ctx.now().getTime() + DAY_MS).toISOString()
    const params = { purchaseID: purchaseId }
    await act(app, buyer, 'setHandover', { params, body: { times: [time] } })
    expect((await act(app, seller, 'setHandover', { params, body: { accept: time } })).status).toBe(200)
  }

  it('is not sent before its time, and is sent then', async () => {
    const deal = await payDeal(app)
    await agree(deal)
    for (const ms of [0, DAY_MS, 2 * DAY_MS, DAY_MS - HOUR_MS]) {
      app.pass(ms)
      await runJobs(app)
      expect(await getMoneyTotals(app, deal)).toMatchObject({ transfers: [] })
    }
    app.pass(2 * HOUR_MS)
    await runJobs(app)
    expect(await getMoneyTotals(app, deal)).toMatchObject({ transfers: [PAYOUT] })
  })

  it('is not sent at its time if the buyer has reported a problem', async () => {
    const deal = await payDeal(app)
    await agree(deal)
    const params = { purchaseID: deal.purchaseId }
    const body = { reason: 'title', text: 'The title has a lien.' }
    expect((await act(app, deal.buyer, 'reportDealProblem', { params, body })).status).toBe(200)
    app.pass(10 * DAY_MS)
    await runJobs(app)
    expect(await getMoneyTotals(app, deal)).toMatchObject({ transfers: [] })
  })
})

describe('a payout whose request was lost', () => {
  async function loseTransfer(card?: string): Promise<TestDeal> {
    const deal = await payDeal(app, card)
    void app.gateway.plan({ name: 'createTransfer', when: 'before' })
    await confirmReceived(app, deal)
    app.pass(60_000)
    return deal
  }

  it('is not sent while a problem is open', async () => {
    const deal = await loseTransfer()
    const params = { purchaseID: deal.purchaseId }
    const problem = { reason: 'not-as-described', text: 'It is another car.' }
    await act(app, deal.buyer, 'reportDealProblem', { params, body: problem })
    await recover(app)
    expect(await getMoneyTotals(app, deal)).toMatchObject({ transfers: [] })
    const decision = { outcome: 'release', reason: 'It is the car of the listing' }
    expect((await act(app, app.people.admin, 'decideDealProblem', { params, body: decision })).status).toBe(
      200,
    )
    await recover(app)
    expect(await getMoneyTotals(app, deal)).toMatchObject({ transfers: [PAYOUT] })
    await checkBooks(app)
  })

  it('is not sent while a dispute is open', async () => {
    const deal = await loseTransfer('pm_card_createDispute')
    await runHourlyJobs(app)
    await recover(app)
    expect((await readDealRow(app, deal.purchaseId)).state).toBe('disputed')
    expect(await getMoneyTotals(app, deal)).toMatchObject({ transfers: [] })
    await checkBooks(app)
  })

  it('is reduced by a later partial refund', async () => {
    const deal = await loseTransfer()
    expect((await refundDeal(app, deal, '1,000')).status).toBe(200)
    await recover(app)
    expect(await getMoneyTotals(app, deal)).toEqual({
      transfers: [PAYOUT - 98_000],
      reversed: 0,
      refunds: [100_000],
    })
    await checkBooks(app)
  })
})

describe('a payout whose response was lost', () => {
  it('is booked although the account has been restricted since', async () => {
    const deal = await payDeal(app)
    void app.gateway.plan({ name: 'createTransfer', when: 'after' })
    await confirmReceived(app, deal)
    await app.ctx.db
      .updateTable('payout_accounts')
      .set({ state: 'restricted' })
      .where('user_id', '=', deal.seller.id)
      .execute()
    app.pass(60_000)
    await runDeals(app.ctx)
    expect((await readDealRow(app, deal.purchaseId)).state).toBe('released')
    await checkBooks(app)
  })
})

describe('events that arrive days late and twice', () => {
  it('reverse the seller’s share once for a refund in the dashboard', async () => {
    const deal = await payDeal(app)
    await confirmReceived(app, deal)
    await refundAtStripe(app, deal.intentId, 100_000)
    app.pass(4 * DAY_MS)
    const events = listHeldEvents(app, deal.intentId)
    for (const id of [...events.toReversed(), ...events]) await receiveEvent(app, id)
    expect(await getMoneyTotals(app, deal)).toEqual({
      transfers: [PAYOUT],
      reversed: 98_000,
      refunds: [100_000],
    })
    await checkBooks(app)
  })

  it('create one sale for a payment whose browser never returned', async () => {
    const deal = await payDeal(app)
    app.pass(4 * DAY_MS)
    const events = listHeldEvents(app, deal.intentId)
    expect(events.length).toBeGreaterThan(2)
    for (const id of [...events.toReversed(), ...events]) await receiveEvent(app, id)
    expect((await readDealRow(app, deal.purchaseId)).state).toBe('paid')
    await checkBooks(app)
  })
})

describe('the share of a refund after the payout', () => {
  it('is reversed only after the refund', async () => {
    const deal = await payDeal(app)
    await confirmReceived(app, deal)
    void app.gateway.plan({ name: 'refund', when: 'before' })
    const begin = app.gateway.calls.length
    expect((await refundDeal(app, deal)).status).toBe(503)
    await runDeals(app.ctx)
    expect(await getMoneyTotals(app, deal)).toEqual({ transfers: [PAYOUT], reversed: 0, refunds: [] })
    await runJobs(app)
    const order = app.gateway.calls.slice(begin).filter((name) => /^(refund|reverseTransfer)$/.test(name))
    expect(order).toEqual(['refund', 'reverseTransfer'])
    expect(await getMoneyTotals(app, deal)).toEqual({
      transfers: [PAYOUT],
      reversed: PAYOUT,
      refunds: [PAID],
    })
    await checkBooks(app)
  })

  it('becomes a debt if the seller’s account is empty, and the buyer still gets the refund', async () => {
    const deal = await payDeal(app)
    await confirmReceived(app, deal)
    const account = { stripeAccount: deal.seller.accountId }
    await app.stripeClient.payouts.create({ amount: PAYOUT, currency: 'usd' }, account)
    expect((await refundDeal(app, deal)).status).toBe(200)
    expect(await getMoneyTotals(app, deal)).toEqual({ transfers: [PAYOUT], reversed: 0, refunds: [PAID] })
    expect(await readSellerDebt(app.ctx.db, deal.seller.id)).toBe(PAYOUT)
    await checkBooks(app)
  })
})

describe('a refund that the bank returns', () => {
  it('leaves no differences between the books and Stripe', async () => {
    const deal = await payDeal(app, 'pm_card_refundFail')
    expect((await refundDeal(app, deal)).status).toBe(200)
    await vi.waitUntil(async () => {
      const { data } = await app.stripeClient.refunds.list({ payment_intent: deal.intentId })
      return data[0]?.status === 'failed'
    })
    await runHourlyJobs(app)
    expect(await getMoneyTotals(app, deal)).toMatchObject({ refunds: [] })
    await checkBooks(app)
  })
})

describe('a lost dispute', () => {
  it('is booked and reverses the share although its events never arrived', async () => {
    const deal = await payDeal(app, 'pm_card_createDispute')
    await confirmReceived(app, deal)
    await runHourlyJobs(app)
    expect((await readDealRow(app, deal.purchaseId)).state).toBe('disputed')
    const { data } = await app.stripeClient.disputes.list({ payment_intent: deal.intentId })
    await app.stripeClient.disputes.close(data[0]!.id)
    await runHourlyJobs(app)
    expect((await readDealRow(app, deal.purchaseId)).state).toBe('refunded')
    expect(await getMoneyTotals(app, deal)).toEqual({ transfers: [PAYOUT], reversed: PAYOUT, refunds: [] })
    await checkBooks(app)
  })
})

describe('the comparison with Stripe', () => {
  it('finds no differences after all of these faults', async () => {
    await recover(app)
    await compareWithStripe(app.ctx)
    expect(await listOpenDifferences(app.ctx.db)).toEqual([])
  })

  it('finds a transfer that was made in Stripe’s dashboard', async () => {
    const deal = await payDeal(app)
    const { id } = await app.stripeClient.transfers.create({
      amount: 500,
      currency: 'usd',
      destination: deal.seller.accountId,
    })
    await recover(app)
    await compareWithStripe(app.ctx)
    expect(await listOpenDifferences(app.ctx.db)).toMatchObject([
      { kind: 'missing-here', reference: id, booked: null, stripe: -500 },
    ])
  })
})
