import * as z from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { deleted, idParams } from '../fields.ts'
import type { EndpointName } from '../paths.ts'
import * as payments from '../payments.ts'
import * as purchases from '../purchases.ts'

export const paymentEndpoints = {
  listSalesByMonth: {
    summary: 'Count the sales of the last six months: everyone’s (admins) or your own (sellers)',
    who: 'seller-or-admin',
    query: purchases.salesByMonthQuery,
    output: z.array(purchases.monthOfSales),
    limit: 'R1',
  },
  createPaymentIntent: {
    summary: 'Hold a car and start a card payment; repeating it returns the open attempt',
    who: 'user',
    proven: true,
    row: 'owner',
    body: payments.intentInput,
    output: payments.intentAnswer,
    problems: [
      'not-found',
      'ambiguous-item',
      'seller-unproven',
      'price-changed',
      'car-reserved',
      'car-sold',
      'already-paid',
      'hold-expired',
      'holds-paused',
      'payment-in-progress',
      'price-not-payable',
      'service-unavailable',
    ],
    limit: 'W1',
  },
  cancelAttempt: {
    summary: 'Release your hold on a car',
    who: 'user',
    row: 'owner',
    params: idParams,
    output: deleted,
    problems: ['not-found', 'payment-in-progress', 'service-unavailable'],
    limit: 'W1',
  },
  savePayment: {
    summary: 'Record a successful card payment, as Stripe has it; 202 while it settles',
    who: 'user',
    row: 'owner',
    body: payments.paymentInput,
    output: payments.paymentAnswer,
    problems: ['not-found', 'not-succeeded', 'service-unavailable'],
    limit: 'W1',
  },
  listPayments: {
    summary: 'List all payment records',
    who: 'admin',
    query: payments.paymentsQuery,
    output: z.array(payments.payment),
    limit: 'R1',
  },
  countPayments: {
    summary: 'Count payment records by their state',
    who: 'admin',
    query: payments.paymentsCountQuery,
    output: payments.paymentsCount,
    limit: 'R1',
  },
  refundPayment: {
    summary: 'Refund a payment in full or in part',
    who: 'admin',
    params: idParams,
    body: payments.refundInput,
    output: payments.refundAnswer,
    problems: ['not-found', 'not-refundable', 'refund-changed', 'service-unavailable'],
    limit: 'W1',
  },
  stripeWebhook: {
    summary: 'Receive Stripe’s signed events',
    who: 'stripe',
    output: z.object({ received: z.literal(true) }),
    problems: ['invalid-signature'],
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
