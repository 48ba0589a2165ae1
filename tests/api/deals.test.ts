import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dealStates, type DealState } from '../../contract/deal-life.ts'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { runDeals } from '../../server/sale/stripe/run-deals.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildDeal, buildPerson, buildPurchase, type Person } from '../support/factories.ts'
import { newPostgres } from '../support/postgres.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import {
  acceptTime,
  buildPayableSeller,
  buildSeller,
  callDeal,
  getHandoverCode,
  confirmReceived,
  buildDealInState,
  decideProblem,
  disputeCard,
  createLaterContext,
  noticeDispute,
  onboard,
  getProposedTimes,
  proposeTimes,
  readDeal,
  reportProblem,
  sell,
  readDealState,
  listTransfers,
  type Sale,
} from '../support/deals.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const DAY_MS = 86_400_000
const HOUR_SECONDS = 3600

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ stripe: { webhooks: 'hold' } })
})
afterAll(() => app?.close())

const roles = ['buyer', 'seller', 'stranger', 'admin'] as const
type Role = (typeof roles)[number]

const text = { reason: 'title', text: 'The title has a lien.' }
const decision = { reason: 'The lien was paid off' }

/** The calls that move a deal. */
const actions = {
  propose: async (sale: Sale, person: Person) =>
    callDeal(app, 'setHandover', sale, person, { times: [getProposedTimes(app).buyer] }),
  agree: async (sale: Sale, person: Person) => {
    const { buyer, seller } = getProposedTimes(app)
    return callDeal(app, 'setHandover', sale, person, { accept: person === sale.seller ? buyer : seller })
  },
  enterCode: async (sale: Sale, person: Person) =>
    callDeal(app, 'enterHandoverCode', sale, person, { code: await getHandoverCode(app, sale) }),
  confirmReceived: (sale: Sale, person: Person) => callDeal(app, 'confirmReceived', sale, person),
  report: (sale: Sale, person: Person) => callDeal(app, 'reportDealProblem', sale, person, text),
  release: (sale: Sale, person: Person) =>
    callDeal(app, 'decideDealProblem', sale, person, { ...decision, outcome: 'release' }),
  refund: (sale: Sale, person: Person) =>
    callDeal(app, 'decideDealProblem', sale, person, { ...decision, outcome: 'refund' }),
  partialRefund: (sale: Sale, person: Person) =>
    callDeal(app, 'decideDealProblem', sale, person, {
      ...decision,
      outcome: 'partial-refund',
      amount: '500',
    }),
}
type Action = keyof typeof actions

type Results = Partial<Record<DealState, DealState>>

const proposed: Results = { paid: 'paid', 'handover-agreed': 'handover-agreed' }
const agreed: Results = { paid: 'handover-agreed', 'handover-agreed': 'handover-agreed' }
/** A repeat after the handover succeeds without an effect. */
const handedOver: Results = {
  paid: 'handed-over',
  'handover-agreed': 'handed-over',
  'handed-over': 'handed-over',
  released: 'released',
  closed: 'closed',
}
const reported: Results = {
  paid: 'problem',
  'handover-agreed': 'problem',
  'handed-over': 'problem',
  released: 'problem',
  closed: 'problem',
}

/** The states in which a role may take an action, with the state afterward. Everything else is rejected. */
const allowed: Record<Action, Partial<Record<Role, Results>>> = {
  propose: { buyer: proposed, seller: proposed },
  agree: { buyer: agreed, seller: agreed },
  enterCode: { seller: handedOver },
  confirmReceived: { buyer: handedOver },
  report: { buyer: reported, seller: reported },
  release: { admin: { problem: 'handed-over' } },
  refund: { admin: { problem: 'refunded' } },
  partialRefund: { admin: { problem: 'paid' } },
}

function rejectionOf(action: Action, role: Role): string {
  if (allowed[action][role]) return 'deal-state'
  const isForAdmins = 'admin' in allowed[action]
  return isForAdmins ? 'not-allowed' : 'not-found'
}

describe('the state machine', () => {
  let unmoved: Record<DealState, Sale>
  beforeAll(async () => {
    const sales: [DealState, Sale][] = []
    for (const state of dealStates) sales.push([state, await buildDealInState(app, state)])
    unmoved = Object.fromEntries(sales) as Record<DealState, Sale>
  })

  const personOf = (sale: Sale, role: Role) =>
    role === 'buyer' || role === 'seller' ? sale[role] : app.people[role === 'admin' ? 'admin' : 'otherBuyer']

  const cases = (Object.keys(actions) as Action[]).flatMap((action) =>
    roles.map((role): [Action, Role] => [action, role]),
  )
  it.each(cases)('allows “%s” by the %s in exactly the states of the table', async (action, role) => {
    const results: Record<string, unknown> = {}
    const expected: Record<string, unknown> = {}
    for (const state of dealStates) {
      const stateAfter = allowed[action][role]?.[state]
      const sale = stateAfter ? await buildDealInState(app, state) : unmoved[state]
      const { body } = await actions[action](sale, personOf(sale, role))
      results[state] = [body.code ?? body.state, await readDealState(app, sale)]
      expected[state] = stateAfter ? [stateAfter, stateAfter] : [rejectionOf(action, role), state]
    }
    expect(results).toEqual(expected)
  })

  it('lets time move only agreed and released deals', async () => {
    const sales = await Promise.all(dealStates.map((state) => buildDealInState(app, state)))
    await runDeals(createLaterContext(app, 30))
    const states = await Promise.all(sales.map((sale) => readDealState(app, sale)))
    expect(Object.fromEntries(dealStates.map((state, index) => [state, states[index]]))).toEqual({
      paid: 'paid',
      'handover-agreed': 'handed-over',
      'handed-over': 'handed-over',
      released: 'closed',
      closed: 'closed',
      problem: 'problem',
      refunded: 'refunded',
      disputed: 'disputed',
    })
  })

  it('shows a stranger neither the deal nor whether it exists', async () => {
    const sale = unmoved.paid
    const stranger = app.people.otherSeller
    const responses = [
      await callDeal(app, 'getDeal', sale, stranger),
      await callDeal(app, 'getDeal', { purchaseID: `${sale.purchaseID}x` }, stranger),
    ]
    expect(responses.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'not-found'],
      [404, 'not-found'],
    ])
  })
})

describe('agreeing on a handover', () => {
  const inDays = (days: number) => new Date(app.ctx.now().getTime() + days * DAY_MS).toISOString()
  const set = (sale: Sale, person: Person, body: object) => callDeal(app, 'setHandover', sale, person, body)

  it('rejects times that are past or too far ahead, and more or fewer than one or two', async () => {
    const sale = await sell(app, { seller: await buildSeller(app) })
    const rejected: [object, string][] = [
      [{ times: [inDays(-0.001)] }, 'times.0'],
      [{ times: [inDays(1), inDays(60.01)] }, 'times.1'],
      [{ times: [] }, 'times'],
      [{ times: [inDays(1), inDays(2), inDays(3)] }, 'times'],
      [{ times: Array<string>(2).fill(inDays(1)) }, 'times'],
      [{ times: ['tomorrow'] }, 'times.0'],
      [{}, 'times'],
      [{ times: [inDays(1)], accept: inDays(1) }, 'times'],
      [{ accept: inDays(-0.001) }, 'accept'],
    ]
    for (const [body, path] of rejected) {
      const response = await set(sale, sale.buyer, body)
      expect(response.body).toMatchObject({ status: 400, code: 'invalid-input', errors: [{ path }] })
    }
    expect(await readDeal(app, sale, sale.buyer)).toMatchObject({ proposals: [], handoverAt: null })
  })

  it('accepts only a time of the other side’s last proposal', async () => {
    const sale = await sell(app, { seller: await buildSeller(app) })
    const [first, second, own] = [inDays(1), inDays(2), inDays(3)]
    await set(sale, sale.seller, { times: [first] })
    await set(sale, sale.seller, { times: [second] })
    await set(sale, sale.buyer, { times: [own] })
    for (const time of [own, first, inDays(4)])
      expect((await set(sale, sale.buyer, { accept: time })).body).toMatchObject({ code: 'invalid-input' })
    expect((await set(sale, sale.seller, { accept: second })).body).toMatchObject({ code: 'invalid-input' })
    const withOffset = second.replace('Z', '+00:00')
    expect((await set(sale, sale.buyer, { accept: withOffset })).body).toMatchObject({
      state: 'handover-agreed',
    })
    const releaseAt = new Date(Date.parse(second) + app.ctx.config.releaseDays * DAY_MS).toISOString()
    expect(await readDeal(app, sale, sale.seller)).toMatchObject({ handoverAt: second, releaseAt })
  })

  it('stores all proposals that arrive at the same time', async () => {
    const sale = await sell(app, { seller: await buildSeller(app) })
    const days = [1, 2, 3, 4, 5, 6]
    const responses = await Promise.all(
      days.map((day) => set(sale, day % 2 ? sale.buyer : sale.seller, { times: [inDays(day)] })),
    )
    expect(responses.map(({ status }) => status)).toEqual(days.map(() => 200))
    const { proposals } = await readDeal(app, sale, sale.buyer)
    expect(proposals.map(({ by }) => by).toSorted()).toEqual([
      ...days.filter((day) => day % 2).map(() => 'buyer'),
      ...days.filter((day) => day % 2 === 0).map(() => 'seller'),
    ])
  })

  it('keeps the place until a proposal names a different place', async () => {
    const sale = await sell(app, { seller: await buildSeller(app) })
    const place = async () => (await readDeal(app, sale, sale.seller)).place
    expect(await place()).toBe('Station car park')
    await set(sale, sale.buyer, { times: [inDays(1)], place: 'Bank, 5 Main St' })
    await set(sale, sale.seller, { times: [inDays(1)] })
    expect(await place()).toBe('Bank, 5 Main St')
  })

  it('records an acceptance once when it arrives twice', async () => {
    const sale = await sell(app, { seller: await buildSeller(app) })
    await proposeTimes(app, sale)
    await acceptTime(app, sale)
    const before = await readDeal(app, sale, sale.buyer)
    await acceptTime(app, sale)
    expect(await readDeal(app, sale, sale.buyer)).toEqual(before)
  })

  it('counts the handover as confirmed at the end of the release period, but not before', async () => {
    const sale = await sell(app, { seller: await buildPayableSeller(app) })
    await set(sale, sale.seller, { times: [inDays(1)] })
    await set(sale, sale.buyer, { accept: (await readDeal(app, sale, sale.buyer)).proposals[0]!.times[0] })
    const { releaseDays } = app.ctx.config
    await runDeals(createLaterContext(app, releaseDays + 0.99))
    expect(await readDealState(app, sale)).toBe('handover-agreed')
    await runDeals(createLaterContext(app, releaseDays + 1))
    expect(await readDeal(app, sale, sale.seller)).toMatchObject({
      state: 'released',
      confirmedBy: 'timer',
      releaseAt: null,
    })
  })
})

describe('the handover code', () => {
  it('is shown only to the buyer, is the same on every visit, and differs between purchases', async () => {
    const seller = await buildSeller(app)
    const sales = [await sell(app, { seller }), await sell(app, { seller }), await sell(app, { seller })]
    const codes = await Promise.all(
      sales.map(async (sale) => (await readDeal(app, sale, sale.buyer)).code ?? ''),
    )
    expect(new Set(codes).size).toBe(3)
    for (const code of codes) expect(code).toMatch(/^\d{6}$/)
    const [sale] = sales as [Sale]
    await proposeTimes(app, sale)
    await acceptTime(app, sale)
    expect((await readDeal(app, sale, sale.buyer)).code).toBe(codes[0])
    for (const person of [sale.seller, app.people.admin])
      expect(JSON.stringify(await readDeal(app, sale, person))).not.toContain(codes[0])
    await confirmReceived(app, sale)
    expect(await readDeal(app, sale, sale.buyer)).not.toHaveProperty('code')
  })

  it('is accepted with spaces and hyphens', async () => {
    const sale = await sell(app, { seller: await buildSeller(app) })
    const code = await getHandoverCode(app, sale)
    const typed = ` ${code.slice(0, 3)}-${code.slice(3)} `
    const response = await callDeal(app, 'enterHandoverCode', sale, sale.seller, { code: typed })
    expect(response.body).toMatchObject({ state: 'handed-over' })
    expect(await readDeal(app, sale, sale.seller)).toMatchObject({ confirmedBy: 'code' })
  })

  it('is rejected if it belongs to another purchase', async () => {
    const seller = await buildSeller(app)
    const [sale, other] = [await sell(app, { seller }), await sell(app, { seller })]
    const code = await getHandoverCode(app, other)
    const response = await callDeal(app, 'enterHandoverCode', sale, seller, { code })
    expect(response).toMatchObject({ status: 422, body: { code: 'code-incorrect' } })
  })

  it('confirms and pays once when it is entered several times concurrently', async () => {
    const sale = await sell(app, { seller: await buildPayableSeller(app) })
    const code = await getHandoverCode(app, sale)
    const enter = () => callDeal(app, 'enterHandoverCode', sale, sale.seller, { code })
    const responses = await Promise.all([enter(), enter(), enter()])
    expect(responses.map(({ status }) => status)).toContain(200)
    expect((await enter()).body).toMatchObject({ state: 'released' })
    expect(await listTransfers(app, sale)).toHaveLength(1)
    const { events } = await readDeal(app, sale, sale.buyer)
    expect(events.filter(({ text: event }) => event.includes('entered the buyer’s code'))).toHaveLength(1)
  })
})

describe('wrong codes', () => {
  it('block the code for an hour, while the buyer can still confirm', async () => {
    const { url, advance, close, sale } = await startWithDeal()
    try {
      const enter = (code: string) => enterCode(url, sale, code)
      for (let attempt = 1; attempt <= 5; attempt++)
        expect((await enter(sale.wrongCode)).body).toMatchObject({ code: 'code-incorrect' })
      const blocked = await enter(sale.code)
      expect(blocked).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
      expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(HOUR_SECONDS - 60)
      expect(Number(blocked.headers.get('retry-after'))).toBeLessThanOrEqual(HOUR_SECONDS)

      advance(HOUR_SECONDS - 30)
      expect((await enter(sale.code)).status).toBe(429)
      advance(31)
      expect((await enter(sale.wrongCode)).body).toMatchObject({ code: 'code-incorrect' })
      expect((await enter(sale.code)).body).toMatchObject({ state: 'handed-over' })
    } finally {
      await close()
    }
  })

  it('do not block the right code while there are fewer than five', async () => {
    const { url, close, sale } = await startWithDeal()
    try {
      for (let attempt = 1; attempt <= 4; attempt++) await enterCode(url, sale, sale.wrongCode)
      expect((await enterCode(url, sale, sale.code)).body).toMatchObject({ state: 'handed-over' })
    } finally {
      await close()
    }
  })

  it('also block the code when they arrive at the same time', async () => {
    const { url, close, sale } = await startWithDeal()
    try {
      const guesses = Array.from({ length: 20 }, () => enterCode(url, sale, sale.wrongCode))
      const statuses = (await Promise.all(guesses)).map(({ status }) => status)
      expect(statuses.toSorted()).toEqual([...Array<number>(5).fill(422), ...Array<number>(15).fill(429)])
      expect((await enterCode(url, sale, sale.code)).status).toBe(429)
      const received = { token: sale.buyer.token, params: { purchaseID: sale.purchaseID } }
      expect((await call(url, 'confirmReceived', received)).body).toMatchObject({ state: 'handed-over' })
    } finally {
      await close()
    }
  })

  it('remain counted after a server restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kerblight-deals-'))
    const postgres = await newPostgres()
    const env = { DATABASE_URL: `file:${join(folder, 'deals.db')}`, TOKEN_SECRET: 'a'.repeat(64) }
    const options = { env, ...(postgres && { config: { postgres: postgres.address } }) }
    const before = await startTestServer(options)
    const sale = await dealAt(before)
    for (let attempt = 1; attempt <= 3; attempt++) await enterCode(before.url, sale, sale.wrongCode)
    await before.close()
    const after = await startTestServer(options)
    try {
      for (let attempt = 1; attempt <= 2; attempt++)
        expect((await enterCode(after.url, sale, sale.wrongCode)).status).toBe(422)
      expect((await enterCode(after.url, sale, sale.code)).status).toBe(429)
    } finally {
      await after.close()
      await postgres?.drop()
      await rm(folder, { recursive: true, force: true })
    }
  })

  type CodedDeal = Awaited<ReturnType<typeof dealAt>>

  /** Builds a deal whose payment does not exist in Stripe. */
  async function dealAt(server: Pick<TestServer, 'ctx' | 'url'>) {
    const { ctx, url } = server
    const seller = await buildPerson(ctx, { account: 'seller' })
    const buyer = await buildPerson(ctx)
    const carId = await buildCar(ctx, seller.id, { state: 'sold' })
    const purchaseID = await buildPurchase(ctx, buyer.id, carId, { state: 'paid' })
    await buildDeal(ctx, purchaseID)
    const request = { token: buyer.token, params: { purchaseID } }
    const code = (await call<EndpointOutput<'getDeal'>>(url, 'getDeal', request)).body.code!
    const wrongCode = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    return { purchaseID, buyer, seller, code, wrongCode }
  }

  async function startWithDeal() {
    const server = await startTestServer()
    return { ...server, sale: await dealAt(server) }
  }

  function enterCode(url: string, { purchaseID, seller }: CodedDeal, code: string) {
    const request = { token: seller.token, params: { purchaseID }, body: { code } }
    return call(url, 'enterHandoverCode', request)
  }
})

describe('a problem', () => {
  it('pauses the release by time and by job, and can be reported only once', async () => {
    const sale = await sell(app, { seller: await buildSeller(app) })
    await proposeTimes(app, sale)
    await acceptTime(app, sale)
    expect((await reportProblem(app, sale, sale.seller)).body).toMatchObject({ state: 'problem' })
    expect((await reportProblem(app, sale)).status).toBe(409)
    await onboard(app, sale.seller)
    await runDeals(createLaterContext(app, 30))
    expect(await readDeal(app, sale, sale.buyer)).toMatchObject({
      state: 'problem',
      turn: 'admin',
      problem: { openedBy: 'seller', reason: 'title', outcome: null },
    })
    expect(await listTransfers(app, sale)).toEqual([])
  })

  it('pauses a payout that waits for the seller’s account', async () => {
    const sale = await sell(app, { seller: await buildSeller(app) })
    await confirmReceived(app, sale)
    await reportProblem(app, sale)
    await onboard(app, sale.seller)
    await runDeals(app.ctx)
    expect(await listTransfers(app, sale)).toEqual([])
    await decideProblem(app, sale, { outcome: 'release' })
    expect(await listTransfers(app, sale)).toHaveLength(1)
    expect(await readDealState(app, sale)).toBe('released')
  })

  it('returns everything to the buyer if it is decided with a refund', async () => {
    const sale = await sell(app, { seller: await buildPayableSeller(app) })
    await reportProblem(app, sale)
    expect((await decideProblem(app, sale, { outcome: 'refund' })).body).toMatchObject({ state: 'refunded' })
    expect(await readDeal(app, sale, sale.buyer)).toMatchObject({
      refundedMinor: 2_490_000,
      problem: { outcome: 'refund', outcomeReason: 'The lien was paid off' },
    })
    await runDeals(createLaterContext(app, 30))
    expect(await listTransfers(app, sale)).toEqual([])
  })

  it('continues the sale after a partial refund, and the seller is paid the rest', async () => {
    const sale = await sell(app, { seller: await buildPayableSeller(app) })
    await proposeTimes(app, sale)
    await acceptTime(app, sale)
    await reportProblem(app, sale)
    const partial = { outcome: 'partial-refund', amount: '900' }
    expect((await decideProblem(app, sale, partial)).body).toMatchObject({ state: 'handover-agreed' })
    expect((await decideProblem(app, sale, partial)).status).toBe(409)
    const deal = await readDeal(app, sale, sale.seller)
    expect(deal).toMatchObject({ refundedMinor: 90_000, payoutMinor: 2_352_000, feeMinor: 48_000 })
    expect(Date.parse(deal.releaseAt!)).toBeGreaterThan(
      app.ctx.now().getTime() + (app.ctx.config.releaseDays - 0.1) * DAY_MS,
    )
    await confirmReceived(app, sale)
    expect(await listTransfers(app, sale)).toMatchObject([{ amount: 2_352_000 }])
  })

  it('gets no new release time if it is decided with a partial refund after the handover', async () => {
    const sale = await sell(app, { seller: await buildSeller(app) })
    await proposeTimes(app, sale)
    await acceptTime(app, sale)
    await confirmReceived(app, sale)
    await reportProblem(app, sale)
    await decideProblem(app, sale, { outcome: 'partial-refund', amount: '900' })
    expect(await readDeal(app, sale, sale.seller)).toMatchObject({ state: 'handed-over', releaseAt: null })
  })

  it('decided with a release pays the seller without a confirmed handover', async () => {
    const sale = await sell(app, { seller: await buildPayableSeller(app) })
    await reportProblem(app, sale)
    const response = await decideProblem(app, sale, { outcome: 'release' })
    expect(response.body).toMatchObject({ state: 'released' })
    expect(await readDeal(app, sale, sale.seller)).toMatchObject({ confirmedBy: 'admin' })
    expect((await decideProblem(app, sale, { outcome: 'release' })).status).toBe(409)
    expect(await listTransfers(app, sale)).toHaveLength(1)
  })

  it('reported after the payout leaves the deal paid out if it is rejected', async () => {
    const sale = await buildDealInState(app, 'released')
    await reportProblem(app, sale)
    const response = await decideProblem(app, sale, { outcome: 'release' })
    expect(response.body).toMatchObject({ state: 'released' })
    expect(await listTransfers(app, sale)).toHaveLength(1)
  })

  it('requires an amount for a partial refund and for nothing else', async () => {
    const sale = await buildDealInState(app, 'problem')
    for (const body of [
      { outcome: 'partial-refund' },
      { outcome: 'partial-refund', amount: '0' },
      { outcome: 'partial-refund', amount: '24,900.01' },
      { outcome: 'release', amount: '500' },
    ])
      expect((await decideProblem(app, sale, body)).body).toMatchObject({ errors: [{ path: 'amount' }] })
    expect(await readDealState(app, sale)).toBe('problem')
  })

  it.each([
    ['paid', 'paid'],
    ['handover-agreed', 'handover-agreed'],
    ['handed-over', 'handed-over'],
  ] as const)('in a deal that is %s survives a dispute that is won', async (before, after) => {
    const sale = await sell(app, { seller: await buildSeller(app), card: disputeCard })
    await proposeTimes(app, sale)
    if (before === 'handover-agreed') await acceptTime(app, sale)
    if (before === 'handed-over') await confirmReceived(app, sale)
    await reportProblem(app, sale)
    const id = await noticeDispute(app, sale)
    expect(await readDealState(app, sale)).toBe('disputed')
    await app.ctx.payments.updateDispute(id, { uncategorized_text: 'winning_evidence' }, true)
    await noticeDispute(app, sale)
    expect(await readDealState(app, sale)).toBe('problem')
    await decideProblem(app, sale, { outcome: 'partial-refund', amount: '500' })
    expect(await readDealState(app, sale)).toBe(after)
  })

  it('reported after the payout survives a dispute that is won', async () => {
    const seller = await buildPayableSeller(app)
    const sale = await sell(app, { seller, card: disputeCard })
    await confirmReceived(app, sale)
    await reportProblem(app, sale)
    const id = await noticeDispute(app, sale)
    await app.ctx.payments.updateDispute(id, { uncategorized_text: 'winning_evidence' }, true)
    await noticeDispute(app, sale)
    await decideProblem(app, sale, { outcome: 'release' })
    expect(await readDealState(app, sale)).toBe('released')
  })
})

it('shows the odometer reading that the listing had at the payment', async () => {
  const sale = await buildDealInState(app, 'paid')
  const { mileage } = await readDeal(app, sale, sale.buyer)
  expect(mileage).toBeGreaterThan(0)
  await app.ctx.db.updateTable('cars').set({ mileage: 1 }).where('id', '=', sale.carID).execute()
  expect((await readDeal(app, sale, sale.buyer)).mileage).toBe(mileage)
})

it.each([
  ['paid', true],
  ['released', false],
] as const)(
  'notifies the other side of a problem in a deal that is %s, and states where the money is',
  async (state, isHeld) => {
    const sale = await buildDealInState(app, state)
    await reportProblem(app, sale)
    const message = await app.ctx.db
      .selectFrom('messages')
      .select('body')
      .where('user_id', '=', sale.seller.id)
      .where('subject', 'like', 'Problem reported%')
      .executeTakeFirstOrThrow()
    expect(message.body.includes('The money stays with us')).toBe(isHeld)
  },
)
