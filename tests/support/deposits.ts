import { expect } from 'vitest'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { confirm, parseIntentId, savePayment } from '../api/sale-steps.ts'
import { call } from './api-client.ts'
import type { Sale } from './deals.ts'
import { buildCar, buildPerson, type Person } from './factories.ts'
import type { TestApp } from './test-app.ts'

export const DEPOSIT = 50_000

/** A car that is reserved through the sandbox. */
export interface Reservation extends Pick<Sale, 'purchaseID' | 'carID' | 'buyer' | 'seller'> {
  depositIntent: string
}

/** Puts a car on the market for $24,900 that a deposit of $500 reserves for 2 days. */
export function buildCarWithDeposit(app: TestApp, seller: Person): Promise<string> {
  return buildCar(app.ctx, seller.id, { resell_price: '24,900', deposit: DEPOSIT / 100, depositDays: 2 })
}

export function startDeposit(app: TestApp, buyer: Person, carID: string, body: object = {}) {
  return call<EndpointOutput<'addDeposit'>>(app.url, 'addDeposit', {
    token: buyer.token,
    body: { carID, ...body },
  })
}

/** Reserves a new car, for a new buyer if none is given. */
export async function reserve(
  app: TestApp,
  seller: Person,
  givenBuyer?: Person,
  card?: string,
): Promise<Reservation> {
  const buyer = givenBuyer ?? (await buildPerson(app.ctx, { full_name: 'Bea Buyer' }))
  const carID = await buildCarWithDeposit(app, seller)
  const { status, body } = await startDeposit(app, buyer, carID, { buyerContact: '555-0100' })
  expect(status).toBe(200)
  await confirm(app, body.clientSecret, card)
  const saved = await savePayment(app, buyer, body.clientSecret, body.purchasedItemID)
  expect(saved.body.state).toBe('reserved')
  const depositIntent = parseIntentId(body.clientSecret)
  return { purchaseID: body.purchasedItemID, carID, buyer, seller, depositIntent }
}
