import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { carPrice, openStripeSetup, readCharge, type StripeSetup } from './stripe-setup.ts'

const WEEK_SECONDS = 7 * 24 * 60 * 60

let setup: StripeSetup
let stripe: Stripe

beforeAll(async () => {
  setup = await openStripeSetup()
  stripe = setup.stripe
})

afterAll(() => setup[Symbol.asyncDispose]())

async function openDispute({ stripe: client }: StripeSetup, method = 'pm_card_createDispute') {
  const intent = await client.paymentIntents.create({
    ...carPrice,
    amount: 100_000,
    payment_method: method,
    confirm: true,
  })
  const { data } = await client.disputes.list({ payment_intent: intent.id })
  const [dispute] = data
  if (!dispute) throw new Error('There is no dispute')
  return { intent, dispute, id: dispute.id }
}

function hold() {
  return openStripeSetup({ webhooks: 'hold', webhookUrl: 'http://127.0.0.1:9' })
}

function disputeEvents({ sandbox }: StripeSetup): string[] {
  return sandbox.webhooks.pending().flatMap(({ type }) => (type.startsWith('charge.dispute.') ? [type] : []))
}

describe('a fraudulent charge', () => {
  it('is disputed immediately, and its money and a fee are withdrawn', async () => {
    const { intent, dispute } = await openDispute(setup)
    expect(intent.status).toBe('succeeded')
    expect(dispute).toMatchObject({
      object: 'dispute',
      amount: 100_000,
      reason: 'fraudulent',
      status: 'needs_response',
      charge: intent.latest_charge,
      is_charge_refundable: false,
      evidence_details: {
        due_by: dispute.created + WEEK_SECONDS,
        has_evidence: false,
        past_due: false,
        submission_count: 0,
      },
      balance_transactions: [
        {
          amount: -100_000,
          fee: 1_500,
          net: -101_500,
          fee_details: [{ amount: 1_500, type: 'stripe_fee' }],
          type: 'adjustment',
          reporting_category: 'dispute',
          source: dispute.id,
        },
      ],
    })
    expect(readCharge(setup, intent).disputed).toBe(true)
  })

  it('is the source of a balance transaction', async () => {
    const { id } = await openDispute(setup)
    const { data } = await stripe.balanceTransactions.list({ source: id, expand: ['data.source'] })
    expect(data).toMatchObject([{ source: { object: 'dispute', id } }])
  })

  it('is also disputed with the card number', async () => {
    const { id: method } = await stripe.paymentMethods.create({
      type: 'card',
      card: { number: '4000000000000259', exp_month: 12, exp_year: 2034, cvc: '737' },
    })
    expect((await openDispute(setup, method)).dispute.reason).toBe('fraudulent')
  })

  it('cannot be refunded', async () => {
    const { intent } = await openDispute(setup)
    await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      statusCode: 400,
      rawType: 'invalid_request_error',
      code: 'charge_disputed',
    })
  })
})

describe('an inquiry', () => {
  it('withdraws no money', async () => {
    const { dispute } = await openDispute(setup, 'pm_card_createDisputeInquiry')
    expect(dispute).toMatchObject({
      status: 'warning_needs_response',
      is_charge_refundable: true,
      balance_transactions: [],
    })
  })

  it('is closed by evidence that wins', async () => {
    const { id } = await openDispute(setup, 'pm_card_createDisputeInquiry')
    const evidence = { uncategorized_text: 'winning_evidence' }
    expect(await stripe.disputes.update(id, { evidence })).toMatchObject({
      status: 'warning_closed',
      balance_transactions: [],
    })
  })

  it('is closed by a full refund', async () => {
    const { id, intent } = await openDispute(setup, 'pm_card_createDisputeInquiry')
    await stripe.refunds.create({ payment_intent: intent.id, amount: 1_000 })
    expect((await stripe.disputes.retrieve(id)).status).toBe('warning_needs_response')
    await stripe.refunds.create({ payment_intent: intent.id })
    expect((await stripe.disputes.retrieve(id)).status).toBe('warning_closed')
  })
})

describe('evidence', () => {
  it('is stored but not sent with submit=false', async () => {
    const { id } = await openDispute(setup)
    const evidence = { uncategorized_text: 'winning_evidence', customer_name: 'Ann' }
    expect(await stripe.disputes.update(id, { evidence, submit: false })).toMatchObject({
      status: 'needs_response',
      evidence,
      evidence_details: { has_evidence: true, submission_count: 0 },
    })
    expect(await stripe.disputes.update(id, { submit: true })).toMatchObject({
      status: 'won',
      evidence_details: { submission_count: 1 },
    })
  })

  it('returns the money, but not the fee, if it wins', async () => {
    const { id, intent } = await openDispute(setup)
    const evidence = { uncategorized_text: 'winning_evidence' }
    const dispute = await stripe.disputes.update(id, { evidence, submit: true })
    expect(dispute).toMatchObject({
      status: 'won',
      balance_transactions: [
        { amount: -100_000, fee: 1_500 },
        { amount: 100_000, fee: 0, type: 'adjustment', reporting_category: 'dispute_reversal' },
      ],
    })
    expect(await stripe.disputes.retrieve(id)).toMatchObject({ status: 'won' })
    expect(await stripe.refunds.create({ payment_intent: intent.id })).toMatchObject({ status: 'succeeded' })
  })

  it('ends the dispute if it loses', async () => {
    const { id, intent } = await openDispute(setup)
    const evidence = { uncategorized_text: 'losing_evidence' }
    expect(await stripe.disputes.update(id, { evidence, submit: true })).toMatchObject({ status: 'lost' })
    await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      code: 'charge_disputed',
    })
  })

  it('stays under review with any other text, and cannot be changed', async () => {
    const { id } = await openDispute(setup)
    const evidence = { product_description: 'A car' }
    expect(await stripe.disputes.update(id, { evidence, submit: true })).toMatchObject({
      status: 'under_review',
    })
    await expect(stripe.disputes.update(id, { evidence })).rejects.toMatchObject({ statusCode: 400 })
    await expect(stripe.disputes.close(id)).rejects.toMatchObject({ statusCode: 400 })
  })

  it('is rejected after the deadline', async () => {
    let now = Date.now()
    await using later = await openStripeSetup({ now: () => now })
    const { id } = await openDispute(later)
    now += (WEEK_SECONDS + 1) * 1_000
    expect((await later.stripe.disputes.retrieve(id)).evidence_details.past_due).toBe(true)
    const evidence = { customer_name: 'Ann' }
    await expect(later.stripe.disputes.update(id, { evidence })).rejects.toMatchObject({ statusCode: 400 })
  })

  it('is rejected with an unknown field', async () => {
    const { id } = await openDispute(setup)
    const evidence: Record<string, string> = { weather: 'sunny' }
    await expect(stripe.disputes.update(id, { evidence })).rejects.toMatchObject({
      code: 'parameter_unknown',
      param: 'evidence[weather]',
    })
  })
})

describe('disputes', () => {
  it('are lost when they are closed', async () => {
    const { id } = await openDispute(setup)
    expect(await stripe.disputes.close(id)).toMatchObject({ status: 'lost' })
  })

  it('can be listed by charge and by time, in pages', async () => {
    const { id, dispute, intent } = await openDispute(setup)
    const charge = String(intent.latest_charge)
    const ids = async (params: Stripe.DisputeListParams) =>
      (await stripe.disputes.list(params).autoPagingToArray({ limit: 100 })).map((found) => found.id)
    expect(await ids({ charge })).toEqual([id])
    expect(await ids({ charge: 'ch_none' })).toEqual([])
    expect(await ids({ created: { gte: dispute.created - 60 }, limit: 1 })).toContain(id)
    expect(await ids({ created: { gt: dispute.created + 60 } })).toEqual([])
  })

  it('cannot be found by an unknown ID', async () => {
    await expect(stripe.disputes.retrieve('du_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
  })
})

describe('dispute events', () => {
  it('report a dispute, its evidence, and a win', async () => {
    await using held = await hold()
    const { id } = await openDispute(held)
    await held.stripe.disputes.update(id, { evidence: { uncategorized_text: 'winning_evidence' } })
    expect(disputeEvents(held)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.updated',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    ])
  })

  it('report when an inquiry opens and closes, without moving money', async () => {
    await using held = await hold()
    const { id } = await openDispute(held, 'pm_card_createDisputeInquiry')
    await held.stripe.disputes.close(id)
    expect(disputeEvents(held)).toEqual(['charge.dispute.created', 'charge.dispute.closed'])
  })
})
