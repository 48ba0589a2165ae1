import * as z from 'zod'
import { listQuery, listSorts } from './api/list-query.ts'
import {
  email,
  id,
  isoTime,
  oneOf,
  priceText,
  requiredText,
  text,
  createFieldCondition,
  deleted,
  idParams,
} from './api/fields.ts'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'
import { formatMoney, parsePrice } from './money.ts'
import { bankActions, depositStates } from './deposits.ts'
import { intentResult, paymentStates } from './payment-intent.ts'
import * as purchases from './purchases.ts'

const intentInput = z.object({
  /**
   * The price that the buyer saw. It is only compared with the current price; the amount charged comes from
   * the purchase-list item.
   */
  sellingPrice: priceText,
  purchasedItemID: id.optional(),
})

const paymentInput = z.object({
  transactionID: z.string('Send the ID of a Stripe payment.').regex(/^pi_\w{1,200}$/),
  purchasedItemID: id,
  sellingPrice: priceText.optional(),
  buyerEmail: email.optional(),
  carID: id.optional(),
  paymentDate: text(40).optional(),
})

const paymentResult = z.object({
  acknowledged: z.literal(true),
  /** Absent in a 202 because the payment has not settled yet. */
  insertedId: z.string().optional(),
  transactionID: z.string(),
  /** `reserved`: the payment was a deposit. */
  state: z.enum(['paid', 'reserved', 'settling', 'refunded']),
})

const payment = z.object({
  _id: z.string(),
  sellingPrice: z.string(),
  amount: z.number().int(),
  transactionID: z.string(),
  buyerEmail: z.string(),
  sellerEmail: z.string(),
  carModelName: z.string(),
  /** The year, make, and model. */
  carName: z.string(),
  purchasedItemID: z.string(),
  carID: z.string(),
  /** The UTC date of the payment, as day/month/year. */
  paymentDate: z.string(),
  paidAt: isoTime,
  state: z.enum(paymentStates),
  /** The state of the deposit if the payment is one, or null. */
  deposit: z.enum(depositStates).nullable(),
  /** The effect of disputes on the payment, or null. While it is not null, the payment can't be refunded. */
  dispute: z.enum(bankActions).nullable(),
  /**
   * The refunded amount in cents, including refunds in progress. It is less than the payment after a partial
   * refund in Stripe.
   */
  refundedAmount: z.number().int(),
  refundReason: z.string().nullable(),
  /**
   * The amount in cents that is left of the deposit that was credited to this payment's sale. A full refund of
   * the payment also refunds it, and a partial refund that exceeds the payment is taken from it. 0 without a credited
   * deposit.
   */
  creditedDepositMinor: z.number().int(),
})

export const paymentSorts = listSorts('car', 'amount', 'buyer', 'seller', 'state')

const paymentFilters = {
  /**
   * Search terms. Each must match the car’s name, the transaction ID, an email address, or the refund reason,
   * or be the start of the amount, or the ID of the purchase.
   */
  q: text(200).optional(),
}

const paymentsQuery = listQuery({
  sort: oneOf(paymentSorts).default('newest'),
  ...paymentFilters,
  state: oneOf(paymentStates).optional(),
})

const paymentsCountQuery = z.object(paymentFilters)

const paymentsCount = z.record(z.enum(paymentStates), z.number().int())

export const refundInput = z
  .object({
    reason: requiredText(500, 'Enter a reason.'),
    /**
     * The amount of a partial refund, formatted like a typed price. The car stays sold. If omitted, or if it is all
     * that is left of the payment and its credited deposit, both are refunded, and the sale ends.
     */
    amount: priceText.optional(),
    /**
     * The amount in cents that had been refunded when the admin decided. Required with `amount`. If it has
     * changed since, the request fails with a conflict.
     */
    refundedAmount: z.number().int().min(0).optional(),
  })
  .refine(({ amount, refundedAmount }) => amount === undefined || refundedAmount !== undefined, {
    path: ['refundedAmount'],
    when: createFieldCondition('amount', 'refundedAmount'),
    message: 'Send how much of the payment has been refunded already.',
  })

/** Parses a typed refund amount in cents. Returns null unless it is from one cent to `unrefunded` cents. */
export function parseRefundAmount(typedAmount: string, unrefunded: number): number | null {
  const amount = parsePrice(typedAmount)
  return amount !== null && amount > 0 && amount <= unrefunded ? amount : null
}

/** Returns the message about an amount that `parseRefundAmount` rejects. */
export function formatRefundRange(unrefunded: number): string {
  return `Enter an amount from $0.01 to ${formatMoney(unrefunded)}.`
}

const refundResult = z.object({
  acknowledged: z.literal(true),
  state: z.enum(paymentStates),
})

export type PaymentSort = (typeof paymentSorts)[number]
export type Payment = z.infer<typeof payment>

export const paymentEndpoints = {
  listSalesByMonth: {
    summary: 'Count sales per month for the last six months: all (admins) or your own (sellers)',
    who: 'seller-or-admin',
    query: purchases.salesByMonthQuery,
    output: z.array(purchases.monthOfSales),
    limit: 'R1',
  },
  createPaymentIntent: {
    summary: 'Hold a car and start a card payment; a repeated request returns the same payment',
    who: 'user',
    needsConfirmedAddress: true,
    row: 'owner',
    body: intentInput,
    output: intentResult,
    problems: [
      'not-found',
      'ambiguous-item',
      'seller-unproven',
      'seller-not-payable',
      'price-changed',
      'car-reserved',
      'car-sold',
      'already-paid',
      'hold-expired',
      'holds-paused',
      'payment-in-progress',
      'price-not-payable',
      'reservation-over',
      'stripe-refused',
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
    problems: ['not-found', 'payment-in-progress', 'stripe-refused', 'service-unavailable'],
    limit: 'W1',
  },
  savePayment: {
    summary: 'Record a card payment after checking it with Stripe; returns 202 while the bank decides',
    who: 'user',
    row: 'owner',
    body: paymentInput,
    output: paymentResult,
    problems: ['not-found', 'not-succeeded', 'stripe-refused', 'service-unavailable'],
    limit: 'W1',
  },
  listPayments: {
    summary: 'List all payments with their refunds',
    who: 'admin',
    query: paymentsQuery,
    output: z.array(payment),
    limit: 'R1',
  },
  countPayments: {
    summary: 'Count payments by state',
    who: 'admin',
    query: paymentsCountQuery,
    output: paymentsCount,
    limit: 'R1',
  },
  refundPayment: {
    summary: 'Refund a payment in full or in part',
    who: 'admin',
    params: idParams,
    body: refundInput,
    output: refundResult,
    problems: ['not-found', 'not-refundable', 'refund-changed', 'stripe-refused', 'service-unavailable'],
    limit: 'W1',
  },
  stripeWebhook: {
    summary: 'Receive a signed event from Stripe',
    who: 'stripe',
    output: z.object({ received: z.literal(true) }),
    problems: ['invalid-signature'],
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
