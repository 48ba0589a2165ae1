import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  carPrice,
  openEndpoint,
  openStripeSetup,
  readCharge,
  simulateFullDisk,
  type StripeSetup,
} from './stripe-setup.ts'

let setup: StripeSetup

beforeAll(async () => {
  setup = await openStripeSetup({ refundDelayMs: 50 })
})

afterAll(() => setup[Symbol.asyncDispose]())

function pay(stripe: Stripe, method = 'pm_card_visa') {
  return stripe.paymentIntents.create({ ...carPrice, payment_method: method, confirm: true })
}

describe('refunds', () => {
  it('return the full amount only once', async () => {
    const { stripe } = setup
    const intent = await pay(stripe)
    const refund = await stripe.refunds.create({
      payment_intent: intent.id,
      reason: 'requested_by_customer',
      metadata: { case: '12' },
    })
    expect(refund).toMatchObject({
      object: 'refund',
      amount: carPrice.amount,
      currency: 'usd',
      status: 'succeeded',
      reason: 'requested_by_customer',
      payment_intent: intent.id,
      metadata: { case: '12' },
    })
    expect(readCharge(setup, intent)).toMatchObject({
      amount_refunded: carPrice.amount,
      refunded: true,
      status: 'succeeded',
    })
    await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      statusCode: 400,
      rawType: 'invalid_request_error',
      code: 'charge_already_refunded',
    })
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
    const retrieved = await stripe.refunds.retrieve(refund.id)
    expect(retrieved).toMatchObject({ id: refund.id, status: 'succeeded' })
  })

  it('return parts, and never more than was paid', async () => {
    const { stripe } = setup
    const intent = await pay(stripe)
    const part = { payment_intent: intent.id }
    await stripe.refunds.create({ ...part, amount: 1_000_000 })
    expect(readCharge(setup, intent)).toMatchObject({
      amount_refunded: 1_000_000,
      refunded: false,
    })
    await expect(stripe.refunds.create({ ...part, amount: 2_000_000 })).rejects.toMatchObject({
      param: 'amount',
      message: 'Refund amount ($20,000.00) is greater than unrefunded amount on charge ($14,900.00)',
    })
    const rest = await stripe.refunds.create(part)
    expect(rest.amount).toBe(1_490_000)
    const listed = await stripe.refunds.list(part)
    expect(listed.data.map(({ amount }) => amount)).toEqual([1_490_000, 1_000_000])
    expect((await stripe.refunds.list({ payment_intent: 'pi_other' })).data).toEqual([])
  })

  it('start pending for the pending-refund card, and succeed later, even across a restart', async () => {
    await using endpoint = await openEndpoint()
    await using own = await openStripeSetup({ webhookUrl: endpoint.url, refundDelayMs: 150 })
    const intent = await pay(own.stripe, 'pm_card_pendingRefund')
    const refund = await own.stripe.refunds.create({ payment_intent: intent.id })
    expect(refund.status).toBe('pending')
    await own.restart()
    await expect.poll(async () => (await own.stripe.refunds.retrieve(refund.id)).status).toBe('succeeded')
    await expect
      .poll(() => endpoint.deliveries.map(({ event }) => event.type))
      .toEqual(expect.arrayContaining(['refund.created', 'charge.refunded', 'refund.updated']))
    const updated = endpoint.deliveries.find(({ event }) => event.type === 'refund.updated')
    expect(updated?.event.data).toMatchObject({
      object: { id: refund.id, status: 'succeeded' },
      previous_attributes: { status: 'pending' },
    })
  })

  it('fail later for the failing-refund card, and can then be made again', async () => {
    await using endpoint = await openEndpoint()
    await using own = await openStripeSetup({ webhookUrl: endpoint.url, refundDelayMs: 50 })
    const { stripe } = own
    const intent = await pay(stripe, 'pm_card_refundFail')
    const refund = await stripe.refunds.create({ payment_intent: intent.id })
    expect(refund.status).toBe('succeeded')
    await expect.poll(async () => (await stripe.refunds.retrieve(refund.id)).status).toBe('failed')
    expect(readCharge(own, intent)).toMatchObject({ amount_refunded: 0, refunded: false })
    const failed = () => endpoint.deliveries.find(({ event }) => event.type === 'refund.failed')
    await expect
      .poll(() => failed()?.event.data.object)
      .toMatchObject({
        id: refund.id,
        failure_reason: 'unknown',
      })
    expect((await stripe.refunds.create({ payment_intent: intent.id })).amount).toBe(carPrice.amount)
  })

  it('retry slowly while the disk is full, and then continue', async () => {
    const log: string[] = []
    await using own = await openStripeSetup({ refundDelayMs: 0, log: (line) => log.push(line) })
    const { stripe } = own
    const intent = await pay(stripe, 'pm_card_pendingRefund')
    const fullDisk = simulateFullDisk(own, 'refunds')
    const refund = await stripe.refunds.create({ payment_intent: intent.id })
    await expect.poll(() => log).not.toEqual([])
    for (let calls = 0; calls < 5; calls++) await stripe.refunds.retrieve(refund.id)
    expect(log.length).toBeLessThan(5)
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe('pending')
    fullDisk.end()
    const status = async () => (await stripe.refunds.retrieve(refund.id)).status
    await expect.poll(status, { timeout: 5_000 }).toBe('succeeded')
  })

  it('are issued once for many concurrent requests', async () => {
    const { stripe } = setup
    const intent = await pay(stripe)
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => stripe.refunds.create({ payment_intent: intent.id })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})
