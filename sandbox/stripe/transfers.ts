import type Stripe from 'stripe'
import { getAvailableAt, getAvailableFunds, recordMovement } from './balance-transactions.ts'
import { type Context, getStripeTime } from './context.ts'
import { recordEvent } from './events.ts'
import type { FormHash } from './form.ts'
import { newId } from './ids.ts'
import { pageShape, toPage } from './lists.ts'
import { formatAmount, readCurrency } from './money.ts'
import { flag, integer, metadata, readParams, text } from './params.ts'
import { invalidParam, missingParam, createMissingObjectProblem, unexpectedState } from './problem.ts'

const MAX_REVERSALS_SHOWN = 10

const createShape = {
  amount: integer({ min: 1 }),
  currency: text(3),
  description: text(1_000),
  destination: text(),
  metadata,
  source_transaction: text(),
  transfer_group: text(),
}

/** Transfers money, which arrives when the money of the source charge is available. */
export function createTransfer(ctx: Context, _id: string, form: FormHash): Stripe.Transfer {
  const params = readParams(form, createShape)
  const currency = readCurrency(params.currency)
  if (params.destination === undefined) throw missingParam('destination')
  const destination = params.destination
  const source = params.source_transaction === undefined ? null : readSource(ctx, params.source_transaction)
  const amount = params.amount ?? source?.amount
  if (amount === undefined) throw missingParam('amount')
  checkDestination(ctx, destination)
  if (source) checkSource(ctx, source, amount, currency)
  else checkFunds(ctx, amount, currency)

  const id = newId('tr')
  const payment = newId('py')
  const group = params.transfer_group ?? source?.transfer_group ?? (source ? `group_${source.id}` : null)
  if (source && source.transfer_group === null)
    ctx.store.charges.put(source.id, { ...source, transfer_group: group })
  const availableAt = source ? getAvailableAt(ctx, source) : ctx.now()
  const description = params.description ?? null
  const movement = { currency, description, availableAt }
  const { id: transaction } = recordMovement(ctx, {
    ...movement,
    account: null,
    amount: -amount,
    type: 'transfer',
    reportingCategory: 'transfer',
    source: id,
  })
  recordMovement(ctx, {
    ...movement,
    account: destination,
    amount,
    type: 'payment',
    reportingCategory: 'charge',
    source: payment,
  })
  const transfer: Stripe.Transfer = {
    id,
    object: 'transfer',
    amount,
    amount_reversed: 0,
    balance_transaction: transaction,
    created: getStripeTime(ctx),
    currency,
    description,
    destination,
    destination_payment: payment,
    livemode: false,
    metadata: params.metadata ?? {},
    reversals: toPage<Stripe.TransferReversal>([], {}, `/v1/transfers/${id}/reversals`),
    reversed: false,
    source_transaction: source?.id ?? null,
    source_type: 'card',
    transfer_group: group,
  }
  ctx.store.transfers.put(id, transfer)
  recordEvent(ctx, 'transfer.created', transfer)
  return transfer
}

function readSource(ctx: Context, id: string): Stripe.Charge {
  const charge = ctx.store.charges.get(id)
  if (!charge) throw invalidParam('source_transaction', `No such charge: '${id}'`, 'resource_missing')
  if (!charge.captured) {
    throw invalidParam('source_transaction', `The charge ${id} cannot fund a transfer: it was not captured.`)
  }
  return charge
}

function checkDestination(ctx: Context, id: string) {
  const record = ctx.store.accounts.get(id)
  if (!record) throw invalidParam('destination', `No such destination: '${id}'`, 'resource_missing')
  const capability = record.account.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers
  if (capability?.status !== 'active') {
    throw unexpectedState(
      'insufficient_capabilities_for_transfer',
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
    )
  }
}

/** Rejects a transfer that exceeds what refunds and other transfers have left of the charge. */
function checkSource(ctx: Context, charge: Stripe.Charge, amount: number, currency: string) {
  if (charge.currency !== currency) {
    throw invalidParam(
      'currency',
      `The currency of source_transaction's balance transaction (${charge.currency}) must be the same as the transfer currency (${currency})`,
    )
  }
  const transferred = ctx.store.transfers
    .all()
    .filter(({ source_transaction: source }) => source === charge.id)
    .reduce((sum, transfer) => sum + transfer.amount - transfer.amount_reversed, 0)
  if (amount > charge.amount - charge.amount_refunded - transferred) {
    throw invalidParam(
      'amount',
      `Transfers using this transaction as a source must not exceed the source amount of ${formatAmount(charge.amount - charge.amount_refunded, currency)}. (This source already has transfers totalling ${formatAmount(transferred, currency)})`,
    )
  }
}

function checkFunds(ctx: Context, amount: number, currency: string) {
  if (amount > getAvailableFunds(ctx, null, currency)) {
    throw unexpectedState(
      'balance_insufficient',
      'You have insufficient available funds in your Stripe account. Try adding funds directly to your available balance by creating Charges using the 4000000000000077 test card. See: https://stripe.com/docs/testing#available-balance',
    )
  }
}

function findTransfer(ctx: Context, id: string): Stripe.Transfer {
  const transfer = ctx.store.transfers.get(id)
  if (!transfer) throw createMissingObjectProblem('transfer', id, 'id')
  return transfer
}

export function retrieveTransfer(ctx: Context, id: string, form: FormHash): Stripe.Transfer {
  readParams(form, {})
  return findTransfer(ctx, id)
}

export function listTransfers(ctx: Context, _id: string, form: FormHash) {
  const { destination, transfer_group, ...page } = readParams(form, {
    ...pageShape,
    destination: text(),
    transfer_group: text(),
  })
  const found = ctx.store.transfers
    .all()
    .filter(
      (transfer) =>
        (destination === undefined || transfer.destination === destination) &&
        (transfer_group === undefined || transfer.transfer_group === transfer_group),
    )
  return toPage(found, page, '/v1/transfers')
}

const reversalShape = {
  amount: integer({ min: 1 }),
  description: text(1_000),
  metadata,
  refund_application_fee: flag,
}

/** Reverses part of a transfer, or the rest of it. */
export function createReversal(ctx: Context, transferId: string, form: FormHash): Stripe.TransferReversal {
  const params = readParams(form, reversalShape)
  const transfer = findTransfer(ctx, transferId)
  const amount = checkReversal(ctx, transfer, params.amount)
  const id = newId('trr')
  const movement = { currency: transfer.currency, description: params.description ?? null }
  const refund = newId('pyr')
  const { id: transaction } = recordMovement(ctx, {
    ...movement,
    account: null,
    amount,
    type: 'transfer_refund',
    reportingCategory: 'transfer_reversal',
    source: id,
  })
  recordMovement(ctx, {
    ...movement,
    account: getDestination(transfer),
    amount: -amount,
    type: 'payment_refund',
    reportingCategory: 'refund',
    source: refund,
  })
  const reversal: Stripe.TransferReversal = {
    id,
    object: 'transfer_reversal',
    amount,
    balance_transaction: transaction,
    created: getStripeTime(ctx),
    currency: transfer.currency,
    destination_payment_refund: refund,
    metadata: params.metadata ?? {},
    source_refund: null,
    transfer: transferId,
  }
  ctx.store.transferReversals.put(id, reversal)
  const reversed = transfer.amount_reversed + amount
  const updated: Stripe.Transfer = {
    ...transfer,
    amount_reversed: reversed,
    reversed: reversed === transfer.amount,
    reversals: toPage(
      listTransferReversals(ctx, transferId),
      { limit: MAX_REVERSALS_SHOWN },
      transfer.reversals.url,
    ),
  }
  ctx.store.transfers.put(transferId, updated)
  recordEvent(ctx, 'transfer.reversed', updated, {
    amount_reversed: transfer.amount_reversed,
    ...(updated.reversed ? { reversed: false } : {}),
  })
  return reversal
}

function checkReversal(ctx: Context, transfer: Stripe.Transfer, sent: number | undefined): number {
  const { currency } = transfer
  const open = transfer.amount - transfer.amount_reversed
  if (open === 0) throw invalidParam('id', `The transfer ${transfer.id} is already fully reversed.`)
  const amount = sent ?? open
  if (amount > open) {
    throw invalidParam(
      'amount',
      `Reversal amount (${formatAmount(amount, currency)}) is greater than unreversed amount on transfer (${formatAmount(open, currency)})`,
    )
  }
  if (amount > getAvailableFunds(ctx, getDestination(transfer), currency)) {
    throw unexpectedState(
      'balance_insufficient',
      `Insufficient available balance in the destination account to reverse ${formatAmount(amount, currency)} of the transfer ${transfer.id}.`,
    )
  }
  return amount
}

function getDestination({ destination }: Stripe.Transfer): string {
  return typeof destination === 'string' ? destination : (destination?.id ?? '')
}

function listTransferReversals(ctx: Context, transferId: string): Stripe.TransferReversal[] {
  return ctx.store.transferReversals.all().filter(({ transfer }) => transfer === transferId)
}

export function listReversals(ctx: Context, transferId: string, form: FormHash) {
  const page = readParams(form, pageShape)
  const { reversals } = findTransfer(ctx, transferId)
  return toPage(listTransferReversals(ctx, transferId), page, reversals.url)
}
