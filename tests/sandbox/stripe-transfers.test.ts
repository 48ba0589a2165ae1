import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { carPrice, openStripeSetup, putAccount, type StripeSetup } from './stripe-setup.ts'

let setup: StripeSetup
let stripe: Stripe

beforeAll(async () => {
  setup = await openStripeSetup()
  stripe = setup.stripe
})

afterAll(() => setup[Symbol.asyncDispose]())

/** Pays, and returns the ID of the charge. */
async function pay(client: Stripe, amount = 100_000, transferGroup?: string): Promise<string> {
  const { latest_charge: charge } = await client.paymentIntents.create({
    ...carPrice,
    amount,
    payment_method: 'pm_card_visa',
    confirm: true,
    ...(transferGroup === undefined ? {} : { transfer_group: transferGroup }),
  })
  return typeof charge === 'string' ? charge : ''
}

async function available(client: Stripe, account?: string) {
  const balance = await client.balance.retrieve({}, account ? { stripeAccount: account } : {})
  return balance.available[0]?.amount
}

async function transferFrom(charge: string, account: string, amount = 50_000) {
  return stripe.transfers.create({
    amount,
    currency: 'usd',
    destination: account,
    source_transaction: charge,
    metadata: { payoutID: '7' },
  })
}

describe('transfers', () => {
  it('move the money of a charge to an account', async () => {
    const account = putAccount(setup)
    const charge = await pay(stripe, 100_000, 'purchase-1')
    const transfer = await stripe.transfers.create({
      amount: 90_000,
      currency: 'usd',
      destination: account,
      source_transaction: charge,
      metadata: { payoutID: '7' },
      expand: ['balance_transaction', 'source_transaction'],
    })
    expect(transfer).toMatchObject({
      object: 'transfer',
      amount: 90_000,
      amount_reversed: 0,
      destination: account,
      metadata: { payoutID: '7' },
      source_transaction: { id: charge, transfer_group: 'purchase-1' },
      transfer_group: 'purchase-1',
      balance_transaction: {
        amount: -90_000,
        fee: 0,
        net: -90_000,
        type: 'transfer',
        reporting_category: 'transfer',
        source: transfer.id,
      },
    })
    expect(await available(stripe, account)).toBe(90_000)
    const { data } = await stripe.balanceTransactions.list({}, { stripeAccount: account })
    expect(data).toMatchObject([{ amount: 90_000, type: 'payment', source: transfer.destination_payment }])
  })

  it('can be listed by group and destination, and retrieved', async () => {
    const account = putAccount(setup)
    const charge = await pay(stripe, 100_000, 'purchase-2')
    const transfer = await transferFrom(charge, account)
    const ids = async (params: Stripe.TransferListParams) =>
      (await stripe.transfers.list(params)).data.map(({ id }) => id)
    expect(await ids({ transfer_group: 'purchase-2' })).toEqual([transfer.id])
    expect(await ids({ destination: account })).toEqual([transfer.id])
    expect(await ids({ transfer_group: 'none' })).toEqual([])
    expect(await ids({ destination: account, created: { lt: transfer.created } })).toEqual([])
    expect(await stripe.transfers.retrieve(transfer.id)).toMatchObject({ id: transfer.id })
  })

  it('stay pending until the funds of the charge are available', async () => {
    let now = Date.now()
    await using slow = await openStripeSetup({ availableDelayMs: 60_000, now: () => now })
    const account = putAccount(slow)
    const charge = await pay(slow.stripe)
    const order = { amount: 50_000, currency: 'usd', destination: account, source_transaction: charge }
    const { id } = await slow.stripe.transfers.create(order)
    expect(await available(slow.stripe, account)).toBe(0)
    await expect(slow.stripe.transfers.createReversal(id)).rejects.toMatchObject({
      code: 'balance_insufficient',
    })
    now += 60_000
    expect(await available(slow.stripe, account)).toBe(50_000)
  })

  it('are made once per idempotency key', async () => {
    const account = putAccount(setup)
    const order = {
      amount: 1_000,
      currency: 'usd',
      destination: account,
      source_transaction: await pay(stripe),
    }
    const options = { idempotencyKey: 'payout-1' }
    const first = await stripe.transfers.create(order, options)
    expect((await stripe.transfers.create(order, options)).id).toBe(first.id)
    expect(await available(stripe, account)).toBe(1_000)
  })

  it('name the group after the charge if the group is missing', async () => {
    const charge = await pay(stripe)
    expect(await transferFrom(charge, putAccount(setup))).toMatchObject({ transfer_group: `group_${charge}` })
  })

  it('are rejected for an unknown account', async () => {
    await expect(transferFrom(await pay(stripe), 'acct_none')).rejects.toMatchObject({
      statusCode: 400,
      rawType: 'invalid_request_error',
      code: 'resource_missing',
      param: 'destination',
    })
  })

  it('are rejected for an account that cannot receive transfers', async () => {
    const account = putAccount(setup, 'restricted')
    await expect(transferFrom(await pay(stripe), account)).rejects.toMatchObject({
      statusCode: 400,
      rawType: 'invalid_request_error',
      code: 'insufficient_capabilities_for_transfer',
    })
  })

  it('are rejected beyond the rest of the charge', async () => {
    const account = putAccount(setup)
    const charge = await pay(stripe)
    await transferFrom(charge, account, 60_000)
    await expect(transferFrom(charge, account, 40_001)).rejects.toMatchObject({
      statusCode: 400,
      param: 'amount',
    })
    expect(await transferFrom(charge, account, 40_000)).toMatchObject({ amount: 40_000 })
  })

  it('are rejected in a currency other than the charge’s', async () => {
    const order = { amount: 1_000, currency: 'eur', destination: putAccount(setup) }
    const source = await pay(stripe)
    await expect(stripe.transfers.create({ ...order, source_transaction: source })).rejects.toMatchObject({
      statusCode: 400,
      param: 'currency',
    })
  })

  it('are rejected for an unknown charge', async () => {
    await expect(transferFrom('ch_none', putAccount(setup))).rejects.toMatchObject({
      code: 'resource_missing',
      param: 'source_transaction',
    })
  })

  it('need enough money on the balance if they have no charge', async () => {
    await using empty = await openStripeSetup()
    const order = { amount: 1_000, currency: 'usd', destination: putAccount(empty) }
    await expect(empty.stripe.transfers.create(order)).rejects.toMatchObject({
      statusCode: 400,
      rawType: 'invalid_request_error',
      code: 'balance_insufficient',
    })
    await pay(empty.stripe, 5_000)
    expect(await empty.stripe.transfers.create(order)).toMatchObject({ source_transaction: null })
  })
})

describe('reversals', () => {
  it('return money from the account', async () => {
    const account = putAccount(setup)
    const transfer = await transferFrom(await pay(stripe), account)
    const reversal = await stripe.transfers.createReversal(transfer.id, {
      amount: 20_000,
      metadata: { rowID: '3' },
      expand: ['balance_transaction'],
    })
    expect(reversal).toMatchObject({
      object: 'transfer_reversal',
      amount: 20_000,
      transfer: transfer.id,
      metadata: { rowID: '3' },
      balance_transaction: {
        amount: 20_000,
        net: 20_000,
        type: 'transfer_refund',
        reporting_category: 'transfer_reversal',
        source: reversal.id,
      },
    })
    expect(await available(stripe, account)).toBe(30_000)
    expect(await stripe.transfers.retrieve(transfer.id)).toMatchObject({
      amount_reversed: 20_000,
      reversed: false,
      reversals: { data: [{ id: reversal.id }] },
    })
  })

  it('reverse the rest without an amount, and then nothing more', async () => {
    const transfer = await transferFrom(await pay(stripe), putAccount(setup))
    const first = await stripe.transfers.createReversal(transfer.id, { amount: 20_000 })
    const rest = await stripe.transfers.createReversal(transfer.id)
    expect(rest.amount).toBe(30_000)
    expect(await stripe.transfers.retrieve(transfer.id)).toMatchObject({ reversed: true })
    await expect(stripe.transfers.createReversal(transfer.id)).rejects.toMatchObject({ statusCode: 400 })
    const listed = await stripe.transfers
      .listReversals(transfer.id, { limit: 1 })
      .autoPagingToArray({ limit: 9 })
    expect(listed.map(({ id }) => id)).toEqual([rest.id, first.id])
  })

  it('are rejected beyond the rest of the transfer', async () => {
    const transfer = await transferFrom(await pay(stripe), putAccount(setup))
    await expect(stripe.transfers.createReversal(transfer.id, { amount: 50_001 })).rejects.toMatchObject({
      statusCode: 400,
      rawType: 'invalid_request_error',
      param: 'amount',
    })
  })

  it('are rejected beyond the money of the account', async () => {
    const account = putAccount(setup)
    const transfer = await transferFrom(await pay(stripe), account)
    await stripe.payouts.create({ amount: 40_000, currency: 'usd' }, { stripeAccount: account })
    await expect(stripe.transfers.createReversal(transfer.id, { amount: 10_001 })).rejects.toMatchObject({
      statusCode: 400,
      rawType: 'invalid_request_error',
      code: 'balance_insufficient',
    })
    expect(await stripe.transfers.createReversal(transfer.id, { amount: 10_000 })).toMatchObject({
      amount: 10_000,
    })
  })

  it('are rejected for an unknown transfer', async () => {
    await expect(stripe.transfers.listReversals('tr_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
  })
})

it('transfers and reversals send events', async () => {
  await using held = await openStripeSetup({ webhooks: 'hold', webhookUrl: 'http://127.0.0.1:9' })
  const source = await pay(held.stripe)
  const order = { amount: 1_000, currency: 'usd', destination: putAccount(held), source_transaction: source }
  const { id } = await held.stripe.transfers.create(order)
  await held.stripe.transfers.createReversal(id, { amount: 400 })
  expect(held.sandbox.webhooks.pending().slice(-2)).toMatchObject([
    { type: 'transfer.created', data: { object: { id, amount_reversed: 0 } } },
    {
      type: 'transfer.reversed',
      data: { object: { id, amount_reversed: 400 }, previous_attributes: { amount_reversed: 0 } },
    },
  ])
})
