import * as z from 'zod'
import { listQuery, listSorts } from './api/list-query.ts'
import {
  id,
  isoTime,
  lineText,
  modified,
  oneOf,
  priceText,
  requiredText,
  createFieldCondition,
  text,
} from './api/fields.ts'
import { includedFees } from './seller-fees.ts'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'
import { caseReasons, dealStates, problemOutcomes, problemReasons } from './deal-life.ts'
import { MAX_PLACE_LENGTH } from './map-link.ts'

const dealParams = z.object({ purchaseID: id })

/** Maximum number of days that a handover can be planned ahead. */
export const MAX_HANDOVER_DAYS = 60

const handoverTime = z.iso.datetime({ offset: true, error: 'Send a time, such as 2026-11-28T15:00:00Z.' })

/** Proposes one or two times for the handover, or accepts a time that the other side has proposed. */
const handoverInput = z
  .object({
    times: z
      .array(handoverTime)
      .min(1, 'Propose a time.')
      .max(2, 'Propose at most two times.')
      .refine((times) => new Set(times.map(Date.parse)).size === times.length, 'Propose two different times.')
      .optional(),
    place: lineText(MAX_PLACE_LENGTH).optional(),
    accept: handoverTime.optional(),
  })
  .refine(({ times, accept }) => (times === undefined) !== (accept === undefined), {
    path: ['times'],
    when: createFieldCondition('times', 'accept'),
    message: 'Send either times to propose or a time to accept.',
  })

/** The handover code as typed. Spaces and hyphens between the digits are ignored. */
export const codeInput = z.object({
  code: z
    .string('Enter the six digits.')
    .max(20, 'Enter the six digits.')
    .transform((typed) => typed.replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'Enter the six digits.')),
})

export const dealProblemInput = z.object({
  reason: oneOf(problemReasons),
  text: requiredText(2000, 'Describe the problem.'),
})

export const problemDecisionInput = z
  .object({
    outcome: oneOf(problemOutcomes),
    reason: requiredText(500, 'Enter a reason. Both sides see it.'),
    /** The amount of a partial refund, in the format of typed prices. */
    amount: priceText.optional(),
  })
  .refine(({ outcome, amount }) => (outcome === 'partial-refund') === (amount !== undefined), {
    path: ['amount'],
    when: createFieldCondition('outcome', 'amount'),
    message: 'Send an amount for a partial refund, and none otherwise.',
  })

const proposal = z.object({ by: z.enum(['buyer', 'seller']), times: z.array(isoTime), at: isoTime })

const dealProblem = z.object({
  openedBy: z.enum(['buyer', 'seller']),
  reason: z.enum(caseReasons),
  text: z.string(),
  openedAt: isoTime,
  outcome: z.enum(problemOutcomes).nullable(),
  outcomeReason: z.string().nullable(),
  decidedAt: isoTime.nullable(),
})

const dealEvent = z.object({
  at: isoTime,
  by: z.enum(['buyer', 'seller', 'admin', 'system']),
  /** A sentence that describes the event. */
  text: z.string(),
})

/** The parts of a deal that lists and the deal page show. */
const dealFacts = {
  purchaseID: z.string(),
  state: z.enum(dealStates),
  carID: z.string(),
  carName: z.string(),
  carImage: z.string(),
  buyerName: z.string(),
  sellerName: z.string(),
  /** The amount that the buyer paid, and the part of it that was refunded, in cents. */
  amount: z.number().int(),
  /** The part of the price that was paid at the dealership, in cents. */
  paidElsewhereMinor: z.number().int(),
  refundedMinor: z.number().int(),
  paidAt: isoTime,
  /** The agreed time of the handover; null if no time is agreed. */
  handoverAt: isoTime.nullable(),
  /** The time when the money is released unless someone reports a problem; null if none is set. */
  releaseAt: isoTime.nullable(),
}

const deal = z.object({
  ...dealFacts,
  /** The caller's role in the deal. */
  role: z.enum(['buyer', 'seller', 'admin']),
  /** The side that has to act next; null if no one has to. */
  turn: z.enum(['buyer', 'seller', 'admin']).nullable(),
  /** The six-digit handover code. Only the buyer receives it, and only until the handover. */
  code: z.string().optional(),
  /** The phone number of the other side. Admins don't receive it. */
  contact: z.string().optional(),
  /** The seller's fees that the price includes. Absent without fees. */
  fees: includedFees.optional(),
  place: z.string(),
  proposals: z.array(proposal),
  confirmedAt: isoTime.nullable(),
  confirmedBy: z.enum(['code', 'buyer', 'timer', 'admin']).nullable(),
  releasedAt: isoTime.nullable(),
  /** The platform's fee and the seller's payout in cents. Only the seller and admins receive them. */
  feeMinor: z.number().int().optional(),
  payoutMinor: z.number().int().optional(),
  /**
   * True if the seller has to set up payouts before the money can be released. Only the seller and admins
   * receive it.
   */
  needsPayoutAccount: z.boolean().optional(),
  /**
   * `ahead`: the return period begins with the handover. `open`: the buyer may return the car. `over`: the period
   * has ended without a return. Null if the seller offered no return, or if the sale allows none.
   */
  returnPeriod: z.enum(['ahead', 'open', 'over']).nullable(),
  /** The end of the return period; null if it has not begun or the seller offered none. */
  returnUntil: isoTime.nullable(),
  /** The amount in cents that a partial refund has to stay below. Only admins receive it. */
  partLimitMinor: z.number().int().optional(),
  /** The odometer reading in the listing at the time of the payment; null if the listing had none. */
  mileage: z.number().int().nullable(),
  mileageUnit: z.string().nullable(),
  problem: dealProblem.nullable(),
  events: z.array(dealEvent),
})

/** The buyer’s reason for a return, which is optional. The seller and admins see it. */
export const returnInput = z.object({ text: text(2000).default('') })

export const dealSorts = listSorts('car', 'amount', 'buyer', 'seller', 'state')

const dealFilters = {
  /**
   * Search terms. Each must match the car’s name, the buyer’s or the seller’s name, the amount, the date, or the
   * state, or be the ID of the purchase, of a transaction, or of the payout’s transfer.
   */
  q: text(200).optional(),
}

const dealsQuery = listQuery({
  sort: oneOf(dealSorts).default('newest'),
  ...dealFilters,
  state: oneOf(dealStates).optional(),
})

const dealsCountQuery = z.object(dealFilters)

const dealsCount = z.record(z.enum(dealStates), z.number().int())

const listedDeal = z.object({ _id: z.string(), ...dealFacts })

const dealState = modified.extend({ state: z.enum(dealStates) })

export type Deal = z.infer<typeof deal>
export type ListedDeal = z.infer<typeof listedDeal>
export type DealSort = (typeof dealSorts)[number]

export const dealEndpoints = {
  listDeals: {
    summary: 'List all deals (admins) or those of your cars (sellers)',
    who: 'seller-or-admin',
    query: dealsQuery,
    output: z.array(listedDeal),
    limit: 'R1',
  },
  countDeals: {
    summary: 'Count all deals (admins) or those of your cars (sellers) by state',
    who: 'seller-or-admin',
    query: dealsCountQuery,
    output: dealsCount,
    limit: 'R1',
  },
  getDeal: {
    summary: 'Get the deal of a paid purchase; only the buyer receives the handover code',
    who: 'user',
    row: 'owner-or-admin',
    params: dealParams,
    output: deal,
    problems: ['not-found'],
    limit: 'R1',
  },
  setHandover: {
    summary: 'Propose times for the handover, or accept a time that the other side proposed',
    who: 'user',
    row: 'owner',
    params: dealParams,
    body: handoverInput,
    output: dealState,
    problems: ['not-found', 'deal-state'],
    limit: 'W1',
  },
  enterHandoverCode: {
    summary: 'Enter the buyer’s handover code as the seller, which releases the money',
    who: 'user',
    row: 'owner',
    params: dealParams,
    body: codeInput,
    output: dealState,
    problems: ['not-found', 'deal-state', 'code-incorrect', 'too-many-requests'],
    limit: 'W1',
  },
  confirmReceived: {
    summary: 'Confirm as the buyer that you have the car, which releases the money',
    who: 'user',
    row: 'owner',
    params: dealParams,
    output: dealState,
    problems: ['not-found', 'deal-state'],
    limit: 'W1',
  },
  reportDealProblem: {
    summary: 'Report a problem with a deal, which pauses the payout',
    who: 'user',
    row: 'owner',
    params: dealParams,
    body: dealProblemInput,
    output: dealState,
    problems: ['not-found', 'deal-state'],
    limit: 'W1',
  },
  requestReturn: {
    summary: 'Return the car as the buyer within the return period that the seller offers',
    who: 'user',
    row: 'owner',
    params: dealParams,
    body: returnInput,
    output: dealState,
    problems: ['not-found', 'deal-state'],
    limit: 'W1',
  },
  confirmReturn: {
    summary: 'Confirm as the seller that the buyer has returned the car, which refunds the buyer in full',
    who: 'user',
    row: 'owner',
    params: dealParams,
    output: dealState,
    problems: ['not-found', 'deal-state', 'not-refundable', 'stripe-refused', 'service-unavailable'],
    limit: 'W1',
  },
  decideDealProblem: {
    summary: 'Decide a reported problem: refund the buyer in full or in part, or release the money',
    who: 'admin',
    params: dealParams,
    body: problemDecisionInput,
    output: dealState,
    problems: [
      'not-found',
      'deal-state',
      'not-refundable',
      'refund-changed',
      'stripe-refused',
      'service-unavailable',
    ],
    limit: 'W1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
