import * as z from 'zod'
import { id, isoTime, lineText, modified, oneOf } from './api/fields.ts'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'
import { MAX_PLACE_LENGTH } from './map-link.ts'
import { intentResult } from './payment-intent.ts'

/**
 * The states of a paid deposit. `held`: it reserves the car. `credited`: the buyer has paid the rest by card.
 * `paid-at-dealership`: the seller has recorded that the buyer paid the rest there.
 */
export const depositStates = ['held', 'credited', 'refunded', 'paid-at-dealership'] as const
export type DepositState = (typeof depositStates)[number]

/**
 * The effect of a dispute on a payment. `held-by-bank`: a bank holds the money until it decides. `returned-by-bank`: it has
 * returned the money to the buyer.
 */
export const bankActions = ['held-by-bank', 'returned-by-bank'] as const
export type BankAction = (typeof bankActions)[number]

/**
 * The outcome for the deposit of a reservation that ended without a purchase. `refund-pending`: the refund is not complete.
 * `refund-failed`: Stripe refused it, and our team tries again. `held-by-bank`: the deposit is refunded if the bank does not
 * return it.
 */
const depositReturns = ['refunded', 'refund-pending', 'refund-failed', ...bankActions] as const
export type DepositReturn = (typeof depositReturns)[number]

/** Number of days that a deposit reserves a car whose seller has entered none. */
export const DEFAULT_DEPOSIT_DAYS = 3

const depositInput = z.object({
  carID: id,
  /** The details of the purchase-list item, which is created if the buyer has none for the car. */
  buyerContact: lineText(40).optional(),
  meetingPlace: lineText(MAX_PLACE_LENGTH).optional(),
  /** The deposit in cents that the buyer saw. If it has changed, the response is a 409 `deposit-changed`. */
  amount: z.number().int().optional(),
})

/** A paid deposit in a purchase-list item or a sale. */
export const deposit = z.object({
  state: oneOf(depositStates),
  /** In cents. */
  amount: z.number().int(),
  reservedUntil: isoTime,
  /** True while a bank holds the deposit because of a dispute. */
  disputed: z.boolean(),
})

export type Deposit = z.infer<typeof deposit>

const depositParams = z.object({ purchaseID: id })

const depositEnd = modified.extend({ state: oneOf(depositStates) })

const reservationEnd = modified.extend({ state: oneOf(depositReturns) })

export const depositEndpoints = {
  addDeposit: {
    summary: 'Hold a car and start the card payment of its deposit, which reserves the car',
    who: 'user',
    needsConfirmedAddress: true,
    body: depositInput,
    output: intentResult,
    problems: [
      'not-found',
      'own-car',
      'no-deposit',
      'seller-unproven',
      'seller-not-payable',
      'price-changed',
      'deposit-changed',
      'car-reserved',
      'car-sold',
      'price-not-payable',
      'already-paid',
      'payment-in-progress',
      'hold-expired',
      'holds-paused',
      'quota-exceeded',
      'purchase-limit',
      'stripe-refused',
      'service-unavailable',
    ],
    limit: 'P',
  },
  endReservation: {
    summary: 'End a reservation as its buyer, the seller, or an admin, and refund the deposit',
    who: 'user',
    row: 'owner-or-admin',
    params: depositParams,
    output: reservationEnd,
    problems: [
      'not-found',
      'reservation-over',
      'payment-in-progress',
      'stripe-refused',
      'service-unavailable',
    ],
    limit: 'W1',
  },
  recordDealershipPayment: {
    summary: 'Record as the seller that the buyer paid the rest at the dealership, which completes the sale',
    who: 'user',
    needsConfirmedAddress: true,
    row: 'owner-or-admin',
    params: depositParams,
    output: depositEnd,
    problems: [
      'not-found',
      'reservation-over',
      'payment-in-progress',
      'stripe-refused',
      'service-unavailable',
    ],
    limit: 'W1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
