import type Stripe from 'stripe'
import { type Context, getStripeTime } from './context.ts'
import { recordEvent } from './events.ts'
import type { FormHash } from './form.ts'
import { newClientSecret, newId } from './ids.ts'
import { readAmount, readCurrency } from './money.ts'
import { flag, integer, list, metadata, createChoiceReader, type Params, readParams, text } from './params.ts'
import { checkMethodTypes, usePaymentMethod } from './payment-methods.ts'
import { invalidParam, missingParam, createMissingObjectProblem, unexpectedState } from './problem.ts'
import type { PaymentIntentRecord } from './store.ts'

const createShape = {
  amount: integer(),
  currency: text(3),
  description: text(1_000),
  metadata,
  payment_method: text(),
  allowed_payment_method_types: list(text()),
  transfer_group: text(),
  confirm: flag,
}

export type CreateParams = Params<typeof createShape>

export function readCreateParams(form: FormHash): CreateParams {
  return readParams(form, createShape)
}

/** Creates a payment intent. If the same call also requests confirmation, the route confirms it afterward. */
export function createPaymentIntent(ctx: Context, params: CreateParams): PaymentIntentRecord {
  const currency = readCurrency(params.currency)
  const amount = readAmount(params.amount, currency)
  if (params.allowed_payment_method_types) checkMethodTypes(params.allowed_payment_method_types)
  const id = newId('pi')
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: params.allowed_payment_method_types ? ['card'] : null,
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: newClientSecret(id),
    confirmation_method: 'automatic',
    created: getStripeTime(ctx),
    currency,
    customer: null,
    customer_account: null,
    description: orNull(params.description),
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: params.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: params.allowed_payment_method_types ?? ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: orNull(params.transfer_group),
  }
  if (params.payment_method) attachMethod(ctx, intent, params.payment_method)
  const record: PaymentIntentRecord = { intent, authenticationId: null }
  ctx.store.paymentIntents.put(id, record)
  recordEvent(ctx, 'payment_intent.created', intent)
  return record
}

const CANCELABLE = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
  'processing',
]

const cancelShape = {
  cancellation_reason: createChoiceReader('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'),
}

export function cancelPaymentIntent(ctx: Context, id: string, form: FormHash): Stripe.PaymentIntent {
  const record = getPaymentIntent(ctx, id)
  const { intent } = record
  const params = readParams(form, cancelShape)
  if (!CANCELABLE.includes(intent.status)) {
    throw unexpectedState(
      'payment_intent_unexpected_state',
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE.join(', ')}.`,
      { payment_intent: intent },
    )
  }
  intent.status = 'canceled'
  intent.canceled_at = getStripeTime(ctx)
  intent.cancellation_reason = params.cancellation_reason ?? null
  intent.next_action = null
  record.authenticationId = null
  ctx.store.paymentIntents.put(id, record)
  recordEvent(ctx, 'payment_intent.canceled', intent)
  return intent
}

export function getPaymentIntent(ctx: Context, id: string): PaymentIntentRecord {
  const record = ctx.store.paymentIntents.get(id)
  if (!record) throw createMissingObjectProblem('payment_intent', id, 'intent')
  return record
}

/**
 * Throws unless the client secret belongs to this payment intent. A caller with the secret key may omit the
 * client secret.
 */
export function checkClientSecret(ctx: Context, intent: Stripe.PaymentIntent, secret: string | undefined) {
  if (ctx.call.caller === 'secret' && secret === undefined) return
  if (secret === undefined) throw missingParam('client_secret')
  if (secret !== intent.client_secret) {
    throw invalidParam(
      'client_secret',
      'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
      'payment_intent_invalid_parameter',
    )
  }
}

export function attachMethod(ctx: Context, intent: Stripe.PaymentIntent, id: string) {
  intent.payment_method = usePaymentMethod(ctx, id).method.id
  intent.status = 'requires_confirmation'
  intent.next_action = null
}

function orNull(value: string | undefined): string | null {
  return value === undefined || value === '' ? null : value
}
