import Stripe from 'stripe'
import {
  listBalanceTransactions,
  retrieveBalance,
  retrieveBalanceTransaction,
} from './balance-transactions.ts'
import { confirmPaymentIntent, confirmShape } from './confirm.ts'
import type { Context } from './context.ts'
import { closeDispute, listDisputes, retrieveDispute, updateDispute } from './disputes.ts'
import { expandAll, splitExpand } from './expand.ts'
import type { FormHash } from './form.ts'
import { pageShape, toPage } from './lists.ts'
import { readParams, text } from './params.ts'
import {
  cancelPaymentIntent,
  checkClientSecret,
  createPaymentIntent,
  getPaymentIntent,
  readCreateParams,
} from './payment-intents.ts'
import { createPaymentMethod, paymentMethodShape } from './payment-methods.ts'
import { createPayout, listPayouts, retrievePayout } from './payouts.ts'
import { StripeProblem } from './problem.ts'
import { createRefund, getRefund } from './refunds.ts'
import {
  createReversal,
  createTransfer,
  listReversals,
  listTransfers,
  retrieveTransfer,
} from './transfers.ts'

/** The fields of a payment intent that a browser may see. */
const VISIBLE = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_configuration_details',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
] as const satisfies (keyof Stripe.PaymentIntent)[]

type Handler = (ctx: Context, id: string, form: FormHash) => unknown

export interface Route {
  method: 'GET' | 'POST'
  path: string
  /** True if a browser may call the route; for an intent, it must also send the client secret. */
  fromBrowser?: boolean
  /** True if the platform may call the route for a connected account. */
  forAccounts?: boolean
  handle: Handler
}

const ROUTES: Route[] = [
  { method: 'POST', path: '/v1/payment_intents', handle: postPaymentIntent },
  { method: 'GET', path: '/v1/payment_intents', handle: listPaymentIntents },
  { method: 'GET', path: '/v1/payment_intents/:id', fromBrowser: true, handle: retrievePaymentIntent },
  { method: 'POST', path: '/v1/payment_intents/:id/confirm', fromBrowser: true, handle: confirm },
  { method: 'POST', path: '/v1/payment_intents/:id/cancel', handle: cancelPaymentIntent },
  { method: 'POST', path: '/v1/payment_methods', fromBrowser: true, handle: postPaymentMethod },
  { method: 'POST', path: '/v1/refunds', handle: (ctx, _, form) => createRefund(ctx, form) },
  { method: 'GET', path: '/v1/refunds', handle: listRefunds },
  { method: 'GET', path: '/v1/balance', forAccounts: true, handle: retrieveBalance },
  { method: 'GET', path: '/v1/balance_transactions', forAccounts: true, handle: listBalanceTransactions },
  {
    method: 'GET',
    path: '/v1/balance_transactions/:id',
    forAccounts: true,
    handle: retrieveBalanceTransaction,
  },
  { method: 'POST', path: '/v1/transfers', handle: createTransfer },
  { method: 'GET', path: '/v1/transfers', handle: listTransfers },
  { method: 'GET', path: '/v1/transfers/:id', handle: retrieveTransfer },
  { method: 'POST', path: '/v1/transfers/:id/reversals', handle: createReversal },
  { method: 'GET', path: '/v1/transfers/:id/reversals', handle: listReversals },
  { method: 'POST', path: '/v1/payouts', forAccounts: true, handle: createPayout },
  { method: 'GET', path: '/v1/payouts', forAccounts: true, handle: listPayouts },
  { method: 'GET', path: '/v1/payouts/:id', forAccounts: true, handle: retrievePayout },
  { method: 'GET', path: '/v1/disputes', handle: listDisputes },
  { method: 'GET', path: '/v1/disputes/:id', handle: retrieveDispute },
  { method: 'POST', path: '/v1/disputes/:id', handle: updateDispute },
  { method: 'POST', path: '/v1/disputes/:id/close', handle: closeDispute },
  { method: 'GET', path: '/v1/webhook_endpoints', handle: listWebhookEndpoints },
  { method: 'GET', path: '/v1/refunds/:id', handle: retrieveRefund },
]

export function findRoute(method: string, path: string): { route: Route; id: string } | null {
  for (const route of ROUTES) {
    const [before = '', after = ''] = route.path.split(':id')
    const hasId = route.path.includes(':id')
    if (route.method !== method) continue
    if (!hasId && path === route.path) return { route, id: '' }
    if (!hasId || !path.startsWith(before) || !path.endsWith(after)) continue
    const id = path.slice(before.length, path.length - after.length)
    if (/^\w+$/.test(id)) return { route, id }
  }
  return null
}

/** Runs a route. A browser receives only the fields that it may see. */
export function runRoute(ctx: Context, route: Route, id: string, form: FormHash): unknown {
  try {
    // Expansion would show a browser what only the server may see.
    if (ctx.call.caller === 'publishable') return toView(ctx, route.handle(ctx, id, form))
    const { form: params, paths } = splitExpand(form)
    return expandAll(ctx, route.handle(ctx, id, params), paths)
  } catch (error) {
    if (error instanceof StripeProblem && isIntent(error.body.payment_intent)) {
      const body = { ...error.body, payment_intent: toView(ctx, error.body.payment_intent) }
      throw new StripeProblem(error.status, body, error.executed)
    }
    throw error
  }
}

function postPaymentIntent(ctx: Context, _id: string, form: FormHash) {
  const params = readCreateParams(form)
  const record = createPaymentIntent(ctx, params)
  if (params.confirm) confirmPaymentIntent(ctx, record)
  return record.intent
}

function listPaymentIntents(ctx: Context, _id: string, form: FormHash) {
  const page = readParams(form, pageShape)
  const intents = ctx.store.paymentIntents.all().map(({ intent }) => intent)
  return toPage(intents, page, '/v1/payment_intents')
}

function retrievePaymentIntent(ctx: Context, id: string, form: FormHash) {
  const params = readParams(form, { client_secret: text() })
  const { intent } = getPaymentIntent(ctx, id)
  checkClientSecret(ctx, intent, params.client_secret)
  return intent
}

function confirm(ctx: Context, id: string, form: FormHash) {
  const params = readParams(form, confirmShape)
  const record = getPaymentIntent(ctx, id)
  checkClientSecret(ctx, record.intent, params.client_secret)
  confirmPaymentIntent(ctx, record, params.payment_method)
  return record.intent
}

function postPaymentMethod(ctx: Context, _id: string, form: FormHash) {
  const params = readParams(form, paymentMethodShape)
  return createPaymentMethod(ctx, params).method
}

function listRefunds(ctx: Context, _id: string, form: FormHash) {
  const { payment_intent, ...page } = readParams(form, {
    ...pageShape,
    payment_intent: text(),
  })
  const refunds = ctx.store.refunds
    .all()
    .map(({ refund }) => refund)
    .filter((refund) => payment_intent === undefined || refund.payment_intent === payment_intent)
  return toPage(refunds, page, '/v1/refunds')
}

/** Returns an empty list, because events go to the URL that is set at the start. */
function listWebhookEndpoints(_ctx: Context, _id: string, form: FormHash) {
  return toPage([], readParams(form, pageShape), '/v1/webhook_endpoints')
}

function retrieveRefund(ctx: Context, id: string, form: FormHash) {
  readParams(form, {})
  return getRefund(ctx, id).refund
}

function toView(ctx: Context, object: unknown): unknown {
  return ctx.call.caller === 'publishable' && isIntent(object) ? toClientView(object) : object
}

function isIntent(value: unknown): value is Stripe.PaymentIntent {
  return typeof value === 'object' && value !== null && 'object' in value && value.object === 'payment_intent'
}

function toClientView(intent: Stripe.PaymentIntent): Partial<Stripe.PaymentIntent> {
  return Object.fromEntries(VISIBLE.map((key) => [key, intent[key]]))
}
