import * as z from 'zod'
import { listQuery, listSorts } from './api/list-query.ts'
import { choiceFacts } from './cars/car-choices.ts'
import { numberFacts } from './cars/car-numbers.ts'
import { availabilities, priceChange } from './cars/cars.ts'
import {
  email,
  exported,
  flag,
  id,
  isoTime,
  oneOf,
  paging,
  priceText,
  requiredText,
  text,
  timeZone,
  deleted,
  emailQuery,
  idParams,
  inserted,
  modified,
} from './api/fields.ts'
import { deposit } from './deposits.ts'
import { MAX_PLACE_LENGTH } from './map-link.ts'
import { includedFees } from './seller-fees.ts'
import { strings } from './strings.ts'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'

export const purchaseStates = ['unpaid', 'paying', 'paid', 'refunded'] as const

/** The states of purchases that are on the buyer's list and not paid yet. */
export const openPurchaseStates = [
  'unpaid',
  'paying',
] as const satisfies readonly (typeof purchaseStates)[number][]

const purchaseInput = z.object({
  carID: id,
  buyerContact: requiredText(40, strings.buy.numberRequired),
  meetingPlace: requiredText(MAX_PLACE_LENGTH, strings.buy.placeRequired),
  /** The price that the buyer saw. If it has changed, the response is a 409 `price-changed`. */
  sellingPrice: priceText.optional(),
})

export const buyForm = purchaseInput.pick({ buyerContact: true, meetingPlace: true })

/**
 * A purchase-list item as its buyer sees it. Once paid, it includes the seller's email address and phone
 * number. While `UNPROVEN_ADDRESSES` is `browse`, an unconfirmed email address is left out.
 */
const purchase = z.object({
  _id: z.string(),
  buyerName: z.string(),
  buyerContact: z.string(),
  buyerEmail: z.string(),
  buyerImage: z.string(),
  sellingPrice: z.string(),
  /**
   * The price with the fees in cents that the buyer agreed to, either when adding the car or later. It can be charged only
   * while it equals `carPriceMinor`. Null if the price text is not a price.
   */
  priceMinor: z.number().int().nullable(),
  /** The seller's fees that the price includes. Absent without fees. */
  fees: includedFees.optional(),
  /**
   * The car's current price with its fees in cents, or null if the text is not a price. A purchase can be paid only if this
   * price is payable.
   */
  carPriceMinor: z.number().int().nullable(),
  carPriceChange: priceChange.nullable(),
  carModelName: z.string(),
  /** The year, make, and model when the car was added to the list. */
  carName: z.string(),
  carImage: z.string(),
  /** The car's details from its current listing. */
  carMileage: z.number().int().nullable(),
  carMileageUnit: z.enum(numberFacts.mileage.units).nullable(),
  carFuel: z.enum(choiceFacts.fuel.options).nullable(),
  sellerName: z.string(),
  /** The time when the car was added to the list, in milliseconds since 1970. */
  purchaseTime: z.number().int(),
  meetingPlace: z.string(),
  carID: z.string(),
  paid: z.boolean(),
  state: z.enum(purchaseStates),
  /** The end of this buyer's hold on the car, or null. */
  heldUntil: isoTime.nullable(),
  /** The car's current state, as shown to buyers. */
  available: z.enum(availabilities),
  transactionID: z.string().nullable(),
  paidAt: isoTime.nullable(),
  refundState: z.enum(['none', 'pending', 'refunded']),
  /** The refunded part of the payment, in cents. */
  refundedMinor: z.number().int(),
  /** The ID of the buyer's review, or null. */
  reviewID: z.string().nullable(),
  /** The deposit that the buyer paid for the car and that was not refunded, or null. */
  deposit: deposit.nullable(),
  /** The amount in cents that is left to pay; null if the price text is not a price. */
  remainingMinor: z.number().int().nullable(),
  sellerEmail: z.string().optional(),
  selllerContact: z.string().optional(),
})

/**
 * A purchase as the seller sees it. Once paid, it includes the buyer's phone number and the meeting place.
 * The buyer's email address follows the same rules as the seller's in `purchase`.
 */
const sale = z.object({
  _id: z.string(),
  carID: z.string(),
  carModelName: z.string(),
  /** The year, make, and model when the car was added to the list. */
  carName: z.string(),
  carImage: z.string(),
  buyerName: z.string(),
  buyerContact: z.string().optional(),
  buyerEmail: z.string().optional(),
  meetingPlace: z.string().optional(),
  sellingPrice: z.string(),
  priceMinor: z.number().int().nullable(),
  /** The seller's fees that the price includes. Absent without fees. */
  fees: includedFees.optional(),
  purchaseTime: z.number().int(),
  paid: z.boolean(),
  state: z.enum(purchaseStates),
  paidAt: isoTime.nullable(),
  deposit: deposit.nullable(),
  /** The amount that was paid and not refunded, in cents; null before the payment. */
  paidMinor: z.number().int().nullable(),
  /** The amount that the seller gets of it, in cents; null if Kerblight pays nothing out. */
  payoutMinor: z.number().int().nullable(),
})

/**
 * The most recent months in the reader's time zone, oldest first, up to the current month. Months without
 * sales are included.
 */
export const monthOfSales = z.object({
  /** The month, such as `2026-11`. */
  month: z.string(),
  /** Number of cars that are paid and not refunded. */
  cars: z.number().int(),
  /** The revenue in cents, without partial refunds. */
  amount: z.number().int(),
  /** The same figures for cars sold outside Kerblight, at the prices entered by their sellers. */
  elsewhere: z.object({ cars: z.number().int(), amount: z.number().int() }),
})
/** The stages of a sale. `interested`: not paid yet. `paid`: paid, even if it has since been refunded. */
export const saleStages = ['interested', 'paid'] as const
export type SaleStage = (typeof saleStages)[number]

export const saleSorts = listSorts('car', 'price', 'buyer', 'state')

/**
 * Search terms. Each must match a detail of the sale that the seller sees: the car’s name, the price, or the
 * buyer.
 */
const saleWords = { q: text(200).optional() }

const salesQuery = listQuery({
  sort: oneOf(saleSorts).default('newest'),
  ...saleWords,
  stage: oneOf(saleStages).optional(),
  state: oneOf(purchaseStates).optional(),
})

const salesCountQuery = z.object(saleWords)

const salesCount = z.record(z.enum(purchaseStates), z.number().int())

export const salesByMonthQuery = z.object({ mine: flag.optional(), timeZone })

const purchaseListQuery = z.object({ email, carID: id.optional(), ...paging, ...exported })
const deletePurchaseParams = z.object({ id, carID: id })
const acceptPriceInput = z.object({ sellingPrice: priceText })

export type Purchase = z.infer<typeof purchase>
export type SaleSort = (typeof saleSorts)[number]
export type Sale = z.infer<typeof sale>
export type MonthOfSales = z.infer<typeof monthOfSales>

export const purchaseEndpoints = {
  addPurchase: {
    summary: 'Add a car to your purchase list; a repeated request returns the same ID',
    who: 'user',
    body: purchaseInput,
    output: inserted,
    problems: ['not-found', 'own-car', 'price-changed', 'price-not-payable', 'car-sold', 'purchase-limit'],
    limit: 'W1',
  },
  listPurchases: {
    summary: 'List a buyer’s purchases, optionally only those of one car',
    who: 'user',
    self: 'query',
    query: purchaseListQuery,
    output: z.array(purchase),
    limit: 'R1',
  },
  getPurchase: {
    summary: 'Get a purchase-list item',
    who: 'user',
    row: 'owner-or-admin',
    params: idParams,
    output: purchase,
    problems: ['not-found'],
    limit: 'R1',
  },
  acceptPrice: {
    summary: 'Accept the current price of an item after `price-changed`',
    who: 'user',
    row: 'owner',
    params: idParams,
    body: acceptPriceInput,
    output: modified,
    problems: [
      'not-found',
      'price-changed',
      'price-not-payable',
      'payment-in-progress',
      'already-paid',
      'car-sold',
    ],
    limit: 'W1',
  },
  deletePurchase: {
    summary: 'Remove an item from your purchase list; a paid item is hidden, but its record remains',
    who: 'user',
    row: 'owner-or-admin',
    params: deletePurchaseParams,
    query: emailQuery,
    output: deleted,
    problems: ['not-found', 'payment-in-progress', 'stripe-refused', 'service-unavailable'],
    limit: 'W1',
  },
  listSales: {
    summary:
      'List buyers who bought your cars or have them on their purchase list; contact details are included after payment',
    who: 'seller-or-admin',
    query: salesQuery,
    output: z.array(sale),
    limit: 'R1',
  },
  countSales: {
    summary: 'Count the purchases of your cars by state',
    who: 'seller-or-admin',
    query: salesCountQuery,
    output: salesCount,
    limit: 'R1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
