import type Stripe from 'stripe'
import { getAvailableFunds, recordMovement } from './balance-transactions.ts'
import { type Context, getStripeTime } from './context.ts'
import { recordEvent } from './events.ts'
import type { FormHash } from './form.ts'
import { newId } from './ids.ts'
import { pageShape, toPage } from './lists.ts'
import { readAmount, readCurrency } from './money.ts'
import { integer, metadata, createChoiceReader, readParams, text } from './params.ts'
import { createMissingObjectProblem, unexpectedState } from './problem.ts'

const createShape = {
  amount: integer(),
  currency: text(3),
  description: text(1_000),
  metadata,
  method: createChoiceReader('standard', 'instant'),
  statement_descriptor: text(22),
}

/** Pays money to the calling account's bank, which receives it immediately. */
export function createPayout(ctx: Context, _id: string, form: FormHash): Stripe.Payout {
  const params = readParams(form, createShape)
  const { account } = ctx.call
  const currency = readCurrency(params.currency)
  const amount = readAmount(params.amount, currency)
  if (amount > getAvailableFunds(ctx, account, currency)) {
    throw unexpectedState(
      'balance_insufficient',
      'You have insufficient funds in your Stripe account for this payout.',
    )
  }
  const id = newId('po')
  const description = params.description ?? 'STRIPE PAYOUT'
  const transaction = recordMovement(ctx, {
    account,
    amount: -amount,
    currency,
    description,
    type: 'payout',
    reportingCategory: 'payout',
    source: id,
  })
  const payout: Stripe.Payout = {
    id,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: getStripeTime(ctx),
    automatic: false,
    balance_transaction: transaction.id,
    created: getStripeTime(ctx),
    currency,
    description: params.description ?? null,
    destination: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: params.metadata ?? {},
    method: params.method ?? 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: params.statement_descriptor ?? null,
    status: 'pending',
    trace_id: { status: 'pending', value: null },
    type: 'bank_account',
  }
  recordEvent(ctx, 'payout.created', payout)
  const paid: Stripe.Payout = { ...payout, status: 'paid' }
  ctx.store.payouts.put(id, { payout: paid, account })
  recordEvent(ctx, 'payout.paid', paid, { status: payout.status })
  return paid
}

export function findPayout(ctx: Context, id: string): Stripe.Payout | undefined {
  const record = ctx.store.payouts.get(id)
  return record?.account === ctx.call.account ? record.payout : undefined
}

export function retrievePayout(ctx: Context, id: string, form: FormHash): Stripe.Payout {
  readParams(form, {})
  const payout = findPayout(ctx, id)
  if (!payout) throw createMissingObjectProblem('payout', id, 'payout')
  return payout
}

export function listPayouts(ctx: Context, _id: string, form: FormHash) {
  const { status, ...page } = readParams(form, { ...pageShape, status: text() })
  const found = ctx.store.payouts
    .all()
    .flatMap(({ payout, account }) => (account === ctx.call.account ? [payout] : []))
    .filter((payout) => status === undefined || payout.status === status)
  return toPage(found, page, '/v1/payouts')
}
