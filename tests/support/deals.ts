import { expect } from 'vitest'
import type { DealState } from '../../contract/deal-life.ts'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import { outcomes, type Outcome } from '../../sandbox/stripe/account-outcomes.ts'
import type { Context } from '../../server/context.ts'
import { compareWithStripe } from '../../server/sale/accounting/compare-with-stripe.ts'
import { findDeal, moveDeal } from '../../server/sale/records/deal.repository.ts'
import { handoverCode } from '../../server/sale/deals/handover-code.ts'
import { followDispute } from '../../server/sale/disputes/follow-dispute.ts'
import { findPayoutAccount } from '../../server/sale/records/payout-account.repository.ts'
import { refreshPayoutAccount } from '../../server/sale/payouts/refresh-accounts.ts'
import { confirm, parseIntentId, startPaying } from '../api/sale-steps.ts'
import { call, type ApiRequest } from './api-client.ts'
import { buildCar, buildPerson, buildPurchase, type Person } from './factories.ts'
import type { TestApp } from './test-app.ts'

export { outcomes }

const DAY_MS = 86_400_000

/** A car that was paid for through the sandbox. */
export interface Sale {
  purchaseID: string
  paymentID: string
  carID: string
  intentId: string
  buyer: Person
  seller: Person
}

/** Sells a car for $24,900, or for `price`, to a new buyer. */
export async function sell(
  app: TestApp,
  {
    seller,
    price = '24,900',
    card,
    car = {},
  }: { seller: Person; price?: string; card?: string; car?: Parameters<typeof buildCar>[2] },
): Promise<Sale> {
  const buyer = await buildPerson(app.ctx, { full_name: 'Bea Buyer' })
  const carID = await buildCar(app.ctx, seller.id, { resell_price: price, ...car })
  const purchaseID = await buildPurchase(app.ctx, buyer.id, carID)
  const { body } = await startPaying(app, buyer, purchaseID, price)
  await confirm(app, body.clientSecret, card)
  const intentId = parseIntentId(body.clientSecret)
  const saved = await call<EndpointOutput<'savePayment'>>(app.url, 'savePayment', {
    token: buyer.token,
    body: { transactionID: intentId, purchasedItemID: purchaseID, sellingPrice: price },
  })
  expect(saved.status).toBe(200)
  return { purchaseID, paymentID: saved.body.insertedId!, carID, intentId, buyer, seller }
}

export function buildSeller(app: TestApp): Promise<Person> {
  return buildPerson(app.ctx, { full_name: 'Sam Seller', account: 'seller' })
}

/** Builds a seller whose payout account is active. */
export async function buildPayableSeller(app: TestApp): Promise<Person> {
  const seller = await buildSeller(app)
  await onboard(app, seller)
  return seller
}

/**
 * Goes through Stripe's onboarding pages. The server does not know the outcome yet.
 * @returns the ID of the seller's account
 */
export async function visitOnboarding(app: TestApp, seller: Person, outcome: Outcome): Promise<string> {
  const { body } = await call<EndpointOutput<'addPayoutLink'>>(app.url, 'addPayoutLink', {
    token: seller.token,
  })
  const opened = await fetch(body.url, { redirect: 'manual' })
  const session = new URL(opened.headers.get('location')!, app.stripe.url)
  const headers = { origin: app.stripe.url }
  const finished = await fetch(`${session.href}/${outcome}`, { method: 'POST', headers })
  expect(finished.status).toBe(200)
  return (await findPayoutAccount(app.ctx.db, seller.id))!.id
}

/** Gives a seller a payout account with an outcome of onboarding. @returns its ID */
export async function onboard(app: TestApp, seller: Person, outcome: Outcome = 'complete'): Promise<string> {
  const accountId = await visitOnboarding(app, seller, outcome)
  await refreshPayoutAccount(app.ctx, accountId)
  return accountId
}

/** Calls an endpoint of a sale's deal. */
export function callDeal<T = Record<string, unknown>>(
  app: TestApp,
  name: EndpointName,
  { purchaseID }: Pick<Sale, 'purchaseID'>,
  { token }: Pick<Person, 'token'>,
  body?: ApiRequest['body'],
) {
  return call<T>(app.url, name, { token, params: { purchaseID }, body })
}

export async function readDeal(
  app: TestApp,
  sale: Pick<Sale, 'purchaseID'>,
  person: Person,
): Promise<EndpointOutput<'getDeal'>> {
  const response = await callDeal<EndpointOutput<'getDeal'>>(app, 'getDeal', sale, person)
  expect(response.status).toBe(200)
  return response.body
}

export async function readDealState(
  app: TestApp,
  { purchaseID }: Pick<Sale, 'purchaseID'>,
): Promise<DealState> {
  return (await findDeal(app.ctx.db, purchaseID))!.state
}

/** Returns the handover code of a deal in any state. */
export async function getHandoverCode(
  app: TestApp,
  { purchaseID }: Pick<Sale, 'purchaseID'>,
): Promise<string> {
  return handoverCode(app.ctx.config, (await findDeal(app.ctx.db, purchaseID))!)
}

export function confirmReceived(app: TestApp, sale: Pick<Sale, 'purchaseID' | 'buyer'>) {
  return callDeal<EndpointOutput<'confirmReceived'>>(app, 'confirmReceived', sale, sale.buyer)
}

export function reportProblem(app: TestApp, sale: Sale, person = sale.buyer) {
  const body = { reason: 'title', text: 'The title has a lien.' }
  return callDeal<EndpointOutput<'reportDealProblem'>>(app, 'reportDealProblem', sale, person, body)
}

export function decideProblem(app: TestApp, sale: Sale, decision: { outcome: string; amount?: string }) {
  const body = { reason: 'The lien was paid off', ...decision }
  return callDeal(app, 'decideDealProblem', sale, app.people.admin, body)
}

/** Refunds a payment as an admin, in full or in part. */
export function refund(app: TestApp, { paymentID }: Sale, part?: { amount: string; refundedAmount: number }) {
  return call<EndpointOutput<'refundPayment'>>(app.url, 'refundPayment', {
    token: app.people.admin.token,
    params: { id: paymentID },
    body: { reason: 'The gearbox is noisy', ...part },
  })
}

/** The times that the buyer and the seller propose in `proposeTimes`. */
export function getProposedTimes(app: TestApp) {
  const day = app.ctx.now().toISOString().slice(0, 10)
  const inDays = (days: number) => new Date(Date.parse(`${day}T15:00:00Z`) + days * DAY_MS).toISOString()
  return { buyer: inDays(2), seller: inDays(3) }
}

/** Lets both sides propose a time for the handover. */
export async function proposeTimes(app: TestApp, sale: Sale): Promise<void> {
  for (const side of ['buyer', 'seller'] as const) {
    const body = { times: [getProposedTimes(app)[side]] }
    expect((await callDeal(app, 'setHandover', sale, sale[side], body)).status).toBe(200)
  }
}

export async function acceptTime(app: TestApp, sale: Sale): Promise<void> {
  const body = { accept: getProposedTimes(app).seller }
  expect((await callDeal(app, 'setHandover', sale, sale.buyer, body)).status).toBe(200)
}

/** Returns the server's context with a later clock. */
export function createLaterContext(app: TestApp, days: number): Context {
  return { ...app.ctx, now: () => new Date(app.ctx.now().getTime() + days * DAY_MS) }
}

export const disputeCard = 'pm_card_createDispute'

/** Lets the server learn about the dispute of a sale that was paid for with a disputed card. */
export async function noticeDispute(app: TestApp, { intentId }: Pick<Sale, 'intentId'>): Promise<string> {
  const disputes = await app.ctx.payments.listDisputes(new Date(0))
  const { id } = disputes.find((dispute) => dispute.intentId === intentId)!
  await followDispute(app.ctx, id)
  return id
}

/** Takes a new deal to a state, after both sides have proposed a time. Until `released`, its seller has no payout account. */
export async function buildDealInState(app: TestApp, state: DealState): Promise<Sale> {
  const isPaidOut = state === 'released' || state === 'closed'
  const seller = await (isPaidOut ? buildPayableSeller(app) : buildSeller(app))
  const sale = await sell(app, { seller, ...(state === 'disputed' && { card: disputeCard }) })
  await proposeTimes(app, sale)
  if (state === 'handover-agreed') await acceptTime(app, sale)
  if (state === 'handed-over' || isPaidOut) await confirmReceived(app, sale)
  if (state === 'closed') await moveDeal(app.ctx.db, sale.purchaseID, 'close')
  if (state === 'problem') await reportProblem(app, sale)
  if (state === 'refunded') await refund(app, sale)
  if (state === 'disputed') await noticeDispute(app, sale)
  expect(await readDealState(app, sale)).toBe(state)
  return sale
}

/**
 * Calls the sandbox as Stripe's dashboard does.
 * @param account the connected account on whose behalf the call is made
 */
export async function callStripe<T>(
  app: TestApp,
  path: string,
  { form, account }: { form?: Record<string, string>; account?: string } = {},
): Promise<T> {
  const response = await fetch(`${app.stripe.url}/v1/${path}`, {
    method: form ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${app.ctx.config.stripe.secretKey}`,
      ...(account && { 'stripe-account': account }),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(form && { body: new URLSearchParams(form) }),
  })
  if (!response.ok) throw new Error(`Stripe refused: ${await response.text()}`)
  return (await response.json()) as T
}

interface StripeTransfer {
  id: string
  amount: number
  amount_reversed: number
  destination: string
  source_transaction: string
  transfer_group: string
}

/** Lists the transfers of a deal in Stripe. */
export async function listTransfers(app: TestApp, { purchaseID }: Pick<Sale, 'purchaseID'>) {
  const list = await callStripe<{ data: StripeTransfer[] }>(app, `transfers?transfer_group=${purchaseID}`)
  return list.data
}

/** Pays an amount of a connected account's balance out to its bank, so that Stripe cannot reverse it. */
export async function withdraw(app: TestApp, account: string, amount: number): Promise<void> {
  await callStripe(app, 'payouts', { form: { amount: String(amount), currency: 'usd' }, account })
}

/** Returns the balance of each account in the books of a deal, without those that are 0. */
export async function readDealBalances(app: TestApp, { purchaseID }: Pick<Sale, 'purchaseID'>) {
  const rows = await app.ctx.db
    .selectFrom('ledger_entries')
    .select(['account', 'amount'])
    .where('purchase_id', '=', purchaseID)
    .execute()
  const balances: Record<string, number> = {}
  for (const { account, amount } of rows) balances[account] = (balances[account] ?? 0) + amount
  return Object.fromEntries(Object.entries(balances).filter(([, amount]) => amount !== 0))
}

/** Lists the postings and the deals that do not add up to 0, and the differences between the books and Stripe. */
export async function listBookErrors(app: TestApp): Promise<unknown[]> {
  const rows = await app.ctx.db
    .selectFrom('ledger_entries')
    .select(['posting', 'purchase_id', 'amount'])
    .execute()
  const sums = new Map<string, number>()
  for (const { posting, purchase_id: purchaseId, amount } of rows)
    for (const key of [posting, purchaseId]) sums.set(key, (sums.get(key) ?? 0) + amount)
  await compareWithStripe(createLaterContext(app, 0.5))
  const { body } = await call<EndpointOutput<'listLedgerDifferences'>>(app.url, 'listLedgerDifferences', {
    token: app.people.admin.token,
  })
  return [...[...sums].filter(([, sum]) => sum !== 0), ...body]
}
