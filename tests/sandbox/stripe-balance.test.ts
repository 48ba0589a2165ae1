import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { carPrice, connect, openStripeSetup, putAccount, type StripeSetup } from './stripe-setup.ts'

let setup: StripeSetup
let stripe: Stripe

beforeAll(async () => {
  setup = await openStripeSetup({ refundDelayMs: 20 })
  stripe = setup.stripe
})

afterAll(() => setup[Symbol.asyncDispose]())

function pay(client: Stripe, amount: number, method = 'pm_card_visa') {
  return client.paymentIntents.create({
    ...carPrice,
    amount,
    payment_method: method,
    confirm: true,
    description: 'A car',
    expand: ['latest_charge.balance_transaction'],
  })
}

function chargeOf({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge {
  if (charge === null || typeof charge === 'string') throw new Error('The charge is not expanded')
  return charge
}

async function usd(client: Stripe, account?: string) {
  const balance = await client.balance.retrieve({}, account ? { stripeAccount: account } : {})
  const amountIn = (funds: { amount: number; currency: string }[]) =>
    funds.find(({ currency }) => currency === 'usd')?.amount
  return { available: amountIn(balance.available), pending: amountIn(balance.pending) }
}

describe('balance transactions', () => {
  it('contain the fee of a charge, and the charge points to them', async () => {
    const charge = chargeOf(await pay(stripe, 2_490_000))
    expect(charge.balance_transaction).toMatchObject({
      object: 'balance_transaction',
      amount: 2_490_000,
      fee: 72_240,
      net: 2_417_760,
      fee_details: [{ amount: 72_240, currency: 'usd', type: 'stripe_fee' }],
      type: 'charge',
      reporting_category: 'charge',
      status: 'available',
      source: charge.id,
    })
  })

  it.each([
    [1_050, 60],
    [1_017, 59],
    [1_018, 60],
  ])('round the fee for %i cents to %i cents', async (amount, fee) => {
    expect(chargeOf(await pay(stripe, amount)).balance_transaction).toMatchObject({ fee })
  })

  it('contain a higher fee for a foreign card', async () => {
    expect(chargeOf(await pay(stripe, 10_000, 'pm_card_fr')).balance_transaction).toMatchObject({ fee: 470 })
  })

  it('do not exist for a declined charge', async () => {
    const before = await stripe.balanceTransactions.list({ limit: 100 })
    await expect(pay(stripe, 5_000, 'pm_card_chargeDeclined')).rejects.toMatchObject({
      code: 'card_declined',
    })
    expect(await stripe.balanceTransactions.list({ limit: 100 })).toEqual(before)
  })

  it('do not return the fee with a refund', async () => {
    const { id } = await pay(stripe, 5_000)
    const refund = await stripe.refunds.create({
      payment_intent: id,
      amount: 2_000,
      expand: ['balance_transaction'],
    })
    expect(refund.balance_transaction).toMatchObject({
      amount: -2_000,
      fee: 0,
      net: -2_000,
      type: 'refund',
      reporting_category: 'refund',
      source: refund.id,
    })
  })

  it('return the money of a refund that fails', async () => {
    const { id } = await pay(stripe, 5_000, 'pm_card_refundFail')
    const { id: refundId } = await stripe.refunds.create({ payment_intent: id })
    await expect
      .poll(async () => {
        const refund = await stripe.refunds.retrieve(refundId, { expand: ['failure_balance_transaction'] })
        return refund.failure_balance_transaction
      })
      .toMatchObject({ amount: 5_000, type: 'refund_failure', source: refundId })
  })

  it('can be listed with their sources, by type, and by time', async () => {
    const charge = chargeOf(await pay(stripe, 7_000))
    const { data } = await stripe.balanceTransactions.list({ expand: ['data.source'], limit: 1 })
    expect(data[0]?.source).toMatchObject({ id: charge.id, object: 'charge', amount: 7_000 })
    const bySource = await stripe.balanceTransactions.list({ source: charge.id, type: 'charge' })
    expect(bySource.data).toHaveLength(1)
    const created = { gt: Math.floor(Date.now() / 1_000) + 60 }
    expect((await stripe.balanceTransactions.list({ created })).data).toEqual([])
    const id = bySource.data[0]?.id ?? ''
    expect(await stripe.balanceTransactions.retrieve(id)).toMatchObject({ source: charge.id })
  })

  it('are listed in pages in both directions', async () => {
    for (const amount of [1_001, 1_002, 1_003]) await pay(stripe, amount)
    const all = await stripe.balanceTransactions.list({ limit: 3 })
    const paged = await stripe.balanceTransactions.list({ limit: 1 }).autoPagingToArray({ limit: 3 })
    expect(paged.map(({ id }) => id)).toEqual(all.data.map(({ id }) => id))
    const back = await stripe.balanceTransactions.list({ limit: 1, ending_before: all.data[2]?.id })
    expect(back).toMatchObject({ data: [{ id: all.data[1]?.id }], has_more: true })
  })

  it('cannot be retrieved with an unknown ID', async () => {
    await expect(stripe.balanceTransactions.retrieve('txn_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
  })
})

describe('the balance', () => {
  it('becomes available after the delay', async () => {
    let now = Date.now()
    await using slow = await openStripeSetup({ availableDelayMs: 60_000, now: () => now })
    const intent = await pay(slow.stripe, 10_000)
    expect(chargeOf(intent).balance_transaction).toMatchObject({
      status: 'pending',
      available_on: Math.floor((now + 60_000) / 1_000),
    })
    expect(await usd(slow.stripe)).toEqual({ available: 0, pending: 9_680 })
    now += 60_000
    expect(await usd(slow.stripe)).toEqual({ available: 9_680, pending: 0 })
    const later = await slow.stripe.paymentIntents.retrieve(intent.id, {
      expand: ['latest_charge.balance_transaction'],
    })
    expect(chargeOf(later).balance_transaction).toMatchObject({ status: 'available' })
  })

  it('is available immediately with the test card for that', async () => {
    await using slow = await openStripeSetup({ availableDelayMs: 60_000 })
    await pay(slow.stripe, 10_000, 'pm_card_bypassPending')
    expect(await usd(slow.stripe)).toEqual({ available: 9_680, pending: 0 })
  })

  it('is rejected for an unknown account', async () => {
    await expect(usd(stripe, 'acct_none')).rejects.toMatchObject({ statusCode: 403, code: 'account_invalid' })
  })

  it('is available for an account, while other account data is rejected', async () => {
    const account = putAccount(setup)
    await expect(stripe.disputes.list({}, { stripeAccount: account })).rejects.toMatchObject({
      statusCode: 400,
    })
  })
})

describe('payouts', () => {
  it('empty the balance of an account', async () => {
    const account = putAccount(setup)
    await pay(stripe, 20_000)
    await stripe.transfers.create({ amount: 5_000, currency: 'usd', destination: account })
    const order = { amount: 5_000, currency: 'usd' }
    const payout = await stripe.payouts.create(order, { stripeAccount: account })
    expect(payout).toMatchObject({ object: 'payout', amount: 5_000, status: 'paid' })
    expect(await usd(stripe, account)).toEqual({ available: 0, pending: 0 })
    const { data } = await stripe.payouts.list({}, { stripeAccount: account })
    expect(data.map(({ id }) => id)).toEqual([payout.id])
    expect((await stripe.payouts.list()).data).toEqual([])
    await expect(stripe.payouts.create(order, { stripeAccount: account })).rejects.toMatchObject({
      code: 'balance_insufficient',
    })
  })

  it('send the account’s events payout.created and payout.paid', async () => {
    await using held = await openStripeSetup({ webhooks: 'hold', webhookUrl: 'http://127.0.0.1:9' })
    const account = putAccount(held)
    await pay(held.stripe, 20_000)
    await held.stripe.transfers.create({ amount: 5_000, currency: 'usd', destination: account })
    await held.stripe.payouts.create({ amount: 5_000, currency: 'usd' }, { stripeAccount: account })
    expect(held.sandbox.webhooks.pending().slice(-2)).toMatchObject([
      { type: 'payout.created', account, data: { object: { status: 'pending' } } },
      { type: 'payout.paid', account, data: { object: { status: 'paid' } } },
    ])
  })
})

describe('expansion', () => {
  it('is rejected for a property that is not an object', async () => {
    const { id } = await pay(stripe, 1_000)
    await expect(stripe.paymentIntents.retrieve(id, { expand: ['currency'] })).rejects.toMatchObject({
      statusCode: 400,
      param: 'expand',
    })
  })

  it('is rejected for a browser', async () => {
    const { id, client_secret } = await pay(stripe, 1_000)
    const browser = connect(setup.sandbox, 'pk_test_anything')
    const params = { client_secret: client_secret ?? '', expand: ['latest_charge'] }
    await expect(browser.paymentIntents.retrieve(id, params)).rejects.toMatchObject({
      code: 'parameter_unknown',
    })
  })
})
