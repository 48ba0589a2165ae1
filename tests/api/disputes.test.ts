import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Evidence } from '../../contract/disputes.ts'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import { ProblemError } from '../../contract/api/problems.ts'
import { followDispute } from '../../server/sale/disputes/follow-dispute.ts'
import { findMissedDealEvents, runDeals } from '../../server/sale/stripe/run-deals.ts'
import { call } from '../support/api-client.ts'
import type { Person } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import {
  acceptTime,
  readDealBalances,
  buildPayableSeller,
  buildSeller,
  callStripe,
  confirmReceived,
  disputeCard,
  listBookErrors,
  createLaterContext,
  noticeDispute,
  onboard,
  proposeTimes,
  readDeal,
  refund,
  reportProblem,
  sell,
  readDealState,
  listTransfers,
  withdraw,
  type Sale,
} from '../support/deals.ts'

const PRICE = 2_490_000
const SHARE = 2_440_200
/** The fee of a Stripe dispute, in cents. */
const DISPUTE_FEE = 1_500

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ stripe: { webhooks: 'hold' } })
})
afterAll(() => app?.close())

const sellDisputed = (seller: Person, card = disputeCard) => sell(app, { seller, card })

async function disputeOf({ purchaseID }: Sale): Promise<EndpointOutput<'listDisputes'>[number]> {
  const { body } = await call<EndpointOutput<'listDisputes'>>(app.url, 'listDisputes', {
    token: app.people.admin.token,
  })
  const found = body.filter((dispute) => dispute.purchaseID === purchaseID)
  expect(found).toHaveLength(1)
  return found[0]!
}

async function idAtStripe({ intentId }: Sale): Promise<string> {
  const disputes = await app.ctx.payments.listDisputes(new Date(0))
  return disputes.find((dispute) => dispute.intentId === intentId)!.id
}

function callDispute(name: EndpointName, id: string, body?: object) {
  return call<Record<string, unknown>>(app.url, name, {
    token: app.people.admin.token,
    params: { id },
    body,
  })
}

/** Submits evidence on which the sandbox's bank decides immediately. */
async function submit(id: string, outcome: 'winning' | 'losing'): Promise<void> {
  const evidence: Evidence = { uncategorized_text: `${outcome}_evidence` }
  expect((await callDispute('updateDispute', id, { evidence })).status).toBe(200)
  expect((await callDispute('submitDispute', id)).status).toBe(200)
}

/** Returns the undelivered events about disputes, oldest first. */
function disputeEvents(id: string): string[] {
  return app.stripe.webhooks
    .pending()
    .filter((event) => event.object === 'event' && (event.data.object as { id?: string }).id === id)
    .map((event) => event.id)
}

async function eventTexts(sale: Sale): Promise<string[]> {
  const { events } = await readDeal(app, sale, sale.buyer)
  return events.map(({ text }) => text)
}

async function disputeNotices({ purchaseID }: Sale): Promise<string[]> {
  const row = await app.ctx.db
    .selectFrom('payments')
    .select('intent_id')
    .where('purchase_id', '=', purchaseID)
    .executeTakeFirstOrThrow()
  const messages = await app.ctx.db
    .selectFrom('messages')
    .select(['subject'])
    .where('user_id', '=', app.people.admin.id)
    .where('kind', '=', 'disputed')
    .where('body', 'like', `%${row.intent_id}%`)
    .execute()
  return messages.map(({ subject }) => subject.split(':')[0]!).toSorted()
}

describe('an opened dispute', () => {
  it('blocks the release of a deal that waits for its payout', async () => {
    const seller = await buildSeller(app)
    const sale = await sellDisputed(seller)
    await proposeTimes(app, sale)
    await acceptTime(app, sale)
    await noticeDispute(app, sale)
    await onboard(app, seller)
    expect((await confirmReceived(app, sale)).status).toBe(409)
    expect((await reportProblem(app, sale)).status).toBe(409)
    await runDeals(createLaterContext(app, 30))
    expect(await readDealState(app, sale)).toBe('disputed')
    expect(await listTransfers(app, sale)).toEqual([])
  })

  it('stages evidence from the deal without submitting it', async () => {
    const seller = await buildSeller(app)
    const sale = await sellDisputed(seller)
    await proposeTimes(app, sale)
    await acceptTime(app, sale)
    await confirmReceived(app, sale)
    await noticeDispute(app, sale)

    const dispute = await disputeOf(sale)
    expect(dispute).toMatchObject({
      amount: PRICE,
      reason: 'fraudulent',
      state: 'needs_response',
      submittedAt: null,
      buyerName: 'Robin Vale',
      sellerName: 'Sam Seller',
    })
    const { evidence } = dispute
    expect(evidence).toMatchObject({
      customer_email_address: sale.buyer.email,
      service_date: app.ctx.now().toISOString().slice(0, 10),
    })
    expect(evidence.product_description).toContain('Audi A4 Avant 40 TFSI')
    for (const part of ['$24,900', 'accepted the time', 'confirmed in their account'])
      expect(evidence.uncategorized_text).toContain(part)
    const atStripe = await callStripe<{
      status: string
      evidence: Evidence
      evidence_details: { submission_count: number }
    }>(app, `disputes/${dispute._id}`)
    expect(atStripe).toMatchObject({ status: 'needs_response', evidence })
    expect(atStripe.evidence_details.submission_count).toBe(0)
  })

  it('stages the evidence later if Stripe does not respond at first', async () => {
    const sale = await sellDisputed(await buildSeller(app))
    const id = await idAtStripe(sale)
    const outage = () => Promise.reject(new Error('Stripe does not respond'))
    const ctx = { ...app.ctx, payments: { ...app.ctx.payments, updateDispute: outage } }
    await expect(followDispute(ctx, id)).rejects.toThrow('Stripe does not respond')
    await findMissedDealEvents(app.ctx)
    expect((await disputeOf(sale)).evidence.uncategorized_text).toContain('Receipt')
    const atStripe = await callStripe<{ evidence: Evidence }>(app, `disputes/${id}`)
    expect(atStripe.evidence.uncategorized_text).toContain('Receipt')
  })

  it('keeps an admin’s changes to the evidence when it is read again', async () => {
    const sale = await sellDisputed(await buildSeller(app))
    const id = await noticeDispute(app, sale)
    const evidence = { refund_policy_disclosure: 'Shown at checkout' }
    expect((await callDispute('updateDispute', id, { evidence })).status).toBe(200)
    await noticeDispute(app, sale)
    expect((await disputeOf(sale)).evidence).toMatchObject({ ...evidence, customer_name: 'Robin Vale' })
    const atStripe = await callStripe<{ evidence: Evidence }>(app, `disputes/${id}`)
    expect(atStripe.evidence).toMatchObject({ ...evidence, customer_name: 'Robin Vale' })
  })

  it('replaces the staged evidence with later records until an admin has changed it', async () => {
    const sale = await sellDisputed(await buildSeller(app))
    const id = await noticeDispute(app, sale)
    await app.ctx.db
      .updateTable('deals')
      .set({ confirmed_at: '2026-11-20T10:00:00.000Z', confirmed_by: 'buyer' })
      .where('purchase_id', '=', sale.purchaseID)
      .execute()
    await findMissedDealEvents(app.ctx)
    expect((await disputeOf(sale)).evidence.service_date).toBe('2026-11-20')
    await callDispute('updateDispute', id, { evidence: { service_date: '' } })
    await findMissedDealEvents(app.ctx)
    expect((await disputeOf(sale)).evidence.service_date).toBe('')
  })

  it('names the problem of an empty submission, without a request to Stripe', async () => {
    const sale = await sellDisputed(await buildSeller(app))
    const id = await noticeDispute(app, sale)
    const { evidence } = await disputeOf(sale)
    const emptied = Object.fromEntries(Object.keys(evidence).map((field) => [field, '']))
    expect((await callDispute('updateDispute', id, { evidence: emptied })).status).toBe(200)
    const { updateDispute } = app.ctx.payments
    let requests = 0
    app.ctx.payments.updateDispute = (...update) => {
      requests++
      return updateDispute(...update)
    }
    try {
      expect(await callDispute('submitDispute', id)).toMatchObject({
        status: 409,
        body: { code: 'evidence-missing' },
      })
      expect(requests).toBe(0)
    } finally {
      app.ctx.payments.updateDispute = updateDispute
    }
    expect(await disputeOf(sale)).toMatchObject({ state: 'needs_response', submittedAt: null })
  })

  it('reports why Stripe refuses evidence instead of an outage', async () => {
    const sale = await sellDisputed(await buildSeller(app))
    const id = await noticeDispute(app, sale)
    const { getDispute } = app.ctx.payments
    const stale = await getDispute(id)
    await callStripe(app, `disputes/${id}/close`, { form: {} })
    // Kerblight reads the dispute just before it is closed in Stripe.
    app.ctx.payments.getDispute = () => Promise.resolve(stale)
    try {
      for (const request of [
        callDispute('submitDispute', id),
        callDispute('updateDispute', id, { evidence: { customer_name: 'Bea' } }),
      ])
        expect(await request).toMatchObject({
          status: 409,
          body: {
            code: 'stripe-refused',
            detail: 'Stripe didn’t accept the evidence: This dispute is already closed or under review.',
          },
        })
    } finally {
      app.ctx.payments.getDispute = getDispute
    }
  })

  it('keeps the staged evidence for the admin if Stripe refuses the draft', async () => {
    const sale = await sellDisputed(await buildSeller(app))
    const id = await idAtStripe(sale)
    const refuse = () => Promise.reject(new ProblemError('stripe-refused'))
    const ctx = { ...app.ctx, payments: { ...app.ctx.payments, updateDispute: refuse } }
    await followDispute(ctx, id)
    expect((await disputeOf(sale)).evidence.uncategorized_text).toContain('Receipt')
  })

  it('rejects a submission if the dispute is unknown or already submitted', async () => {
    expect((await callDispute('submitDispute', 'du_unknown')).status).toBe(404)
    const sale = await sellDisputed(await buildSeller(app))
    const id = await noticeDispute(app, sale)
    const responses = [await callDispute('submitDispute', id), await callDispute('submitDispute', id)]
    expect(responses.map(({ status, body }) => [status, body.code])).toEqual([
      [200, undefined],
      [409, 'dispute-over'],
    ])
    expect(await disputeOf(sale)).toMatchObject({ state: 'under_review' })
    const update = await callDispute('updateDispute', id, { evidence: { customer_name: 'Bea' } })
    expect(update.body).toMatchObject({ code: 'dispute-over' })
    expect(await readDealState(app, sale)).toBe('disputed')
  })

  it('also blocks the payout after a partial refund', async () => {
    const sale = await sellDisputed(await buildPayableSeller(app), 'pm_card_createDisputeInquiry')
    await noticeDispute(app, sale)
    expect(await disputeOf(sale)).toMatchObject({ state: 'warning_needs_response' })
    await refund(app, sale, { amount: '900', refundedAmount: 0 })
    await runDeals(app.ctx)
    expect(await readDealState(app, sale)).toBe('disputed')
    expect(await listTransfers(app, sale)).toEqual([])
  })
})

describe('a dispute that is won', () => {
  it('continues the deal, which is then paid out in full if there was no payout', async () => {
    const sale = await sellDisputed(await buildPayableSeller(app))
    const id = await noticeDispute(app, sale)
    await submit(id, 'winning')
    expect(await readDealState(app, sale)).toBe('paid')
    expect(await disputeOf(sale)).toMatchObject({ state: 'won' })
    await confirmReceived(app, sale)
    expect(await listTransfers(app, sale)).toMatchObject([{ amount: SHARE, amount_reversed: 0 }])
    const balances = await readDealBalances(app, sale)
    expect([balances.buyer, balances.seller, balances.platform]).toEqual([-PRICE, SHARE, undefined])
  })

  it('does not affect the seller’s money after the payout', async () => {
    const sale = await sellDisputed(await buildPayableSeller(app))
    await confirmReceived(app, sale)
    const id = await noticeDispute(app, sale)
    expect(await readDealState(app, sale)).toBe('disputed')
    await submit(id, 'winning')
    expect(await readDealState(app, sale)).toBe('released')
    expect(await listTransfers(app, sale)).toMatchObject([{ amount: SHARE, amount_reversed: 0 }])
    expect((await readDealBalances(app, sale)).platform).toBeUndefined()
  })

  it('continues the release that it interrupted', async () => {
    const sale = await sellDisputed(await buildSeller(app))
    await confirmReceived(app, sale)
    const id = await noticeDispute(app, sale)
    await onboard(app, sale.seller)
    await submit(id, 'winning')
    expect(await readDealState(app, sale)).toBe('handed-over')
    await runDeals(app.ctx)
    expect(await readDealState(app, sale)).toBe('released')
  })

  it('ends as a refund if it was an inquiry that a full refund closed', async () => {
    const sale = await sellDisputed(await buildPayableSeller(app), 'pm_card_createDisputeInquiry')
    await noticeDispute(app, sale)
    await refund(app, sale)
    await noticeDispute(app, sale)
    expect(await readDealState(app, sale)).toBe('refunded')
    expect(await readDealBalances(app, sale)).not.toHaveProperty('buyer')
  })
})

describe('a dispute that is lost', () => {
  it('refunds the buyer before the payout, and nothing is paid out', async () => {
    const sale = await sellDisputed(await buildPayableSeller(app))
    const id = await noticeDispute(app, sale)
    await submit(id, 'losing')
    expect(await readDealState(app, sale)).toBe('refunded')
    await runDeals(createLaterContext(app, 30))
    expect(await listTransfers(app, sale)).toEqual([])
    const { buyer, platform, 'stripe-fee': stripeFee } = await readDealBalances(app, sale)
    expect([buyer, platform]).toEqual([undefined, undefined])
    expect(stripeFee).toBeGreaterThanOrEqual(DISPUTE_FEE)
  })

  it('reverses the seller’s share after the payout', async () => {
    const sale = await sellDisputed(await buildPayableSeller(app))
    await confirmReceived(app, sale)
    const id = await noticeDispute(app, sale)
    expect(await listTransfers(app, sale)).toMatchObject([{ amount_reversed: 0 }])
    await submit(id, 'losing')
    expect(await readDealState(app, sale)).toBe('refunded')
    expect(await listTransfers(app, sale)).toMatchObject([{ amount: SHARE, amount_reversed: SHARE }])
    const { buyer, seller, platform } = await readDealBalances(app, sale)
    expect([buyer, seller, platform]).toEqual([undefined, undefined, undefined])
  })

  it('books the seller’s share as a debt if the account is empty', async () => {
    const seller = await buildSeller(app)
    const account = await onboard(app, seller)
    const sale = await sellDisputed(seller)
    await confirmReceived(app, sale)
    await withdraw(app, account, SHARE)
    const id = await noticeDispute(app, sale)
    await submit(id, 'losing')
    const { token } = seller
    const read = await call<EndpointOutput<'getPayoutAccount'>>(app.url, 'getPayoutAccount', { token })
    expect(read.body.debtMinor).toBe(SHARE)
    const next = await sell(app, { seller })
    await confirmReceived(app, next)
    expect(await listTransfers(app, next)).toEqual([])
    expect(await readDealState(app, next)).toBe('released')
  })

  it('decides a problem that was open before', async () => {
    const sale = await sellDisputed(await buildSeller(app))
    await reportProblem(app, sale)
    const id = await noticeDispute(app, sale)
    await submit(id, 'losing')
    expect(await readDeal(app, sale, sale.buyer)).toMatchObject({
      state: 'refunded',
      problem: { outcome: 'refund' },
    })
  })

  it('is recorded once if an admin accepts it at Stripe, even after repeated reads', async () => {
    const sale = await sellDisputed(await buildPayableSeller(app))
    await confirmReceived(app, sale)
    const id = await noticeDispute(app, sale)
    await callStripe(app, `disputes/${id}/close`, { form: {} })
    for (let round = 1; round <= 3; round++) await findMissedDealEvents(app.ctx)
    expect(await readDealState(app, sale)).toBe('refunded')
    const texts = await eventTexts(sale)
    expect(texts.filter((text) => text.includes('The bank returned the money'))).toHaveLength(1)
    expect(texts.filter((text) => text.includes('disputed the payment'))).toHaveLength(1)
    expect(await listTransfers(app, sale)).toMatchObject([{ amount_reversed: SHARE }])
  })
})

describe('the events of a dispute', () => {
  it.each(['winning', 'losing'] as const)(
    'have the same result with %s evidence, in any order and repeated',
    async (outcome) => {
      const sale = await sellDisputed(await buildPayableSeller(app))
      await confirmReceived(app, sale)
      const id = await idAtStripe(sale)
      const evidence = { uncategorized_text: `${outcome}_evidence` }
      await app.ctx.payments.updateDispute(id, evidence, true)
      const events = disputeEvents(id)
      expect(events.length).toBeGreaterThanOrEqual(4)
      for (const event of [...events.toReversed(), ...events])
        expect(await app.stripe.webhooks.deliver(event)).toBe(200)
      const end = outcome === 'winning' ? 'released' : 'refunded'
      await expect
        .poll(async () => [await readDealState(app, sale), (await disputeOf(sale)).state])
        .toEqual([end, outcome === 'winning' ? 'won' : 'lost'])
      await expect
        .poll(() => listTransfers(app, sale))
        .toMatchObject([{ amount_reversed: outcome === 'winning' ? 0 : SHARE }])
    },
  )

  it('may be the first sign of the payment', async () => {
    const sale = await sellDisputed(await buildSeller(app))
    await app.stripe.webhooks.deliver(disputeEvents(await idAtStripe(sale))[0]!)
    await expect.poll(() => readDealState(app, sale)).toBe('disputed')
  })

  it('notify the admins once of the opening and once of the outcome', async () => {
    const sale = await sellDisputed(await buildSeller(app))
    const id = await idAtStripe(sale)
    for (const event of [...disputeEvents(id), ...disputeEvents(id)]) await app.stripe.webhooks.deliver(event)
    await expect.poll(() => disputeNotices(sale)).toEqual(['Payment disputed'])
    await callStripe(app, `disputes/${id}/close`, { form: {} })
    for (const event of disputeEvents(id)) await app.stripe.webhooks.deliver(event)
    await expect.poll(() => disputeNotices(sale)).toEqual(['Dispute lost', 'Payment disputed'])
  })

  it('are fetched within an hour if they were lost', async () => {
    const seller = await buildPayableSeller(app)
    const [open, won, lost] = [
      await sellDisputed(seller),
      await sellDisputed(seller),
      await sellDisputed(seller),
    ]
    for (const sale of [won, lost]) await confirmReceived(app, sale)
    const submitAtStripe = async (sale: Sale, text: string) =>
      app.ctx.payments.updateDispute(await idAtStripe(sale), { uncategorized_text: text }, true)
    await submitAtStripe(won, 'winning_evidence')
    await submitAtStripe(lost, 'losing_evidence')
    await findMissedDealEvents(app.ctx)
    expect(await Promise.all([open, won, lost].map((sale) => readDealState(app, sale)))).toEqual([
      'disputed',
      'released',
      'refunded',
    ])
    expect(await listTransfers(app, lost)).toMatchObject([{ amount_reversed: SHARE }])
    expect(await listTransfers(app, won)).toMatchObject([{ amount_reversed: 0 }])
  })
})

it('the books add up and agree with Stripe after all of these disputes', async () => {
  expect(await listBookErrors(app)).toEqual([])
})
