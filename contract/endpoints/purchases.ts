import * as z from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { deleted, emailQuery, idParams, inserted, modified } from '../fields.ts'
import type { EndpointName } from '../paths.ts'
import * as purchases from '../purchases.ts'

export const purchaseEndpoints = {
  addPurchase: {
    summary: 'Add a car to your purchase list; repeating it returns the same ID',
    who: 'user',
    body: purchases.purchaseInput,
    output: inserted,
    problems: ['not-found', 'own-car', 'price-changed', 'price-not-payable', 'car-sold', 'purchase-limit'],
    limit: 'W1',
  },
  listPurchases: {
    summary: 'Get a buyer’s purchase list, or what of it is one car',
    who: 'user',
    self: 'query',
    query: purchases.purchaseListQuery,
    output: z.array(purchases.purchase),
    limit: 'R1',
  },
  getPurchase: {
    summary: 'Get a purchase-list item',
    who: 'user',
    row: 'owner-or-admin',
    params: idParams,
    output: purchases.purchase,
    problems: ['not-found'],
    limit: 'R1',
  },
  acceptPrice: {
    summary: 'Accept the current price after a 409 price-changed',
    who: 'user',
    row: 'owner',
    params: idParams,
    body: purchases.acceptPriceInput,
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
    summary: 'Remove an item from your list; a paid one is hidden and its record kept',
    who: 'user',
    row: 'owner-or-admin',
    params: purchases.deletePurchaseParams,
    query: emailQuery,
    output: deleted,
    problems: ['not-found', 'payment-in-progress', 'service-unavailable'],
    limit: 'W1',
  },
  listSales: {
    summary: 'List who has your cars on their list or bought them; contact details once paid',
    who: 'seller-or-admin',
    query: purchases.salesQuery,
    output: z.array(purchases.sale),
    limit: 'R1',
  },
  countSales: {
    summary: 'Count who has your cars on their list or bought them, by the state of the purchase',
    who: 'seller-or-admin',
    query: purchases.salesCountQuery,
    output: purchases.salesCount,
    limit: 'R1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
