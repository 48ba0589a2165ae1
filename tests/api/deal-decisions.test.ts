import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { reconcile } from '../../server/sale/stripe/reconcile.ts'
import {
  buildPayableSeller,
  buildSeller,
  callDeal,
  callStripe,
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
import { call } from '../support/api-client.ts'
import { buildPerson, type Person } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

const PRICE = 2_490_000

let app: TestApp
let admins: Person[]
beforeAll(async () => {
  app = await startTestApp({ stripe: { webhooks: 'hold' } })
  admins = [app.people.admin, await buildPerson(app.ctx, { role: 'admin' })]
})
afterAll(() => app?.close())

interface Decision {
  outcome: 'refund' | 'partial-refund' | 'release'
  amount?: string
}

async function refundedOf({ intentId }: Sale): Promise<number> {
  const path = `refunds?payment_intent=${intentId}`
  const { data } = await callStripe<{ data: { amount: number }[] }>(app, path)
  return data.reduce((sum, { amount }) => sum + amount, 0)
}

async function saleWithProblem(): Promise<Sale> {
  const sale = await sell(app, { seller: await buildPayableSeller(app) })
  await reportProblem(app, sale)
  return sale
}

const decisions: Decision[] = [
  { outcome: 'refund' },
  { outcome: 'partial-refund', amount: '500' },
  { outcome: 'partial-refund', amount: '900' },
  { outcome: 'release' },
]
const refundedBy = ({ outcome, amount }: Decision): number =>
  outcome === 'refund' ? PRICE : Number(amount ?? 0) * 100

describe('two admins who decide the same problem at the same time', () => {
  it.each(decisions.flatMap((first) => decisions.map((second) => ({ first, second }))))(
    'make one decision: $first.outcome $first.amount or $second.outcome $second.amount',
    async ({ first, second }) => {
      const sale = await saleWithProblem()
      const bodies = [first, second].map((decision, index) => ({ ...decision, reason: `Reason ${index}` }))
      const responses = await Promise.all(
        bodies.map((body, index) => callDeal(app, 'decideDealProblem', sale, admins[index]!, body)),
      )
      const winner = responses.findIndex(({ status }) => status === 200)
      expect(responses[1 - winner]).toMatchObject({ status: 409, body: { code: 'deal-state' } })
      const { problem, events, refundedMinor } = await readDeal(app, sale, sale.buyer)
      expect(problem).toMatchObject({ outcome: bodies[winner]!.outcome, outcomeReason: `Reason ${winner}` })
      const texts = events.filter(({ by }) => by === 'admin').map(({ text }) => text)
      expect(texts).toEqual([expect.stringContaining(`Reason ${winner}`)])
      expect(refundedMinor).toBe(refundedBy(bodies[winner]!))
      expect(await refundedOf(sale)).toBe(refundedMinor)
      expect(await listTransfers(app, sale)).toHaveLength(bodies[winner]!.outcome === 'release' ? 1 : 0)
    },
  )
})

it('a seller who confirms a return and an admin who releases the money make only one decision', async () => {
  const seller = await buildPayableSeller(app)
  const sale = await sell(app, { seller, car: { returns: '3 days' } })
  await confirmReceived(app, sale)
  expect((await callDeal(app, 'requestReturn', sale, sale.buyer, {})).status).toBe(200)
  const responses = await Promise.all([
    callDeal(app, 'confirmReturn', sale, seller),
    decideProblem(app, sale, { outcome: 'release' }),
  ])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const isReturned = responses[0].status === 200
  expect(await readDealState(app, sale)).toBe(isReturned ? 'refunded' : 'released')
  expect(await refundedOf(sale)).toBe(isReturned ? PRICE : 0)
})

describe('a decision whose refund Stripe refuses', () => {
  it.each(decisions.slice(0, 2))('leaves the problem open when the outcome is $outcome', async (decision) => {
    // The server does not know of the dispute, which makes Stripe refuse refunds.
    const sale = await sell(app, { seller: await buildSeller(app), card: disputeCard })
    await reportProblem(app, sale)
    expect(await decideProblem(app, sale, decision)).toMatchObject({
      status: 409,
      body: { code: 'not-refundable' },
    })
    const deal = await readDeal(app, sale, sale.buyer)
    expect(deal).toMatchObject({ state: 'problem', refundedMinor: 0, problem: { outcome: null } })
    expect(deal.events.at(-1)?.text).toContain('has to be decided again')
    for (const { token } of [sale.buyer, sale.seller]) {
      const { body } = await call<EndpointOutput<'listMessages'>>(app.url, 'listMessages', { token })
      expect(body[0]?.subject).toContain('Problem open again: ')
    }
    expect((await decideProblem(app, sale, { outcome: 'release' })).status).toBe(200)
    expect(await readDealState(app, sale)).toBe('handed-over')
    await noticeDispute(app, sale)
  })
})

it('a repeated decision continues the first decision and does not repeat its refund', async () => {
  const sale = await saleWithProblem()
  const { refund } = app.ctx.payments
  app.ctx.payments.refund = () => Promise.reject(new Error('offline'))
  const partial = { outcome: 'partial-refund', amount: '500' }
  expect((await decideProblem(app, sale, partial)).status).toBe(500)
  expect(await readDeal(app, sale, sale.buyer)).toMatchObject({
    state: 'problem',
    refundedMinor: 0,
    problem: { outcome: 'partial-refund' },
    turn: null,
  })
  expect((await decideProblem(app, sale, { ...partial, amount: '600' })).status).toBe(409)
  expect((await decideProblem(app, sale, { outcome: 'release' })).status).toBe(409)
  app.ctx.payments.refund = refund
  expect((await decideProblem(app, sale, partial)).body).toMatchObject({ modifiedCount: 0, state: 'paid' })
  await reconcile(app.ctx)
  expect(await refundedOf(sale)).toBe(50_000)
})

it('the books add up and agree with Stripe', async () => {
  expect(await listBookErrors(app)).toEqual([])
})
