import type Stripe from 'stripe'
import { type Context, seconds } from './context.ts'
import { recordEvent } from './events.ts'
import type { FormHash } from './form.ts'
import { newClientSecret, newId } from './ids.ts'
import { readAmount, readCurrency } from './money.ts'
import {
  flag,
  hash,
  integer,
  list,
  mergeMetadata,
  metadata,
  oneOf,
  type Params,
  readParams,
  text,
  webUrl,
} from './params.ts'
import {
  checkMethodTypes,
  createPaymentMethod,
  paymentMethodShape,
  usePaymentMethod,
} from './payment-methods.ts'
import { invalidParam, missingParam, noSuch, unexpectedState } from './problem.ts'
import type { PaymentIntentRecord } from './store.ts'

/** What create and update share. */
const detailShape = {
  amount: integer(),
  currency: text(3),
  description: text(1_000),
  metadata,
  payment_method: text(),
  payment_method_data: hash(paymentMethodShape),
  payment_method_types: list(text()),
  receipt_email: text(800),
  shipping: hash({
    address: hash({
      city: text(),
      country: text(),
      line1: text(),
      line2: text(),
      postal_code: text(),
      state: text(),
    }),
    carrier: text(),
    name: text(),
    phone: text(),
    tracking_number: text(),
  }),
  statement_descriptor: text(22),
  statement_descriptor_suffix: text(22),
  transfer_group: text(),
  expand: list(text()),
}

const createShape = {
  ...detailShape,
  automatic_payment_methods: hash({ enabled: flag, allow_redirects: oneOf('always', 'never') }),
  capture_method: oneOf('automatic', 'automatic_async'),
  confirm: flag,
  confirmation_method: oneOf('automatic'),
  return_url: webUrl,
  use_stripe_sdk: flag,
}

const updateShape = { ...detailShape, client_secret: text() }

export type CreateParams = Params<typeof createShape>

export function readCreateParams(form: FormHash): CreateParams {
  return readParams(form, createShape)
}

/** Makes a payment intent; confirming it in the same call is the route's next step. */
export function createPaymentIntent(ctx: Context, params: CreateParams): PaymentIntentRecord {
  const currency = readCurrency(params.currency)
  const amount = readAmount(params.amount, currency)
  const automatic = readAutomaticMethods(params)
  if (params.payment_method_types) checkMethodTypes(params.payment_method_types)
  const id = newId('pi')
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: automatic,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: params.capture_method ?? 'automatic_async',
    client_secret: newClientSecret(id),
    confirmation_method: 'automatic',
    created: seconds(ctx),
    currency,
    customer: null,
    customer_account: null,
    description: orNull(params.description),
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: mergeMetadata({}, params.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: params.payment_method_types ?? ['card'],
    payment_record: null,
    processing: null,
    receipt_email: orNull(params.receipt_email),
    review: null,
    setup_future_usage: null,
    shipping: readShipping(params.shipping),
    source: null,
    statement_descriptor: orNull(params.statement_descriptor),
    statement_descriptor_suffix: orNull(params.statement_descriptor_suffix),
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: orNull(params.transfer_group),
  }
  attachMethod(ctx, intent, params)
  const record: PaymentIntentRecord = { intent, authenticationId: null }
  ctx.store.paymentIntents.put(id, record)
  recordEvent(ctx, 'payment_intent.created', intent)
  return record
}

const AMOUNT_OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action']

export function updatePaymentIntent(ctx: Context, id: string, form: FormHash): Stripe.PaymentIntent {
  const record = getPaymentIntent(ctx, id)
  const { intent } = record
  const params = readParams(form, updateShape)
  const changesPayment =
    params.amount !== undefined ||
    params.currency !== undefined ||
    params.payment_method !== undefined ||
    params.payment_method_data !== undefined ||
    params.payment_method_types !== undefined
  if (changesPayment && !AMOUNT_OPEN.includes(intent.status)) {
    const what = params.amount !== undefined ? 'amount' : 'payment_method'
    throw unexpectedState(
      'payment_intent_unexpected_state',
      `This PaymentIntent's ${what} could not be updated because it has a status of ${intent.status}. You may only update the ${what} of a PaymentIntent with one of the following statuses: ${AMOUNT_OPEN.join(', ')}.`,
      { payment_intent: intent },
    )
  }
  if (params.currency !== undefined) intent.currency = readCurrency(params.currency)
  if (params.amount !== undefined || params.currency !== undefined) {
    intent.amount = readAmount(params.amount ?? intent.amount, intent.currency)
  }
  if (params.payment_method_types) {
    checkMethodTypes(params.payment_method_types)
    intent.payment_method_types = params.payment_method_types
  }
  intent.metadata = mergeMetadata(intent.metadata, params.metadata)
  if (params.description !== undefined) intent.description = orNull(params.description)
  if (params.receipt_email !== undefined) intent.receipt_email = orNull(params.receipt_email)
  if (params.shipping !== undefined) intent.shipping = readShipping(params.shipping)
  if (params.transfer_group !== undefined) intent.transfer_group = orNull(params.transfer_group)
  if (params.statement_descriptor !== undefined) {
    intent.statement_descriptor = orNull(params.statement_descriptor)
  }
  if (params.statement_descriptor_suffix !== undefined) {
    intent.statement_descriptor_suffix = orNull(params.statement_descriptor_suffix)
  }
  if (attachMethod(ctx, intent, params)) record.authenticationId = null
  ctx.store.paymentIntents.put(id, record)
  return intent
}

const CANCELABLE = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
  'processing',
]

const cancelShape = {
  cancellation_reason: oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'),
  expand: list(text()),
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
  intent.canceled_at = seconds(ctx)
  intent.cancellation_reason = params.cancellation_reason ?? null
  intent.next_action = null
  record.authenticationId = null
  ctx.store.paymentIntents.put(id, record)
  recordEvent(ctx, 'payment_intent.canceled', intent)
  return intent
}

export function getPaymentIntent(ctx: Context, id: string): PaymentIntentRecord {
  const record = ctx.store.paymentIntents.get(id)
  if (!record) throw noSuch('payment_intent', id, 'intent')
  return record
}

/** Lets a browser at a payment intent only with the secret that was made for it. */
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

/** Puts the payment method that was sent on the intent; false when none was sent. */
export function attachMethod(
  ctx: Context,
  intent: Stripe.PaymentIntent,
  params: Pick<CreateParams, 'payment_method' | 'payment_method_data'>,
): boolean {
  if (params.payment_method && params.payment_method_data) {
    throw invalidParam(
      'payment_method',
      'You may only specify one of these parameters: payment_method, payment_method_data.',
      'parameter_mismatch',
    )
  }
  const record = params.payment_method_data
    ? createPaymentMethod(ctx, params.payment_method_data)
    : params.payment_method
      ? usePaymentMethod(ctx, params.payment_method)
      : null
  if (!record) return false
  intent.payment_method = record.method.id
  intent.status = 'requires_confirmation'
  intent.next_action = null
  return true
}

/** Without a list of types Stripe turns its automatic choice on. */
function readAutomaticMethods(params: CreateParams): Stripe.PaymentIntent.AutomaticPaymentMethods | null {
  const { automatic_payment_methods: sent, payment_method_types: types } = params
  if (sent?.enabled && types) {
    throw invalidParam(
      'payment_method_types',
      'You may only specify one of these parameters: automatic_payment_methods, payment_method_types.',
      'parameter_mismatch',
    )
  }
  if (types || sent?.enabled === false) return null
  return { enabled: true, allow_redirects: sent?.allow_redirects ?? 'always' }
}

function readShipping(shipping: CreateParams['shipping']): Stripe.PaymentIntent.Shipping | null {
  if (!shipping) return null
  const { address = {} } = shipping
  return {
    address: {
      city: orNull(address.city),
      country: orNull(address.country),
      line1: orNull(address.line1),
      line2: orNull(address.line2),
      postal_code: orNull(address.postal_code),
      state: orNull(address.state),
    },
    carrier: orNull(shipping.carrier),
    name: shipping.name ?? '',
    phone: orNull(shipping.phone),
    tracking_number: orNull(shipping.tracking_number),
  }
}

function orNull(value: string | undefined): string | null {
  return value === undefined || value === '' ? null : value
}
