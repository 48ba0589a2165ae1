import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendRaw } from '../support/raw-http.ts'
import { carPrice, openStripeSetup, type StripeSetup } from './stripe-setup.ts'

let setup: StripeSetup
let time = Date.parse('2031-05-01T10:00:00Z')

beforeAll(async () => {
  setup = await openStripeSetup({ now: () => time })
})

afterAll(() => setup[Symbol.asyncDispose]())

describe('idempotency keys', () => {
  it('return the first response again, even after a restart', async () => {
    const key = { idempotencyKey: 'again' }
    const first = await setup.stripe.paymentIntents.create(carPrice, key)
    const second = await setup.stripe.paymentIntents.create(carPrice, key)
    expect(second).toEqual(first)
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
    expect(second.lastResponse.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'original-request': first.lastResponse.requestId,
    })
    await setup.restart()
    expect((await setup.stripe.paymentIntents.create(carPrice, key)).id).toBe(first.id)
    expect((await setup.stripe.paymentIntents.list()).data).toHaveLength(1)
  })

  it('are rejected with different parameters or a different endpoint', async () => {
    const key = { idempotencyKey: 'other' }
    const intent = await setup.stripe.paymentIntents.create(carPrice, key)
    await expect(setup.stripe.paymentIntents.create({ ...carPrice, amount: 700 }, key)).rejects.toMatchObject(
      { type: 'StripeIdempotencyError', statusCode: 400, rawType: 'idempotency_error' },
    )
    await expect(setup.stripe.paymentIntents.cancel(intent.id, {}, key)).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
    })
  })

  it('accept only one of many parallel requests', async () => {
    const before = (await setup.stripe.paymentIntents.list({ limit: 100 })).data.length
    const body = 'amount=2490000&currency=usd&allowed_payment_method_types[0]=card'
    const request = [
      'POST /v1/payment_intents HTTP/1.1',
      'Host: localhost',
      'Authorization: Bearer sk_test_any',
      'Idempotency-Key: parallel',
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n')
    // All requests are sent in one write, so they have all arrived before the first is saved.
    const responses = await sendRaw(setup.sandbox.url, request.repeat(20))
    expect(responses.match(/HTTP\/1\.1 (200|409) /g)).toHaveLength(20)
    expect(new Set(responses.match(/"id":\s*"pi_\w+"/g)).size).toBe(1)
    const rejectedCount = responses.match(/HTTP\/1\.1 409 /g)?.length ?? 0
    expect(rejectedCount).toBeGreaterThan(0)
    expect(responses.match(/"idempotency_key_in_use"/g)).toHaveLength(rejectedCount)
    expect((await setup.stripe.paymentIntents.list({ limit: 100 })).data).toHaveLength(before + 1)
  })

  it('repeat a card’s decline without contacting the bank again', async () => {
    const intent = await setup.stripe.paymentIntents.create(carPrice)
    const key = { idempotencyKey: 'declined' }
    const params = { payment_method: 'pm_card_visa_chargeDeclined' }
    await expect(setup.stripe.paymentIntents.confirm(intent.id, params, key)).rejects.toMatchObject({
      statusCode: 402,
    })
    const { latest_charge: charge } = await setup.stripe.paymentIntents.retrieve(intent.id)
    await expect(setup.stripe.paymentIntents.confirm(intent.id, params, key)).rejects.toMatchObject({
      statusCode: 402,
      code: 'card_declined',
    })
    expect((await setup.stripe.paymentIntents.retrieve(intent.id)).latest_charge).toBe(charge)
  })

  it('remain unused after an invalid request', async () => {
    const key = { idempotencyKey: 'mistyped' }
    await expect(setup.stripe.paymentIntents.create({ ...carPrice, amount: 1 }, key)).rejects.toMatchObject({
      code: 'amount_too_small',
    })
    expect((await setup.stripe.paymentIntents.create(carPrice, key)).amount).toBe(carPrice.amount)
  })

  it('are forgotten after a day', async () => {
    const key = { idempotencyKey: 'daily' }
    const first = await setup.stripe.paymentIntents.create(carPrice, key)
    time += 24 * 60 * 60 * 1_000
    const second = await setup.stripe.paymentIntents.create({ ...carPrice, amount: 900 }, key)
    expect(second.id).not.toBe(first.id)
  })
})
