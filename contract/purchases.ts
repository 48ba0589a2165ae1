import * as z from 'zod'
import { listQuery, sortsBy } from './api/list-query.ts'
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
import { MAX_PLACE } from './map-link.ts'
import { strings } from './strings.ts'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'

export const purchaseStates = ['unpaid', 'paying', 'paid', 'refunded'] as const

/** On the buyer's list and not paid yet. */
export const openPurchaseStates = [
  'unpaid',
  'paying',
] as const satisfies readonly (typeof purchaseStates)[number][]

const purchaseInput = z.object({
  carID: id,
  buyerContact: requiredText(40, strings.buy.numberRequired),
  meetingPlace: requiredText(MAX_PLACE, strings.buy.placeRequired),
  /** The price that the buyer saw; another one today is a 409 `price-changed`. */
  sellingPrice: priceText.optional(),
})

/** The dialog's own fields. */
export const buyForm = purchaseInput.pick({ buyerContact: true, meetingPlace: true })

/**
 * A purchase-list item as its buyer sees it. The seller's address and number are there once it is paid; the address not
 * while it waits to be proven.
 */
const purchase = z.object({
  _id: z.string(),
  buyerName: z.string(),
  buyerContact: z.string(),
  buyerEmail: z.string(),
  buyerImage: z.string(),
  sellingPrice: z.string(),
  /**
   * What the buyer agreed to pay, in cents: the price when it was put on the list, or one accepted since. It can be
   * charged only while `carPriceMinor` is the same. Null where the price text is no price.
   */
  priceMinor: z.number().int().nullable(),
  /** The car's price of today, in cents; null where the text is no price. What can't be paid now, isn't. */
  carPriceMinor: z.number().int().nullable(),
  carPriceChange: priceChange.nullable(),
  carModelName: z.string(),
  /** Year, make and model, as they were when it was put on the list. */
  carName: z.string(),
  carImage: z.string(),
  /** As the listing says today. */
  carMileage: z.number().int().nullable(),
  carMileageUnit: z.enum(numberFacts.mileage.units).nullable(),
  carFuel: z.enum(choiceFacts.fuel.options).nullable(),
  sellerName: z.string(),
  /** Milliseconds since 1970. */
  purchaseTime: z.number().int(),
  meetingPlace: z.string(),
  carID: z.string(),
  paid: z.boolean(),
  state: z.enum(purchaseStates),
  /** Until when the car is held for its buyer, who is paying; null where it is not. */
  heldUntil: isoTime.nullable(),
  /** The car's own state now, as buyers read it. */
  available: z.enum(availabilities),
  transactionID: z.string().nullable(),
  paidAt: isoTime.nullable(),
  refundState: z.enum(['none', 'pending', 'refunded']),
  /** How much of what was paid has gone back, in cents. */
  refundedMinor: z.number().int(),
  /** The review that the buyer wrote about it; null where there is none. */
  reviewID: z.string().nullable(),
  sellerEmail: z.string().optional(),
  selllerContact: z.string().optional(),
})

/** A purchase as the car's seller sees it: contact and place once it is paid, the buyer's address as the seller's above. */
const sale = z.object({
  _id: z.string(),
  carID: z.string(),
  carModelName: z.string(),
  /** Year, make and model, as they were when it was put on the list. */
  carName: z.string(),
  carImage: z.string(),
  buyerName: z.string(),
  buyerContact: z.string().optional(),
  buyerEmail: z.string().optional(),
  meetingPlace: z.string().optional(),
  sellingPrice: z.string(),
  priceMinor: z.number().int().nullable(),
  purchaseTime: z.number().int(),
  paid: z.boolean(),
  state: z.enum(purchaseStates),
  paidAt: isoTime.nullable(),
})

/** The last months where the reader is, oldest first, the running one included; those without a sale are there, too. */
export const monthOfSales = z.object({
  /** `2026-11` */
  month: z.string(),
  /** Cars that are paid and not refunded. */
  cars: z.number().int(),
  /** Cents that were kept: without parts that went back. */
  amount: z.number().int(),
  /** The same of cars that sold past Kerblight, at the prices that their sellers named. */
  elsewhere: z.object({ cars: z.number().int(), amount: z.number().int() }),
})
/** `interested`: not paid yet. `paid`: refunded since, too. */
export const saleStages = ['interested', 'paid'] as const
export type SaleStage = (typeof saleStages)[number]

export const saleSorts = sortsBy('car', 'price', 'buyer', 'state')

/** Words that are each in what the seller is shown of a sale: the car’s name, the price, the buyer. */
const saleWords = { q: text(200).optional() }

const salesQuery = listQuery({
  sort: oneOf(saleSorts).default('newest'),
  ...saleWords,
  stage: oneOf(saleStages).optional(),
  state: oneOf(purchaseStates).optional(),
})

const salesCountQuery = z.object(saleWords)

/** How many of what is found are in each state. */
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
    summary: 'Add a car to your purchase list; repeating it returns the same ID',
    who: 'user',
    body: purchaseInput,
    output: inserted,
    problems: ['not-found', 'own-car', 'price-changed', 'price-not-payable', 'car-sold', 'purchase-limit'],
    limit: 'W1',
  },
  listPurchases: {
    summary: 'List a buyer’s purchases, optionally of one car',
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
    summary: 'Accept the current price after a 409 price-changed',
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
    summary: 'Remove an item from your purchase list; a paid item is hidden and its record stays',
    who: 'user',
    row: 'owner-or-admin',
    params: deletePurchaseParams,
    query: emailQuery,
    output: deleted,
    problems: ['not-found', 'payment-in-progress', 'service-unavailable'],
    limit: 'W1',
  },
  listSales: {
    summary:
      'List the buyers of your cars and the buyers who have them on their purchase list; contact details once paid',
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
