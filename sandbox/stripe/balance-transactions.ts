import type Stripe from 'stripe'
import { type Context, getStripeTime } from './context.ts'
import type { FormHash } from './form.ts'
import { newId } from './ids.ts'
import { pageShape, toPage } from './lists.ts'
import { readParams, text } from './params.ts'
import { createMissingObjectProblem } from './problem.ts'
import type { BalanceTransactionRecord } from './store.ts'

interface Movement {
  /** ID of the connected account whose balance changes; null for the platform. */
  account: string | null
  amount: number
  currency: string
  description: string | null
  fee?: { amount: number; description: string }
  type: Stripe.BalanceTransaction.Type
  reportingCategory: string
  source: string
  /** Time in milliseconds; by default, now. */
  availableAt?: number
}

export function recordMovement(ctx: Context, movement: Movement): Stripe.BalanceTransaction {
  const { account, amount, currency, fee } = movement
  const availableAt = Math.max(ctx.now(), movement.availableAt ?? 0)
  const transaction: Stripe.BalanceTransaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: Math.floor(availableAt / 1_000),
    balance_type: 'payments',
    created: getStripeTime(ctx),
    currency,
    description: movement.description,
    exchange_rate: null,
    fee: fee?.amount ?? 0,
    fee_details: fee
      ? [
          {
            amount: fee.amount,
            application: null,
            currency,
            description: fee.description,
            type: 'stripe_fee',
          },
        ]
      : [],
    net: amount - (fee?.amount ?? 0),
    reporting_category: movement.reportingCategory,
    source: movement.source,
    status: availableAt > ctx.now() ? 'pending' : 'available',
    type: movement.type,
  }
  ctx.store.balanceTransactions.put(transaction.id, { transaction, account, availableAt })
  return transaction
}

/**
 * Credits the platform with a charge, less Stripe's fee for cards, and returns the transaction's ID.
 * @see https://stripe.com/pricing
 */
export function creditCharge(
  ctx: Context,
  charge: Stripe.Charge,
  isInternational: boolean,
  bypassesPending: boolean,
): string {
  return recordMovement(ctx, {
    account: null,
    amount: charge.amount,
    currency: charge.currency,
    description: charge.description,
    fee: {
      amount: chargeFee(charge.amount, isInternational),
      description: 'Stripe processing fees',
    },
    type: 'charge',
    reportingCategory: 'charge',
    source: charge.id,
    availableAt: bypassesPending ? ctx.now() : ctx.now() + ctx.availableDelayMs,
  }).id
}

/** Returns 2.9% plus 30 cents, rounded half up. International cards cost another 1.5%. */
function chargeFee(amount: number, isInternational: boolean): number {
  const perMille = isInternational ? 44 : 29
  return Math.floor((amount * perMille + 500) / 1_000) + 30
}

/** Debits the platform for a refund, and returns the transaction's ID. Stripe keeps the charge's fee. */
export function debitRefund(ctx: Context, refund: Stripe.Refund, charge: Stripe.Charge): string {
  return recordMovement(ctx, {
    account: null,
    amount: -refund.amount,
    currency: refund.currency,
    description: describeRefund('REFUND FOR CHARGE', charge),
    type: 'refund',
    reportingCategory: 'refund',
    source: refund.id,
    availableAt: getAvailableAt(ctx, charge),
  }).id
}

/** Credits the platform with a refund that the bank returned, and returns the transaction's ID. */
export function creditFailedRefund(ctx: Context, refund: Stripe.Refund, charge: Stripe.Charge): string {
  return recordMovement(ctx, {
    account: null,
    amount: refund.amount,
    currency: refund.currency,
    description: describeRefund('REFUND FAILURE', charge),
    type: 'refund_failure',
    reportingCategory: 'refund_failure',
    source: refund.id,
  }).id
}

function describeRefund(title: string, { description }: Stripe.Charge): string {
  return description === null ? title : `${title} (${description})`
}

/** Returns the time in milliseconds at which the money of a charge becomes available. */
export function getAvailableAt(ctx: Context, { balance_transaction: id }: Stripe.Charge): number {
  return typeof id === 'string' ? (ctx.store.balanceTransactions.get(id)?.availableAt ?? 0) : 0
}

/** Lists the balance transactions of the platform or of the account that is calling, oldest first. */
function listOwn(ctx: Context): BalanceTransactionRecord[] {
  return ctx.store.balanceTransactions
    .all()
    .filter(({ account }) => account === ctx.call.account)
    .map((record) => refreshTransactionStatus(ctx, record))
}

/** Updates the status, which changes only with time. */
function refreshTransactionStatus(ctx: Context, record: BalanceTransactionRecord): BalanceTransactionRecord {
  const status = record.availableAt > ctx.now() ? 'pending' : 'available'
  return { ...record, transaction: { ...record.transaction, status } }
}

export function findBalanceTransaction(ctx: Context, id: string): Stripe.BalanceTransaction | undefined {
  const record = ctx.store.balanceTransactions.get(id)
  return record?.account === ctx.call.account ? refreshTransactionStatus(ctx, record).transaction : undefined
}

export function retrieveBalanceTransaction(
  ctx: Context,
  id: string,
  form: FormHash,
): Stripe.BalanceTransaction {
  readParams(form, {})
  const transaction = findBalanceTransaction(ctx, id)
  if (!transaction) throw createMissingObjectProblem('balance_transaction', id, 'id')
  return transaction
}

export function listBalanceTransactions(ctx: Context, _id: string, form: FormHash) {
  const { currency, source, type, payout, ...page } = readParams(form, {
    ...pageShape,
    currency: text(3),
    source: text(),
    type: text(),
    payout: text(),
  })
  const found = listOwn(ctx)
    .map(({ transaction }) => transaction)
    .filter(
      (transaction) =>
        (currency === undefined || transaction.currency === currency.toLowerCase()) &&
        (source === undefined || transaction.source === source) &&
        (type === undefined || transaction.type === type) &&
        (payout === undefined || transaction.source === payout),
    )
  return toPage(found, page, '/v1/balance_transactions')
}

interface Funds {
  available: number
  pending: number
}

/** Returns the money of the platform (null) or of a connected account, by currency. */
function sumFunds(ctx: Context, account: string | null): Map<string, Funds> {
  const funds = new Map<string, Funds>([['usd', { available: 0, pending: 0 }]])
  for (const record of ctx.store.balanceTransactions.all()) {
    if (record.account !== account) continue
    const { currency, net } = record.transaction
    const sum = funds.get(currency) ?? { available: 0, pending: 0 }
    if (record.availableAt > ctx.now()) sum.pending += net
    else sum.available += net
    funds.set(currency, sum)
  }
  return funds
}

/** Returns the available money of the platform (null) or of a connected account. */
export function getAvailableFunds(ctx: Context, account: string | null, currency: string): number {
  return sumFunds(ctx, account).get(currency)?.available ?? 0
}

export function retrieveBalance(ctx: Context, _id: string, form: FormHash): Stripe.Balance {
  readParams(form, {})
  const { account } = ctx.call
  const funds = [...sumFunds(ctx, account)]
  return {
    object: 'balance',
    available: funds.map(([currency, { available }]) => ({
      amount: available,
      currency,
      source_types: { card: available },
    })),
    ...(account === null ? { connect_reserved: funds.map(([currency]) => ({ amount: 0, currency })) } : {}),
    livemode: false,
    pending: funds.map(([currency, { pending }]) => ({
      amount: pending,
      currency,
      source_types: { card: pending },
    })),
    refund_and_dispute_prefunding: {
      available: funds.map(([currency]) => ({ amount: 0, currency })),
      pending: funds.map(([currency]) => ({ amount: 0, currency })),
    },
  }
}
