import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { carPrice, connect, openStripeSetup, readCharge, type StripeSetup } from './stripe-setup.ts'

let setup: StripeSetup
let stripe: Stripe

beforeAll(async () => {
  setup = await openStripeSetup()
  stripe = setup.stripe
})

afterAll(() => setup[Symbol.asyncDispose]())

describe('payment intents', () => {
  it('start with a unique client secret and wait for a payment method', async () => {
    const intent = await stripe.paymentIntents.create({
      ...carPrice,
      description: 'Tesla Model 3',
      metadata: { carId: '7', itemId: 'a1' },
    })
    expect(intent).toMatchObject({
      object: 'payment_intent',
      amount: 2_490_000,
      currency: 'usd',
      status: 'requires_payment_method',
      livemode: false,
      description: 'Tesla Model 3',
      metadata: { carId: '7', itemId: 'a1' },
      payment_method: null,
      latest_charge: null,
      last_payment_error: null,
      allowed_payment_method_types: ['card'],
    })
    expect(intent.id).toMatch(/^pi_3[A-Za-z0-9]{23}$/)
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_[A-Za-z0-9]{25}$`))
    expect(Math.abs(intent.created - Date.now() / 1000)).toBeLessThan(5)
    expect(intent.lastResponse.requestId).toMatch(/^req_\w{14}$/)
    expect(await stripe.paymentIntents.retrieve(intent.id)).toEqual(intent)
  })

  it('retain nonempty metadata, with at most 50 keys', async () => {
    const create = (metadata: Record<string, string>) =>
      stripe.paymentIntents.create({ ...carPrice, metadata })
    const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, key) => [key, 'x']))
    expect((await create({ ...keys(50), note: '' })).metadata).toEqual(keys(50))
    await expect(create(keys(51))).rejects.toMatchObject({ param: 'metadata' })
  })

  it('proceed from a method to a confirmation to success, with a charge', async () => {
    const created = await stripe.paymentIntents.create({ ...carPrice, payment_method: 'pm_card_visa' })
    expect(created.status).toBe('requires_confirmation')
    const paid = await stripe.paymentIntents.confirm(created.id)
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 2_490_000 })
    expect(readCharge(setup, paid)).toMatchObject({
      object: 'charge',
      amount: 2_490_000,
      status: 'succeeded',
      paid: true,
      captured: true,
      payment_intent: created.id,
      outcome: { type: 'authorized', network_status: 'approved_by_network' },
      payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242', network: 'visa' } },
    })
  })

  it('are confirmed by the same request, also with card data', async () => {
    const paid = await stripe.paymentIntents.create({
      ...carPrice,
      payment_method: 'pm_card_mastercard',
      confirm: true,
    })
    expect(paid.status).toBe('succeeded')
    const method = await stripe.paymentMethods.create({
      type: 'card',
      card: { number: '378282246310005', exp_month: 8, exp_year: 2035, cvc: '1234' },
      billing_details: { name: 'Dana Price', email: 'dana@example.test', address: { postal_code: '94110' } },
    })
    expect(method).toMatchObject({
      card: { brand: 'amex', last4: '0005', exp_month: 8, exp_year: 2035 },
      billing_details: { name: 'Dana Price', email: 'dana@example.test' },
    })
    expect(JSON.stringify(method)).not.toContain('378282246310005')
    const other = await stripe.paymentIntents.create({
      ...carPrice,
      payment_method: method.id,
      confirm: true,
    })
    const charge = readCharge(setup, other)
    expect(charge).toMatchObject({
      billing_details: { name: 'Dana Price' },
      payment_method_details: { card: { checks: { cvc_check: 'pass', address_postal_code_check: 'pass' } } },
    })
  })

  it('can be canceled while open, but not once paid or canceled', async () => {
    const open = await stripe.paymentIntents.create(carPrice)
    const canceled = await stripe.paymentIntents.cancel(open.id, { cancellation_reason: 'abandoned' })
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
    expect(canceled.canceled_at).toBeGreaterThan(0)
    await expect(stripe.paymentIntents.cancel(open.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
    await expect(
      stripe.paymentIntents.confirm(open.id, { payment_method: 'pm_card_visa' }),
    ).rejects.toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })

    const paid = await stripe.paymentIntents.create({
      ...carPrice,
      payment_method: 'pm_card_visa',
      confirm: true,
    })
    await expect(stripe.paymentIntents.cancel(paid.id)).rejects.toMatchObject({
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
      message: expect.stringContaining('because it has a status of succeeded') as string,
      raw: { payment_intent: { id: paid.id, status: 'succeeded' } },
    })
    await expect(stripe.paymentIntents.confirm(paid.id, { payment_method: 'pm_card_visa' })).rejects.toThrow(
      /already succeeded/,
    )
  })

  it('are listed newest first, in pages', async () => {
    const ids: string[] = []
    for (let count = 0; count < 4; count++) {
      ids.unshift((await stripe.paymentIntents.create(carPrice)).id)
    }
    const first = await stripe.paymentIntents.list({ limit: 2 })
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    expect(first.has_more).toBe(true)
    const second = await stripe.paymentIntents.list({ limit: 2, starting_after: ids[1] })
    expect(second.data.map(({ id }) => id)).toEqual(ids.slice(2, 4))
    const seen: string[] = []
    for await (const intent of stripe.paymentIntents.list({ limit: 2 })) {
      seen.push(intent.id)
      if (seen.length === 4) break
    }
    expect(seen).toEqual(ids)
    const later = await stripe.paymentIntents.list({ created: { gt: Math.floor(Date.now() / 1000) + 60 } })
    expect(later.data).toEqual([])
  })
})

describe('test cards', () => {
  const declines: [string, string, string | undefined, RegExp][] = [
    ['4000000000000002', 'card_declined', 'generic_decline', /^Your card was declined\.$/],
    ['4000000000009995', 'card_declined', 'insufficient_funds', /insufficient funds/],
    ['4000000000009987', 'card_declined', 'lost_card', /declined/],
    ['4000000000009979', 'card_declined', 'stolen_card', /declined/],
    ['4000000000000069', 'expired_card', 'expired_card', /expired/],
    ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc', /security code is incorrect/],
    ['4000000000000119', 'processing_error', 'processing_error', /processing your card/],
    ['4100000000000019', 'card_declined', 'fraudulent', /declined/],
    ['4111111111111111', 'card_declined', 'test_mode_live_card', /test mode/],
  ]

  it.each(declines)('%s is declined with %s', async (number, code, declineCode, message) => {
    const intent = await stripe.paymentIntents.create(carPrice)
    const method = await stripe.paymentMethods.create({
      type: 'card',
      card: { number, exp_month: 12, exp_year: 2034, cvc: '123' },
    })
    const error = await stripe.paymentIntents
      .confirm(intent.id, { payment_method: method.id })
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
    expect(error).toMatchObject({
      statusCode: 402,
      rawType: 'card_error',
      code,
      decline_code: declineCode,
      doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`,
      message: expect.stringMatching(message) as string,
      payment_intent: { id: intent.id, status: 'requires_payment_method', payment_method: null },
    })
    const after = await stripe.paymentIntents.retrieve(intent.id)
    expect(after.last_payment_error).toMatchObject({
      type: 'card_error',
      code,
      payment_method: { id: method.id },
    })
    expect(readCharge(setup, after)).toMatchObject({ status: 'failed', paid: false, failure_code: code })

    const paid = await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null })
  })

  it.each([
    ['pm_card_visa_chargeDeclined', 'generic_decline'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card'],
  ])('%s is declined like its card number', async (id, declineCode) => {
    await expect(
      stripe.paymentIntents.create({ ...carPrice, payment_method: id, confirm: true }),
    ).rejects.toMatchObject({ statusCode: 402, decline_code: declineCode })
  })

  it.each([
    [{ number: '4242424242424241', exp_month: 12, exp_year: 2034, cvc: '123' }, 'incorrect_number', 'number'],
    [{ number: '424242', exp_month: 12, exp_year: 2034, cvc: '123' }, 'invalid_number', 'number'],
    [
      { number: '4242424242424242', exp_month: 13, exp_year: 2034, cvc: '123' },
      'invalid_expiry_month',
      'exp_month',
    ],
    [
      { number: '4242424242424242', exp_month: 12, exp_year: 2020, cvc: '123' },
      'invalid_expiry_year',
      'exp_year',
    ],
    [{ number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '99' }, 'invalid_cvc', 'cvc'],
  ])('create no payment method with invalid details: %o', async (card, code, param) => {
    await expect(stripe.paymentMethods.create({ type: 'card', card })).rejects.toMatchObject({
      statusCode: 402,
      code,
      param,
    })
  })

  it('succeed with 0127 if no security code was given', async () => {
    const method = await stripe.paymentMethods.create({
      type: 'card',
      card: { number: '4000000000000127', exp_month: 12, exp_year: 2034 },
    })
    const intent = await stripe.paymentIntents.create({
      ...carPrice,
      payment_method: method.id,
      confirm: true,
    })
    expect(intent.status).toBe('succeeded')
  })

  it.each(['pm_card_authenticationRequired', 'pm_card_authenticationRequiredOnSetup'])(
    '%s waits for authentication, can be canceled while waiting, and cannot be refunded',
    async (id) => {
      const intent = await stripe.paymentIntents.create({ ...carPrice, payment_method: id, confirm: true })
      expect(intent).toMatchObject({
        status: 'requires_action',
        latest_charge: null,
        next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
      })
      await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toThrow(
        /does not have a successful charge/,
      )
      const canceled = await stripe.paymentIntents.cancel(intent.id)
      expect(canceled).toMatchObject({ status: 'canceled', next_action: null })
    },
  )

  it('have payment methods that can be used only once', async () => {
    const method = await stripe.paymentMethods.create({
      type: 'card',
      card: { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' },
    })
    await stripe.paymentIntents.create({ ...carPrice, payment_method: method.id, confirm: true })
    await expect(
      stripe.paymentIntents.create({ ...carPrice, payment_method: method.id, confirm: true }),
    ).rejects.toThrow(/It may not be used again/)
  })
})

describe('request validation', () => {
  it.each([
    [{ currency: 'usd' }, 'parameter_missing', 'amount'],
    [{ amount: 100 }, 'parameter_missing', 'currency'],
    [{ amount: 49, currency: 'usd' }, 'amount_too_small', 'amount'],
    [{ amount: 100_000_000, currency: 'usd' }, 'amount_too_large', 'amount'],
    [{ amount: 12.5, currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: -5, currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: 100, currency: 'usd', colour: 'red' }, 'parameter_unknown', 'colour'],
    [{ amount: 100, currency: 'usd', payment_method: 'pm_nothing' }, 'resource_missing', 'payment_method'],
  ])('rejects a payment intent with %o', async (params, code, param) => {
    await expect(
      stripe.paymentIntents.create(params as Stripe.PaymentIntentCreateParams),
    ).rejects.toMatchObject({ rawType: 'invalid_request_error', code, param })
  })

  it.each([50, 99_999_999])('accepts the boundary amount %i', async (amount) => {
    expect((await stripe.paymentIntents.create({ ...carPrice, amount })).amount).toBe(amount)
  })

  it('responds with 404 for missing resources', async () => {
    await expect(stripe.paymentIntents.retrieve('pi_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'intent',
      message: "No such payment_intent: 'pi_none'",
    })
    await expect(stripe.refunds.retrieve('re_none')).rejects.toMatchObject({ statusCode: 404 })
    await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
      statusCode: 404,
      message: expect.stringContaining('Unrecognized request URL (GET: /v1/customers/cus_none)') as string,
    })
  })

  it('accepts only test keys', async () => {
    const live = connect(setup.sandbox, 'sk_live_secret1234')
    const error = await live.paymentIntents.list().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
    expect(String(error)).toContain('sk_live_')
    expect(String(error)).not.toContain('secret')
    const bare = await fetch(`${setup.sandbox.url}/v1/payment_intents`)
    expect(bare.status).toBe(401)
  })

  it('lets a browser read only the intent for its secret, without the merchant’s data', async () => {
    const browser = connect(setup.sandbox, 'pk_test_anything')
    const intent = await stripe.paymentIntents.create({ ...carPrice, metadata: { buyer: '7' } })
    await expect(browser.paymentIntents.retrieve(intent.id)).rejects.toMatchObject({ param: 'client_secret' })
    await expect(
      browser.paymentIntents.retrieve(intent.id, { client_secret: `${intent.id}_secret_wrong` }),
    ).rejects.toMatchObject({ statusCode: 400, param: 'client_secret' })
    const seen = await browser.paymentIntents.retrieve(intent.id, {
      client_secret: intent.client_secret ?? '',
    })
    expect(seen).toMatchObject({ id: intent.id, status: 'requires_payment_method' })
    expect(seen).not.toHaveProperty('metadata')
    await expect(browser.paymentIntents.create(carPrice)).rejects.toMatchObject({
      statusCode: 401,
      code: 'secret_key_required',
    })
    await expect(browser.paymentIntents.cancel(intent.id)).rejects.toMatchObject({ statusCode: 401 })
    await expect(browser.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      statusCode: 401,
    })
  })

  it('rejects __proto__ in a parameter name like any unknown parameter', async () => {
    const response = await fetch(`${setup.sandbox.url}/v1/payment_intents`, {
      method: 'POST',
      headers: { Authorization: 'Bearer sk_test_x', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'amount=100&currency=usd&__proto__[polluted]=1',
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { code: 'parameter_unknown', param: '__proto__' },
    })
    expect(Object.prototype).not.toHaveProperty('polluted')
  })
})
