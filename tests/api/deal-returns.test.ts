import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { call } from '../support/api-client.ts'
import { buildSession, type Person } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import {
  readDealBalances,
  buildPayableSeller,
  buildSeller,
  callDeal,
  confirmReceived,
  decideProblem,
  disputeCard,
  listBookErrors,
  noticeDispute,
  readDeal,
  reportProblem,
  sell,
  readDealState,
  listTransfers,
  type Sale,
} from '../support/deals.ts'

const RETURN_PERIOD_MS = 72 * 3_600_000
const SHARE = 2_440_200

let app: TestApp
const start = Date.now()
let time = start
beforeAll(async () => {
  app = await startTestApp({ stripe: { webhooks: 'hold' }, now: () => new Date(time) })
})
afterAll(() => app?.close())

const returnable = { returns: '3 days' as const }

/** Sells a car that may be returned, and confirms its handover. */
async function handOver(seller: Person): Promise<Sale> {
  const sale = await sell(app, { seller, car: returnable })
  expect((await confirmReceived(app, sale)).status).toBe(200)
  return sale
}

/** Signs a person in whose session has expired. */
async function signInAgain(person: Person): Promise<Person> {
  return { ...person, token: await buildSession(app.ctx, person) }
}

const requestReturn = (sale: Sale, person = sale.buyer, body: object = {}) =>
  callDeal(app, 'requestReturn', sale, person, body)
const confirmReturn = (sale: Sale, person = sale.seller) => callDeal(app, 'confirmReturn', sale, person)

async function returnNoticeTo({ token }: Person, { purchaseID }: Sale) {
  const { body } = await call<EndpointOutput<'listMessages'>>(app.url, 'listMessages', { token })
  return body.find(
    ({ subject, link }) => subject.startsWith('Return requested: ') && link.includes(purchaseID),
  )!
}

async function setReturns(sale: Sale, returns: '3 days' | null): Promise<void> {
  await app.ctx.db.updateTable('cars').set({ returns }).where('id', '=', sale.carID).execute()
}

afterEach(() => {
  time = start
})

describe('the return period', () => {
  it('begins with the confirmed handover and lasts 72 hours', async () => {
    const sale = await sell(app, { seller: await buildSeller(app), car: returnable })
    expect(await readDeal(app, sale, sale.buyer)).toMatchObject({ returnPeriod: 'ahead', returnUntil: null })
    expect((await requestReturn(sale)).body).toMatchObject({ code: 'deal-state' })
    await confirmReceived(app, sale)
    const { confirmedAt, returnPeriod, returnUntil } = await readDeal(app, sale, sale.seller)
    expect(returnPeriod).toBe('open')
    expect(Date.parse(returnUntil!) - Date.parse(confirmedAt!)).toBe(RETURN_PERIOD_MS)
  })

  it('includes its last second, but not the second after it', async () => {
    const [onTime, late] = [await handOver(await buildSeller(app)), await handOver(await buildSeller(app))]
    time += RETURN_PERIOD_MS
    expect((await requestReturn(onTime, await signInAgain(onTime.buyer))).body).toMatchObject({
      state: 'problem',
    })
    time += 1000
    const buyer = await signInAgain(late.buyer)
    expect(await readDeal(app, late, buyer)).toMatchObject({
      returnPeriod: 'over',
      returnUntil: new Date(start + RETURN_PERIOD_MS).toISOString(),
    })
    expect((await requestReturn(late, buyer)).body).toMatchObject({ status: 409, code: 'deal-state' })
    expect(await readDealState(app, late)).toBe('handed-over')
  })

  it('depends on the listing that the buyer paid for', async () => {
    const offered = await handOver(await buildSeller(app))
    await setReturns(offered, null)
    expect((await requestReturn(offered)).status).toBe(200)
    const notOffered = await sell(app, { seller: await buildSeller(app) })
    await confirmReceived(app, notOffered)
    await setReturns(notOffered, '3 days')
    expect((await readDeal(app, notOffered, notOffered.buyer)).returnPeriod).toBeNull()
    expect((await requestReturn(notOffered)).body).toMatchObject({ code: 'deal-state' })
  })

  it('allows only one return', async () => {
    const sale = await handOver(await buildSeller(app))
    await requestReturn(sale)
    expect((await requestReturn(sale)).body).toMatchObject({ code: 'deal-state' })
    await decideProblem(app, sale, { outcome: 'release' })
    expect((await readDeal(app, sale, sale.buyer)).returnPeriod).toBeNull()
    expect((await requestReturn(sale)).body).toMatchObject({ code: 'deal-state' })
  })
})

describe('a requested return', () => {
  it('opens a case, which the seller has to confirm', async () => {
    const sale = await handOver(await buildSeller(app))
    const text = 'The seats are too hard.'
    expect((await requestReturn(sale, sale.buyer, { text })).body).toEqual({
      acknowledged: true,
      modifiedCount: 1,
      state: 'problem',
    })
    expect(await readDeal(app, sale, sale.seller)).toMatchObject({
      turn: 'seller',
      returnPeriod: null,
      returnUntil: null,
      problem: { openedBy: 'buyer', reason: 'return', text, outcome: null },
    })
    for (const person of [sale.seller, app.people.admin])
      expect((await returnNoticeTo(person, sale)).body).toContain(text)
  })

  it('is possible only for the buyer, and confirmed only by the seller', async () => {
    const sale = await handOver(await buildSeller(app))
    const { admin, otherBuyer, otherSeller } = app.people
    for (const person of [sale.seller, admin, otherBuyer, otherSeller])
      expect((await requestReturn(sale, person)).body).toMatchObject({ code: 'not-found' })
    await requestReturn(sale)
    for (const person of [sale.buyer, admin, otherBuyer, otherSeller])
      expect((await confirmReturn(sale, person)).body).toMatchObject({ code: 'not-found' })
    expect(await readDealState(app, sale)).toBe('problem')
  })

  it('is the only kind of case that the seller can confirm', async () => {
    const sale = await handOver(await buildSeller(app))
    expect((await confirmReturn(sale)).body).toMatchObject({ code: 'deal-state' })
    await reportProblem(app, sale)
    expect((await readDeal(app, sale, sale.seller)).turn).toBe('admin')
    expect((await confirmReturn(sale)).body).toMatchObject({ code: 'deal-state' })
    expect(await readDealState(app, sale)).toBe('problem')
  })

  it('is rejected during a dispute', async () => {
    const sale = await sell(app, { seller: await buildSeller(app), car: returnable, card: disputeCard })
    await confirmReceived(app, sale)
    await noticeDispute(app, sale)
    expect((await requestReturn(sale)).body).toMatchObject({ code: 'deal-state' })
  })

  it('is decided by an admin if the seller does not confirm it', async () => {
    const sale = await handOver(await buildSeller(app))
    await requestReturn(sale)
    await decideProblem(app, sale, { outcome: 'refund' })
    expect(await readDealState(app, sale)).toBe('refunded')
    expect((await confirmReturn(sale)).body).toMatchObject({ modifiedCount: 0, state: 'refunded' })
  })
})

describe('a confirmed return', () => {
  it('refunds the buyer in full once before the payout', async () => {
    const sale = await handOver(await buildSeller(app))
    await requestReturn(sale)
    expect((await confirmReturn(sale)).body).toMatchObject({ modifiedCount: 1, state: 'refunded' })
    expect((await confirmReturn(sale)).body).toMatchObject({ modifiedCount: 0, state: 'refunded' })
    expect(await readDeal(app, sale, sale.buyer)).toMatchObject({
      turn: null,
      refundedMinor: 2_490_000,
      problem: { outcome: 'refund', outcomeReason: 'The car was returned to the seller' },
    })
    const { events } = await readDeal(app, sale, sale.buyer)
    expect(events.filter(({ by }) => by === 'seller').map(({ text }) => text)).toEqual([
      'The seller confirmed that the car was returned.',
    ])
    expect(await listTransfers(app, sale)).toEqual([])
    const audit = await app.ctx.db
      .selectFrom('audit')
      .select(['action', 'actor_id'])
      .where('target', '=', sale.intentId)
      .execute()
    expect(audit).toEqual([{ action: 'refund', actor_id: sale.seller.id }])
    expect(await listBookErrors(app)).toEqual([])
  })

  it('also reverses the seller’s share after the payout', async () => {
    const sale = await handOver(await buildPayableSeller(app))
    expect(await listTransfers(app, sale)).toMatchObject([{ amount: SHARE, amount_reversed: 0 }])
    await requestReturn(sale)
    expect((await returnNoticeTo(sale.seller, sale)).body).toContain('take back your payout')
    await confirmReturn(sale)
    expect(await readDealState(app, sale)).toBe('refunded')
    expect(await listTransfers(app, sale)).toMatchObject([{ amount: SHARE, amount_reversed: SHARE }])
    expect(await readDealBalances(app, sale)).not.toHaveProperty('seller')
    expect(await listBookErrors(app)).toEqual([])
  })

  it('refunds the payment once when several windows send it at the same time', async () => {
    const sale = await handOver(await buildPayableSeller(app))
    await requestReturn(sale)
    const responses = await Promise.all([confirmReturn(sale), confirmReturn(sale)])
    for (const { status } of responses) expect(status).toBe(200)
    expect((await readDeal(app, sale, sale.buyer)).refundedMinor).toBe(2_490_000)
    expect(await listBookErrors(app)).toEqual([])
  })

  it('lets an admin list the car again', async () => {
    const sale = await handOver(await buildSeller(app))
    await requestReturn(sale)
    await confirmReturn(sale)
    const response = await call(app.url, 'relistCar', {
      token: app.people.admin.token,
      params: { id: sale.carID },
    })
    expect(response.status).toBe(200)
  })
})
