import { expect } from 'vitest'
import { ProblemError } from '../../contract/api/problems.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import type { PaymentsGateway } from '../../server/gateways/payments/payments.ts'
import { createStripe } from '../../server/gateways/payments/stripe-client.ts'
import { toAccountParams } from '../../server/gateways/payments/stripe-accounts.ts'
import { findDifferences } from '../../server/sale/accounting/compare-with-stripe.ts'
import { listReferencedEntries, listEntriesSince } from '../../server/sale/records/ledger.repository.ts'
import { findMissedDealEvents, runDeals } from '../../server/sale/stripe/run-deals.ts'
import { recordPayoutAccount } from '../../server/sale/payouts/refresh-accounts.ts'
import { insertEvent } from '../../server/sale/records/webhook.repository.ts'
import { findMissedRefunds } from '../../server/sale/stripe/outside-refunds.ts'
import { reconcile } from '../../server/sale/stripe/reconcile.ts'
import { handleStripeEvent } from '../../server/sale/stripe/stripe-event.ts'
import { confirm, parseIntentId, savePayment, startPaying } from '../api/sale-steps.ts'
import { call, type ApiResponse } from './api-client.ts'
import { buildCar, buildPerson, buildPurchase, buildSession, type Person } from './factories.ts'
import { startTestApp, type TestApp } from './test-app.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

type StripeCall = Exclude<keyof PaymentsGateway, 'readEvent'>

/**
 * A fault of one call to Stripe. `before`: the request is lost. `after`: Stripe handles the request, and the
 * response is lost. With `crash`, the process ends there: the call never returns.
 */
export interface Fault {
  name?: StripeCall
  when: 'before' | 'after'
  isCrash?: boolean
  /** Number of matching calls that succeed first. */
  skip?: number
}

interface FaultyGateway extends PaymentsGateway {
  /** The calls that Stripe has received, in order. */
  calls: StripeCall[]
  /** Called before each transfer is requested. */
  onTransfer: (order: Parameters<PaymentsGateway['createTransfer']>[0]) => Promise<void>
  /** Plans a fault. The returned promise resolves when it happens. */
  plan(fault: Fault): Promise<void>
  /** Removes the faults that have not happened. */
  clear(): void
  /** Ends the calls in which the process ended, so that the server can be closed. */
  end(): void
  /** True if a fault has happened since the last call. */
  takeFaulted(): boolean
}

/** Wraps a gateway whose calls can fail before or after the real call. */
function createFaultyGateway(real: PaymentsGateway): FaultyGateway {
  let planned: { fault: Fault; left: number; happen: () => void } | null = null
  let hasFaulted = false
  const calls: StripeCall[] = []
  const crashed: ((error: Error) => void)[] = []
  const failIf = (when: Fault['when'], name: StripeCall): Promise<never> | null => {
    if (planned?.fault.when !== when || (planned.fault.name ?? name) !== name) return null
    if (planned.left-- > 0) return null
    const { fault, happen } = planned
    planned = null
    hasFaulted = true
    happen()
    return fault.isCrash
      ? new Promise((_, reject) => crashed.push(reject))
      : Promise.reject(new ProblemError('service-unavailable', { detail: `${name} failed ${when} Stripe.` }))
  }
  const gateway = Object.fromEntries(
    Object.entries(real).map(([key, method]) => {
      const name = key as StripeCall
      const request = method as (...args: unknown[]) => Promise<unknown>
      return [
        key,
        async (...args: unknown[]) => {
          await failIf('before', name)
          calls.push(name)
          if (name === 'createTransfer') await faulty.onTransfer(args[0] as never)
          const response = await request(...args)
          await failIf('after', name)
          return response
        },
      ]
    }),
  ) as unknown as PaymentsGateway
  const faulty: FaultyGateway = {
    ...gateway,
    readEvent: real.readEvent,
    calls,
    onTransfer: () => Promise.resolve(),
    plan: (fault) =>
      new Promise((happen) => {
        planned = { fault, left: fault.skip ?? 0, happen }
      }),
    clear() {
      planned = null
    },
    end() {
      for (const reject of crashed) reject(new Error('The process ended in this call.'))
    },
    takeFaulted() {
      const before = hasFaulted
      hasFaulted = false
      return before
    },
  }
  return faulty
}

type Fate = Pick<Fault, 'when' | 'isCrash'>

const lostCalls: [string, Fate][] = [
  ['with its request lost in', { when: 'before' }],
  ['with its response lost in', { when: 'after' }],
]

/** The process ends right before or after the call, or, in the full set, the call fails. */
export const fates: [string, Fate][] = [
  ['before', { when: 'before', isCrash: true }],
  ['after', { when: 'after', isCrash: true }],
  ...(process.env.FULL === '1' ? lostCalls : []),
]

/** Runs `work` until it ends, or until the process ends in the call that the fault names. */
export async function interruptCall(
  { gateway, unfinished }: DealApp,
  fault: Fault,
  work: () => Promise<unknown>,
): Promise<void> {
  const happened = gateway.plan(fault)
  const running = work().catch(() => {})
  unfinished.push(running)
  if (fault.isCrash) await Promise.race([happened, running])
  else await running
  expect(gateway.takeFaulted(), `${fault.name} was called`).toBe(true)
}

export interface DealApp extends TestApp {
  gateway: FaultyGateway
  stripeClient: Awaited<ReturnType<typeof createStripe>>
  /** The work that may still wait for a call in which the process ended. */
  unfinished: Promise<unknown>[]
  /** Advances the clock of the server and of Stripe. */
  pass(ms: number): void
}

/** Starts an app with one clock for the server and Stripe. Stripe's events wait until a test delivers them. */
export async function startDealApp(options: Parameters<typeof startTestApp>[0] = {}): Promise<DealApp> {
  let offset = 0
  const now = () => Date.now() + offset
  const app = await startTestApp({
    ...options,
    now: () => new Date(now()),
    stripe: { webhooks: 'hold', now, refundDelayMs: 0, ...options.stripe },
  })
  const gateway = createFaultyGateway(app.ctx.payments)
  app.ctx.payments = gateway
  const unfinished: DealApp['unfinished'] = []
  return {
    ...app,
    gateway,
    stripeClient: await createStripe(app.ctx.config),
    unfinished,
    pass(ms) {
      offset += ms
    },
    async close() {
      gateway.end()
      // The server would wait for seconds until the client closes the connection of an unfinished request.
      await Promise.allSettled(unfinished)
      await app.close()
    },
  }
}

/** Creates a seller whose account in Stripe can receive payouts. */
async function buildPaidSeller(app: DealApp): Promise<Person & { accountId: string }> {
  const seller = await buildPerson(app.ctx, { full_name: 'Sam Seller', account: 'seller' })
  const params = toAccountParams({ userId: seller.id, email: seller.email, name: 'Sam Seller' })
  const { id } = await app.stripeClient.v2.core.accounts.create({
    ...params,
    metadata: { sandbox_onboarding: 'complete' },
  })
  await recordPayoutAccount(app.ctx, seller.id, { id, state: 'active', reasons: [] })
  return { ...seller, accountId: id }
}

export interface TestDeal {
  buyer: Person
  seller: Person & { accountId: string }
  carId: string
  purchaseId: string
  intentId: string
}

/** Puts a car on a new buyer's list. */
export async function addCarToPurchaseList(
  app: DealApp,
  seller?: TestDeal['seller'],
  fields?: Parameters<typeof buildCar>[2],
): Promise<Omit<TestDeal, 'intentId'>> {
  const owner = seller ?? (await buildPaidSeller(app))
  const buyer = await buildPerson(app.ctx, { full_name: 'Bea Buyer' })
  const carId = await buildCar(app.ctx, owner.id, fields)
  return { buyer, seller: owner, carId, purchaseId: await buildPurchase(app.ctx, buyer.id, carId) }
}

/** Pays for a car with a test card, and saves the payment as the browser does. */
export async function payDeal(app: DealApp, card = 'pm_card_visa'): Promise<TestDeal> {
  const offer = await addCarToPurchaseList(app)
  const { body } = await startPaying(app, offer.buyer, offer.purchaseId)
  await confirm(app, body.clientSecret, card)
  const { status } = await savePayment(app, offer.buyer, body.clientSecret, offer.purchaseId)
  expect(status).toBe(200)
  return { ...offer, intentId: parseIntentId(body.clientSecret) }
}

/** Calls a deal's endpoint with a fresh session, because a test may have passed days. */
export async function act<T = unknown>(
  app: DealApp,
  person: Pick<Person, 'id' | 'uid'>,
  name: EndpointName,
  request: { params?: Record<string, unknown>; body?: unknown },
): Promise<ApiResponse<T>> {
  return call<T>(app.url, name, { ...request, token: await buildSession(app.ctx, person) })
}

export function confirmReceived(app: DealApp, { buyer, purchaseId }: TestDeal) {
  return act<{ state: string }>(app, buyer, 'confirmReceived', { params: { purchaseID: purchaseId } })
}

/** Refunds a payment, or a part of it, as an admin. */
export async function refundDeal(app: DealApp, { intentId }: TestDeal, amount?: string) {
  const { id, refunded_amount: refundedAmount } = await readPaymentRow(app, intentId)
  const body = { reason: 'Rust', ...(amount && { amount, refundedAmount }) }
  return act(app, app.people.admin, 'refundPayment', { params: { id }, body })
}

export function readPaymentRow({ ctx }: DealApp, intentId: string) {
  return ctx.db.selectFrom('payments').selectAll().where('intent_id', '=', intentId).executeTakeFirstOrThrow()
}

export function readDealRow({ ctx }: DealApp, purchaseId: string) {
  return ctx.db
    .selectFrom('deals')
    .selectAll()
    .where('purchase_id', '=', purchaseId)
    .executeTakeFirstOrThrow()
}

/** Runs the jobs that run every few seconds. */
export async function runJobs({ ctx }: DealApp): Promise<void> {
  await reconcile(ctx)
  await runDeals(ctx)
}

/** Runs the hourly jobs, which find changes in Stripe that no event reported. */
export async function runHourlyJobs({ ctx }: DealApp): Promise<void> {
  await findMissedRefunds(ctx)
  await findMissedDealEvents(ctx)
}

/** Runs all jobs repeatedly, as they run in the hours after a restart. */
export async function recover(app: DealApp, rounds = 3): Promise<void> {
  app.gateway.clear()
  for (let round = 0; round < rounds; round++) {
    app.pass(2 * HOUR_MS)
    await runJobs(app)
    await runHourlyJobs(app)
  }
}

/** Hands one of Stripe's held events to the server, and waits until it is handled. */
export async function receiveEvent(app: DealApp, id: string): Promise<void> {
  const event = app.stripe.webhooks.pending().find((held) => held.id === id)!
  const object =
    event.object === 'event'
      ? event.data.object
      : { object: event.related_object?.type, id: event.related_object?.id }
  const stored = { id, type: event.type, payload: JSON.stringify({ data: { object } }) }
  await insertEvent(app.ctx.db, stored, app.ctx.now())
  await handleStripeEvent(app.ctx, stored)
}

/** Returns the IDs of Stripe's held events about a payment, oldest first. */
export function listHeldEvents(app: DealApp, intentId: string): string[] {
  return app.stripe.webhooks.pending().flatMap((event) => {
    if (event.object !== 'event') return []
    const object = event.data.object as { id?: string; payment_intent?: unknown }
    return object.id === intentId || object.payment_intent === intentId ? [event.id] : []
  })
}

/** The money of a deal in Stripe, in cents. */
export async function getMoneyTotals(
  app: DealApp,
  { purchaseId, intentId }: Pick<TestDeal, 'purchaseId' | 'intentId'>,
) {
  const { data: transfers } = await app.stripeClient.transfers.list({ transfer_group: purchaseId })
  const { data: refunds } = await app.stripeClient.refunds.list({ payment_intent: intentId, limit: 100 })
  const active = refunds.filter(({ status }) => status !== 'failed' && status !== 'canceled')
  return {
    transfers: transfers.map(({ amount }) => amount),
    reversed: transfers.reduce((sum, transfer) => sum + transfer.amount_reversed, 0),
    refunds: active.map(({ amount }) => amount),
  }
}

/** Checks that the books of each deal and each posting add up to 0. */
export async function checkSums({ ctx }: DealApp): Promise<void> {
  for (const column of ['purchase_id', 'posting'] as const) {
    const unbalanced = await ctx.db
      .selectFrom('ledger_entries')
      .select(column)
      .groupBy(column)
      .having(({ fn }) => fn.sum('amount'), '<>', 0)
      .execute()
    expect(unbalanced).toEqual([])
  }
}

/** Returns the differences between the books and Stripe since a time, however recent they are. */
async function differencesSince({ ctx, gateway }: DealApp, since: Date) {
  const movements = await gateway.listBalanceMovements(since)
  const entries = [
    ...(await listEntriesSince(ctx.db, since)),
    ...(await listReferencedEntries(
      ctx.db,
      movements.map(({ reference }) => reference),
    )),
  ]
  return findDifferences(entries, movements, Infinity)
}

/** Checks that the books add up, and that they have agreed with Stripe since a time. */
export async function checkBooks(app: DealApp, since = new Date(0)): Promise<void> {
  await checkSums(app)
  expect(await differencesSince(app, since)).toEqual([])
}
