import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditActions, type AuditAction, type AuditEntry } from '../../contract/audit.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import { newId } from '../../server/db/id.ts'
import { followDispute } from '../../server/sale/disputes/follow-dispute.ts'
import { call, type ApiRequest } from '../support/api-client.ts'
import {
  buildCar,
  buildIssue,
  buildMake,
  buildPerson,
  buildReview,
  buildSubscriber,
} from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { buildValidRequest } from './requests.ts'
import { buildCarOnList, startPaying } from './sale-steps.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ stripe: { webhooks: 'hold' } })
})
afterAll(() => app?.close())

/**
 * The actions that cause the audit entries. If a new audit action has no entry here, this file does not
 * compile.
 */
const auditedActions: Record<AuditAction, () => Promise<unknown>> = {
  'make-admin': sendAsAdmin('makeAdmin'),
  'revoke-admin': sendAsAdmin('revokeAdmin'),
  'verify-seller': sendAsAdmin('verifySeller'),
  'unverify-seller': sendAsAdmin('unverifySeller'),
  'delete-user': sendAsAdmin('deleteUser'),
  'end-hold': async () => {
    const buyer = await buildPerson(app.ctx)
    const { body } = await startPaying(app, buyer, (await buildCarOnList(app, buyer)).purchasedItemID)
    await asAdmin('endHold', { params: { id: body.attemptID } })
  },
  'edit-car': sendAsAdmin('updateCars'),
  'withdraw-car': sendAsAdmin('deleteAnyCar'),
  'hide-car': async () =>
    asAdmin('deleteAnyCar', {
      params: { id: await buildCar(app.ctx, app.people.seller.id, { state: 'sold' }) },
    }),
  'move-car': sendAsAdmin('setCarState'),
  'feature-car': sendAsAdmin('featureCar'),
  'unfeature-car': sendAsAdmin('unfeatureCar'),
  'relist-car': sendAsAdmin('relistCar'),
  'revert-car': sendAsAdmin('revertChangeSet'),
  'add-make': sendAsAdmin('addCategory'),
  'edit-make': sendAsAdmin('updateCategory'),
  'rename-make': sendAsAdmin('updateCategory', () => ({ category_name: `Make ${newId().slice(0, 8)}` })),
  'merge-make': sendAsAdmin('updateCategory', async () => ({ mergeInto: await buildMake(app.ctx) })),
  'delete-make': sendAsAdmin('deleteCategory'),
  'decide-report': sendAsAdmin('decideReport'),
  'delete-report': sendAsAdmin('deleteReport'),
  'close-photo-match': sendAsAdmin('closePhotoMatch'),
  'delete-review': sendAsAdmin('deleteReview'),
  refund: sendAsAdmin('refundPayment'),
  'refund-part': sendAsAdmin('refundPayment', () => ({
    reason: 'A wheel',
    amount: '500',
    refundedAmount: 0,
  })),
  'dispute-opened': disputed(),
  'dispute-won': disputed('winning_evidence'),
  'dispute-lost': disputed('losing_evidence'),
  'submit-evidence': sendAsAdmin('submitDispute'),
  'decide-problem': sendAsAdmin('decideDealProblem'),
  'correct-books': sendAsAdmin('correctLedgerDifference'),
  'end-reservation': sendAsAdmin('endReservation'),
  'dealership-payment': sendAsAdmin('recordDealershipPayment'),
  'set-fee': sendAsAdmin('setSellerFee'),
  'set-seller-fees': async () => {
    const { token } = await buildPerson(app.ctx, { account: 'seller' })
    const body = { fees: [{ name: 'Documentation fee', amountMinor: 29_900 }] }
    expect((await call(app.url, 'saveSellerFees', { token, body })).status).toBe(200)
  },
  'send-newsletter': sendAsAdmin('sendIssue'),
  'resume-newsletter': async () => {
    await buildSubscriber(app.ctx)
    const id = await buildIssue(app.ctx, app.people.admin.id, { state: 'stopped' })
    await asAdmin('sendIssue', { params: { id } })
  },
  'stop-newsletter': sendAsAdmin('stopIssue'),
  undo: async () => {
    const params = { id: await buildReview(app.ctx, app.people.buyer.id) }
    const { data } = (await asAdmin('deleteReview', { params })) as { data: { undoId: string } }
    await asAdmin('undo', { params: { id: data.undoId } })
  },
}

describe.each(Object.keys(auditActions) as AuditAction[])('the audit entry for %s', (action) => {
  it('preserves the subject’s original name until the account it refers to is deleted', async () => {
    await auditedActions[action]()
    const { _id, target, subject } = await newestOf(action)
    expect(subject).not.toBe('')
    await renameAll()
    expect(await newestOf(action)).toMatchObject({ _id, subject })

    const users = await app.ctx.db.selectFrom('users').select('id').where('id', '=', target).execute()
    for (const { id } of users) await asAdmin('deleteUser', { params: { id } })
    expect((await newestOf(action)).subject).toBe(users.length > 0 ? `Deleted user, ${target}` : subject)
  })
})

/** Returns a function that sends a correct request as an admin, optionally with a different body. */
function sendAsAdmin(name: EndpointName, body?: () => object | Promise<object>) {
  return async () => {
    const { token: _owner, ...request } = await buildValidRequest(app, name)
    return asAdmin(name, { ...request, ...(body && { body: await body() }) })
  }
}

/** Returns a function that lets a buyer dispute a payment, and submits evidence that decides the dispute. */
function disputed(evidence?: 'winning_evidence' | 'losing_evidence') {
  return async () => {
    const { params } = (await buildValidRequest(app, 'submitDispute')) as { params: { id: string } }
    if (evidence) await app.ctx.payments.updateDispute(params.id, { uncategorized_text: evidence }, true)
    await followDispute(app.ctx, params.id)
  }
}

async function asAdmin(name: EndpointName, request: ApiRequest) {
  const response = await call<Record<string, unknown>>(app.url, name, {
    ...request,
    token: app.people.admin.token,
  })
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return response.body
}

async function newestOf(action: AuditAction): Promise<AuditEntry> {
  const query = { action, limit: 1 }
  const { body } = await call<AuditEntry[]>(app.url, 'listAudit', {
    query,
    token: app.people.admin.token,
  })
  return body[0]!
}

async function renameAll(): Promise<void> {
  const { db } = app.ctx
  await db.updateTable('users').set({ full_name: 'Jane Trusted' }).where('deleted_at', 'is', null).execute()
  await db.updateTable('cars').set({ model_name: 'Something else' }).execute()
  for (const table of ['purchases', 'payments'] as const)
    await db.updateTable(table).set({ car_name: 'Something else' }).execute()
  await db.updateTable('reports').set({ snapshot: '{"carName":"Something else"}' }).execute()
  await db.updateTable('reviews').set({ text: 'Something else' }).execute()
  await db.updateTable('newsletter_issues').set({ subject: 'Something else' }).execute()
}
