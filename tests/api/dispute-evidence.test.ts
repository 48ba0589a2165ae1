import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import { ProblemError } from '../../contract/api/problems.ts'
import { disputeStates, type Evidence } from '../../contract/disputes.ts'
import type { Dispute as StripeDispute } from '../../server/gateways/payments/payments.ts'
import { call, type ApiRequest } from '../support/api-client.ts'
import { buildDispute } from '../support/deal-rows.ts'
import { buildPerson, type Person } from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let admin: Person
let stripe: ReturnType<typeof replaceStripe>
beforeEach(async () => {
  server = await startTestServer()
  admin = await buildPerson(server.ctx, { role: 'admin', full_name: 'Ada Admin' })
  stripe = replaceStripe()
})
afterEach(() => server.close())

/** Records the evidence that reaches Stripe. Submitted evidence puts a dispute under review. */
function replaceStripe() {
  const { ctx } = server
  const calls: { id: string; evidence: Evidence; isSubmitted: boolean }[] = []
  const current = new Map<string, StripeDispute['state']>()
  const read = async (id: string): Promise<StripeDispute> => {
    const { intent_id, amount, reason, opened_at, due_by } = await ctx.db
      .selectFrom('disputes')
      .innerJoin('payments', 'payments.id', 'disputes.payment_id')
      .select(['intent_id', 'disputes.amount', 'reason', 'opened_at', 'due_by'])
      .where('disputes.id', '=', id)
      .executeTakeFirstOrThrow()
    return {
      id,
      intentId: intent_id,
      amount,
      reason,
      state: current.get(id) ?? 'needs_response',
      openedAt: new Date(opened_at),
      dueBy: due_by === null ? null : new Date(due_by),
      withdrawn: amount,
      fee: 1500,
    }
  }
  ctx.payments.getDispute = read
  ctx.payments.updateDispute = async (id, evidence, isSubmitted) => {
    calls.push({ id, evidence, isSubmitted })
    if (isSubmitted) current.set(id, 'under_review')
    return read(id)
  }
  return { calls, states: current }
}

function asAdmin<K extends EndpointName>(name: K, request: ApiRequest = {}) {
  return call<EndpointOutput<K>>(server.url, name, { token: admin.token, ...request })
}

async function disputeOf(id: string) {
  const { body } = await asAdmin('listDisputes')
  return body.find(({ _id }) => _id === id)!
}

describe('listDisputes', () => {
  it('lists disputes with names, deadline, and evidence, newest first', async () => {
    const older = await buildDispute(server.ctx, { opened_at: '2026-01-01T00:00:00.000Z' })
    const newer = await buildDispute(server.ctx, {}, { buyer: 'Nell Newer' })
    const { status, body } = await asAdmin('listDisputes')
    expect(status).toBe(200)
    expect(body.map(({ _id }) => _id)).toEqual([newer, older])
    expect(body[0]).toMatchObject({
      carName: '2021 Audi A4 Avant 40 TFSI',
      buyerName: 'Nell Newer',
      sellerName: 'Sam Seller',
      amount: 2_490_000,
      reason: 'product_not_received',
      state: 'needs_response',
      submittedAt: null,
      closedAt: null,
      evidence: { customer_name: 'Nell Newer' },
    })
  })

  it('is for admins only', async () => {
    const buyer = await buildPerson(server.ctx)
    const id = await buildDispute(server.ctx)
    const requests: [EndpointName, ApiRequest][] = [
      ['listDisputes', {}],
      ['countDisputes', {}],
      ['getDispute', { params: { id } }],
      ['updateDispute', { params: { id }, body: { evidence: { customer_name: 'Eve' } } }],
      ['submitDispute', { params: { id } }],
    ]
    for (const [name, request] of requests)
      expect((await call(server.url, name, { ...request, token: buyer.token })).status).toBe(403)
    expect(stripe.calls).toEqual([])
  })
})

describe('getDispute', () => {
  it('returns the same as the list, and 404 for an unknown dispute', async () => {
    const id = await buildDispute(server.ctx)
    expect((await asAdmin('getDispute', { params: { id } })).body).toEqual(await disputeOf(id))
    expect((await asAdmin('getDispute', { params: { id: 'du_none' } })).status).toBe(404)
  })
})

describe('countDisputes', () => {
  it('counts disputes by state', async () => {
    for (const state of ['won', 'needs_response', 'needs_response'] as const)
      await buildDispute(server.ctx, { state })
    const { body } = await asAdmin('countDisputes')
    expect(body).toEqual({
      ...Object.fromEntries(disputeStates.map((state) => [state, 0])),
      won: 1,
      needs_response: 2,
    })
  })
})

describe.each(['updateDispute', 'submitDispute'] as const)('%s', (name) => {
  it('rejects evidence for a dispute that was submitted in Stripe’s dashboard', async () => {
    const id = await buildDispute(server.ctx)
    stripe.states.set(id, 'under_review')
    const body = name === 'updateDispute' ? { evidence: {} } : undefined
    const response = await asAdmin(name, { params: { id }, body })
    expect([response.status, response.body]).toMatchObject([409, { code: 'dispute-over' }])
    expect(stripe.calls).toEqual([])
    expect(await disputeOf(id)).toMatchObject({ state: 'under_review', submittedAt: null })
  })
})

describe('updateDispute', () => {
  it('stages the evidence at Stripe without submitting it, and keeps the other texts', async () => {
    const id = await buildDispute(server.ctx)
    const { evidence: before } = await disputeOf(id)
    const evidence = { access_activity_log: 'Signed in three times.' }
    const { status, body } = await asAdmin('updateDispute', { params: { id }, body: { evidence } })
    expect([status, body]).toEqual([200, { acknowledged: true, modifiedCount: 1 }])
    expect(stripe.calls).toEqual([{ id, evidence: { ...before, ...evidence }, isSubmitted: false }])
    expect(await disputeOf(id)).toMatchObject({ evidence: { ...before, ...evidence }, submittedAt: null })
  })

  it('rejects unknown fields, texts that are too long, and unknown disputes', async () => {
    const id = await buildDispute(server.ctx)
    for (const evidence of [{ made_up: 'text' }, { customer_name: 'x'.repeat(20_001) }])
      expect((await asAdmin('updateDispute', { params: { id }, body: { evidence } })).status).toBe(400)
    const missing = { params: { id: 'du_none' }, body: { evidence: {} } }
    expect((await asAdmin('updateDispute', missing)).status).toBe(404)
    expect(stripe.calls).toEqual([])
  })

  it('stores nothing if Stripe does not respond', async () => {
    const id = await buildDispute(server.ctx)
    server.ctx.payments.updateDispute = () => Promise.reject(new ProblemError('service-unavailable'))
    const body = { evidence: { customer_name: 'Someone else' } }
    expect((await asAdmin('updateDispute', { params: { id }, body })).status).toBe(503)
    expect((await disputeOf(id)).evidence.customer_name).toBe('Bea Buyer')
  })

  it.each(['won', 'lost', 'warning_closed', 'prevented'] as const)(
    'rejects evidence for a dispute that is %s',
    async (state) => {
      const id = await buildDispute(server.ctx, { state, closed_at: server.ctx.now().toISOString() })
      const { status, body } = await asAdmin('updateDispute', { params: { id }, body: { evidence: {} } })
      expect([status, body]).toMatchObject([409, { code: 'dispute-over' }])
    },
  )
})

describe('submitDispute', () => {
  it('submits the stored evidence once, and records who submitted it', async () => {
    const id = await buildDispute(server.ctx)
    const { evidence } = await disputeOf(id)
    expect((await asAdmin('submitDispute', { params: { id } })).status).toBe(200)
    expect(stripe.calls).toEqual([{ id, evidence, isSubmitted: true }])
    const submitted = await disputeOf(id)
    expect(submitted).toMatchObject({ state: 'under_review', closedAt: null })
    expect(submitted.submittedAt).not.toBeNull()
    const audit = await asAdmin('listAudit')
    expect(audit.body.filter(({ action }) => action === 'submit-evidence')).toMatchObject([
      { actorEmail: admin.email, detail: id },
    ])

    const again = await asAdmin('submitDispute', { params: { id } })
    expect([again.status, again.body]).toMatchObject([409, { code: 'dispute-over' }])
    const late = await asAdmin('updateDispute', { params: { id }, body: { evidence: {} } })
    expect(late.status).toBe(409)
    expect(stripe.calls).toHaveLength(1)
  })

  it('can be repeated after Stripe did not respond', async () => {
    const id = await buildDispute(server.ctx)
    const { updateDispute } = server.ctx.payments
    server.ctx.payments.updateDispute = () => Promise.reject(new ProblemError('service-unavailable'))
    expect((await asAdmin('submitDispute', { params: { id } })).status).toBe(503)
    expect((await disputeOf(id)).submittedAt).toBeNull()
    server.ctx.payments.updateDispute = updateDispute
    expect((await asAdmin('submitDispute', { params: { id } })).status).toBe(200)
  })
})
