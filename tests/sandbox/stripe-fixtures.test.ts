import { readFileSync } from 'node:fs'
import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { carPrice, openStripeSetup, putAccount, type StripeSetup } from './stripe-setup.ts'

/** The file with Stripe's published examples, by the name of the resource. Without it, nothing is compared. */
const file = process.env.STRIPE_FIXTURES
const fixtures = z.object({ resources: z.record(z.string(), z.unknown()) })

/** Names that Stripe returns only if a request expands them. */
const expandable = ['charge.refunds']

let setup: StripeSetup
let examples: Record<string, unknown>
let objects: Record<string, unknown>

/** Resources of API v1 that the sandbox returns. */
const resources = [
  'balance',
  'balance_transaction',
  'charge',
  'dispute',
  'event',
  'payment_intent',
  'payment_method',
  'payout',
  'refund',
  'transfer',
  'transfer_reversal',
]

describe.skipIf(!file)('Stripe’s published examples', () => {
  beforeAll(async () => {
    examples = fixtures.parse(JSON.parse(readFileSync(file!, 'utf8'))).resources
    setup = await openStripeSetup({ webhookUrl: 'http://127.0.0.1:9', webhooks: 'hold' })
    objects = await createObjects(setup)
  })
  afterAll(() => setup?.[Symbol.asyncDispose]())

  it.each(resources)('have no property or type that the sandbox’s %s lacks', (resource) => {
    expect(examples).toHaveProperty(resource)
    expect(listDifferences(examples[resource], objects[resource], resource)).toEqual([])
  })
})

async function createObjects(opened: StripeSetup): Promise<Record<string, unknown>> {
  const { stripe, sandbox } = opened
  const account = putAccount(opened)
  const confirmWith = (payment_method: string) =>
    stripe.paymentIntents.create({
      ...carPrice,
      payment_method,
      confirm: true,
      expand: ['latest_charge'],
    })
  const paymentIntent = await confirmWith('pm_card_bypassPending')
  const charge = paymentIntent.latest_charge as Stripe.Charge
  const made = { amount: 1000, currency: 'usd', destination: account }
  const { id } = await stripe.transfers.create({ ...made, source_transaction: charge.id })
  await stripe.transfers.createReversal(id, { amount: 100 })
  const transfer = await stripe.transfers.retrieve(id)
  const payout = await stripe.payouts.create({ amount: 100, currency: 'usd' }, { stripeAccount: account })
  const refund = await stripe.refunds.create({ payment_intent: paymentIntent.id, amount: 100 })
  await confirmWith('pm_card_createDispute')
  return {
    balance: await stripe.balance.retrieve(),
    balance_transaction: await stripe.balanceTransactions.retrieve(String(charge.balance_transaction)),
    charge,
    dispute: (await stripe.disputes.list()).data[0],
    event: sandbox.webhooks.pending().find(({ object }) => object === 'event'),
    payment_intent: paymentIntent,
    payment_method: await createPaymentMethod(stripe),
    payout,
    refund,
    transfer,
    transfer_reversal: transfer.reversals.data[0],
  }
}

function createPaymentMethod(stripe: Stripe): Promise<Stripe.PaymentMethod> {
  const card = {
    number: '4242424242424242',
    exp_month: 12,
    exp_year: new Date().getFullYear() + 1,
    cvc: '123',
  }
  return stripe.paymentMethods.create({ type: 'card', card })
}

/** Lists the names that an object lacks, and the values of another type. Null stands for any type. */
function listDifferences(example: unknown, actual: unknown, path: string): string[] {
  const [wanted, found] = [typeOf(example), typeOf(actual)]
  if (expandable.includes(path)) return []
  if (found === 'undefined') return [`${path} is missing`]
  if (wanted === 'null' || found === 'null') return []
  if (wanted !== found) return [`${path} is of type ${found} instead of ${wanted}`]
  if (Array.isArray(example) && Array.isArray(actual))
    return example.length > 0 && actual.length > 0 ? listDifferences(example[0], actual[0], `${path}[]`) : []
  if (!isRecord(example) || !isRecord(actual) || isFreeForm(path)) return []
  return Object.keys(example).flatMap((name) =>
    listDifferences(example[name], actual[name], `${path}.${name}`),
  )
}

/** Reports whether the names of an object are data: those of metadata, and the object of an event. */
function isFreeForm(path: string): boolean {
  return path.endsWith('.metadata') || path === 'event.data.object'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
