import { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { carPrice, openEndpoint, openStripeSetup, simulateFullDisk, webhookSecret } from './stripe-setup.ts'

describe('webhooks', () => {
  it('report each step in order, with signatures that the real library accepts', async () => {
    await using endpoint = await openEndpoint()
    await using setup = await openStripeSetup({ webhookUrl: endpoint.url })
    const { stripe } = setup
    const intent = await stripe.paymentIntents.create({ ...carPrice, metadata: { item: '3' } })
    await stripe.paymentIntents
      .confirm(intent.id, { payment_method: 'pm_card_visa_chargeDeclined' })
      .catch(() => {})
    await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_authenticationRequired' })
    await stripe.paymentIntents.confirm(
      intent.id,
      { payment_method: 'pm_card_visa' },
      { idempotencyKey: 'k1' },
    )
    await stripe.refunds.create({ payment_intent: intent.id })
    const other = await stripe.paymentIntents.create(carPrice)
    await stripe.paymentIntents.cancel(other.id)

    const deliveries = await endpoint.received(10)
    expect(deliveries.map(({ event }) => event.type)).toEqual([
      'payment_intent.created',
      'charge.failed',
      'payment_intent.payment_failed',
      'payment_intent.requires_action',
      'charge.succeeded',
      'payment_intent.succeeded',
      'refund.created',
      'charge.refunded',
      'payment_intent.created',
      'payment_intent.canceled',
    ])
    const succeeded = deliveries.find(({ event }) => event.type === 'payment_intent.succeeded')?.event
    expect(succeeded).toMatchObject({
      object: 'event',
      livemode: false,
      pending_webhooks: 1,
      request: { idempotency_key: 'k1', id: expect.stringMatching(/^req_/) as string },
      data: { object: { id: intent.id, status: 'succeeded', metadata: { item: '3' } } },
    })
  })

  it('have a signature that is valid only for their secret and body', async () => {
    await using endpoint = await openEndpoint()
    await using setup = await openStripeSetup({ webhookUrl: endpoint.url })
    await setup.stripe.paymentIntents.create(carPrice)
    const [delivery] = await endpoint.received(1)
    const { body = '', signature = '' } = delivery ?? {}
    const { webhooks } = new Stripe('sk_test_x')
    expect(() => webhooks.constructEvent(body, signature, 'whsec_other')).toThrow(/signature/)
    expect(() => webhooks.constructEvent(`${body} `, signature, webhookSecret)).toThrow(/signature/)
  })

  it('are retried until accepted, without delaying later webhooks', async () => {
    await using endpoint = await openEndpoint()
    await using setup = await openStripeSetup({ webhookUrl: endpoint.url, retryDelaysMs: [150, 200] })
    endpoint.answers.push(500, 200, 503)
    const first = await setup.stripe.paymentIntents.create(carPrice)
    const second = await setup.stripe.paymentIntents.create(carPrice)
    const deliveries = await endpoint.received(4)
    const ids = deliveries.map(({ event }) => (event.data.object as Stripe.PaymentIntent).id)
    expect(ids).toEqual([first.id, second.id, first.id, first.id])
    expect(new Set(deliveries.map(({ event }) => event.id)).size).toBe(2)
    await expect.poll(() => setup.sandbox.webhooks.pending()).toEqual([])
    await setup.restart()
    expect(setup.sandbox.webhooks.pending()).toEqual([])
  })

  it('are retried if their result could not be saved, without delaying later webhooks', async () => {
    await using endpoint = await openEndpoint()
    await using setup = await openStripeSetup({ webhookUrl: endpoint.url, retryDelaysMs: [100] })
    const fullDisk = simulateFullDisk(setup, 'events')
    const first = await setup.stripe.paymentIntents.create(carPrice)
    await endpoint.received(2)
    fullDisk.end()
    const second = await setup.stripe.paymentIntents.create(carPrice)
    await expect.poll(() => setup.sandbox.webhooks.pending()).toEqual([])
    const ids = endpoint.deliveries.map(({ event }) => (event.data.object as Stripe.PaymentIntent).id)
    expect(new Set(ids)).toEqual(new Set([first.id, second.id]))
  })

  it('survive a restart while the endpoint is unreachable', async () => {
    await using setup = await openStripeSetup({
      webhookUrl: 'http://127.0.0.1:9/nobody',
      retryDelaysMs: [60_000],
    })
    const intent = await setup.stripe.paymentIntents.create(carPrice)
    await using endpoint = await openEndpoint()
    await setup.restart({ webhookUrl: endpoint.url })
    const [delivery] = await endpoint.received(1)
    expect(delivery?.event.data.object).toMatchObject({ id: intent.id })
  })

  it('wait in hold mode, and are delivered in any order, repeatedly if required', async () => {
    await using endpoint = await openEndpoint()
    await using setup = await openStripeSetup({ webhookUrl: endpoint.url, webhooks: 'hold' })
    await setup.stripe.paymentIntents.create({ ...carPrice, payment_method: 'pm_card_visa', confirm: true })
    const pending = setup.sandbox.webhooks.pending()
    expect(pending.map(({ type }) => type)).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
    ])
    const [created, , succeeded] = pending
    expect(await setup.sandbox.webhooks.deliver(succeeded?.id ?? '')).toBe(200)
    expect(await setup.sandbox.webhooks.deliver(succeeded?.id ?? '')).toBe(200)
    expect(await setup.sandbox.webhooks.deliver(created?.id ?? '')).toBe(200)
    await setup.sandbox.webhooks.flush()
    expect(endpoint.deliveries.map(({ event }) => event.type)).toEqual([
      'payment_intent.succeeded',
      'payment_intent.succeeded',
      'payment_intent.created',
      'charge.succeeded',
    ])
    expect(setup.sandbox.webhooks.pending()).toEqual([])
  })
})
