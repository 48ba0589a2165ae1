import * as z from 'zod'
import { listQuery, listSorts } from './api/list-query.ts'
import { idParams, isoTime, modified, oneOf, text } from './api/fields.ts'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'

/**
 * The states of a seller's Stripe account for payouts. `information-needed`: the seller has to enter something.
 * `restricted`: Stripe is checking the account or has restricted it.
 */
export const payoutAccountStates = ['none', 'information-needed', 'active', 'restricted', 'rejected'] as const
export type PayoutAccountState = (typeof payoutAccountStates)[number]

const payoutAccount = z.object({
  state: z.enum(payoutAccountStates),
  /** Stripe's reasons for the state, as sentences. */
  reasons: z.array(z.string()),
  /** True if cars of sellers without an active account can't be paid for. */
  isRequired: z.boolean(),
  /** The fee that the caller pays per sale. */
  fee: z.object({
    basisPoints: z.number().int(),
    minimum: z.number().int(),
    maximum: z.number().int().nullable(),
  }),
  /** The amount in cents that is deducted from the next payouts. */
  debtMinor: z.number().int(),
})

const payoutLink = z.object({
  /** The URL of Stripe's onboarding pages. It works once and expires within minutes. */
  url: z.string(),
})

/** `sending`: a transfer was requested or is about to be. `failed`: Stripe refused it; it is tried again. */
export const payoutStates = ['sending', 'sent', 'failed'] as const

/** The display names of the states. */
export const payoutStateLabels: Record<(typeof payoutStates)[number], string> = {
  sending: 'On its way',
  sent: 'Paid out',
  failed: 'Delayed',
}

const payout = z.object({
  _id: z.string(),
  purchaseID: z.string(),
  carName: z.string(),
  sellerName: z.string(),
  /** The amount that was paid and not refunded, the fee, the deducted debt, and the rest, in cents. */
  paidMinor: z.number().int(),
  feeMinor: z.number().int(),
  debtMinor: z.number().int(),
  amount: z.number().int(),
  /** The part of the amount that was reversed after a refund or a lost dispute, in cents. */
  reversedMinor: z.number().int(),
  state: z.enum(payoutStates),
  /** Stripe's reason if it refused the transfer. */
  failure: z.string().nullable(),
  transferID: z.string().nullable(),
  createdAt: isoTime,
  sentAt: isoTime.nullable(),
})

export const payoutSorts = listSorts(
  'car',
  'seller',
  'paid',
  'fee',
  'debt',
  'amount',
  'reversed',
  'state',
  'date',
)

const payoutFilters = {
  /**
   * Search terms. Each must match the car’s name, the seller’s name, the amount, the date, or the state, or be
   * the ID of the purchase or of the transfer.
   */
  q: text(200).optional(),
}

const payoutsQuery = listQuery({
  /** `newest` and `oldest` sort by the start, and `date` by the time when the payout was sent, if it was. */
  sort: oneOf(payoutSorts).default('newest'),
  ...payoutFilters,
  state: oneOf(payoutStates).optional(),
})

/** Number of matching payouts per state. */
const payoutsCount = z.record(z.enum(payoutStates), z.number().int())

const ledgerDifference = z.object({
  _id: z.string(),
  /**
   * `missing-here`: Stripe has a transaction that the books lack. `missing-at-stripe`: the reverse. `fee-refund`: the fee
   * was refunded, but the bank returned the buyer's refund. Only `correctLedgerDifference` ends this difference.
   */
  kind: z.enum(['missing-here', 'missing-at-stripe', 'amount', 'fee-refund']),
  /** The Stripe ID of the charge, refund, transfer, reversal, or dispute. */
  reference: z.string(),
  purchaseID: z.string().nullable(),
  /**
   * The amounts in cents; null on the side that lacks it. For a `fee-refund`, they are the refunded fee, and the part
   * of it for which Stripe has reversed the payout.
   */
  bookedMinor: z.number().int().nullable(),
  stripeMinor: z.number().int().nullable(),
  foundAt: isoTime,
})

const ledgerComparison = z.object({
  /** The time of the last comparison; null if there was none yet. */
  comparedAt: isoTime.nullable(),
})

export type PayoutAccount = z.infer<typeof payoutAccount>
export type Payout = z.infer<typeof payout>
export type PayoutSort = (typeof payoutSorts)[number]
export type LedgerDifference = z.infer<typeof ledgerDifference>

export const payoutEndpoints = {
  getPayoutAccount: {
    summary: 'Get your payout account’s status, your fee, and the debt that later payouts settle',
    who: 'seller-or-admin',
    output: payoutAccount,
    limit: 'R1',
  },
  addPayoutLink: {
    summary: 'Create a one-time link to the Stripe pages where you set up payouts',
    who: 'seller-or-admin',
    needsConfirmedAddress: true,
    output: payoutLink,
    problems: ['stripe-refused', 'service-unavailable'],
    limit: 'W2',
  },
  refreshPayoutAccount: {
    summary: 'Read the state of your payout account from Stripe',
    who: 'seller-or-admin',
    output: payoutAccount,
    problems: ['stripe-refused', 'service-unavailable'],
    limit: 'W2',
  },
  listPayouts: {
    summary: 'List your payouts, or everyone’s as an admin',
    who: 'seller-or-admin',
    query: payoutsQuery,
    output: z.array(payout),
    limit: 'R1',
  },
  countPayouts: {
    summary: 'Count your payouts, or everyone’s as an admin, by state',
    who: 'seller-or-admin',
    query: z.object(payoutFilters),
    output: payoutsCount,
    limit: 'R1',
  },
  listLedgerDifferences: {
    summary: 'List the differences between the books and Stripe; empty if they agree',
    who: 'admin',
    output: z.array(ledgerDifference),
    limit: 'R1',
  },
  correctLedgerDifference: {
    summary: 'Correct a `fee-refund` difference by charging the fee again',
    who: 'admin',
    params: idParams,
    output: modified,
    problems: ['not-found'],
    limit: 'W1',
  },
  getLedgerComparison: {
    summary: 'Get the time of the last comparison of the books with Stripe',
    who: 'admin',
    output: ledgerComparison,
    limit: 'R1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
