import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditActions, type AuditAction, type AuditEntry } from '../../contract/audit.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import { newId } from '../../server/db/id.ts'
import { notifyDispute, type DisputeEvent } from '../../server/sale/stripe/dispute.ts'
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
import { correctRequest } from './requests.ts'
import { carOnList, pay, startPaying } from './sale-steps.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ stripe: { webhooks: 'hold' } })
})
afterAll(() => app?.close())

/**
 * The actions that cause the audit entries. If a new audit action has no entry here, this file does not
 * compile.
 */
const deeds: Record<AuditAction, () => Promise<unknown>> = {
  'make-admin': by('makeAdmin'),
  'revoke-admin': by('revokeAdmin'),
  'verify-seller': by('verifySeller'),
  'unverify-seller': by('unverifySeller'),
  'delete-user': by('deleteUser'),
  'end-hold': async () => {
    const buyer = await buildPerson(app.ctx)
    const { body } = await startPaying(app, buyer, (await carOnList(app, buyer)).purchasedItemID)
    await asAdmin('endHold', { params: { id: body.attemptID } })
  },
  'edit-car': by('updateCars'),
  'withdraw-car': by('deleteAnyCar'),
  'hide-car': async () =>
    asAdmin('deleteAnyCar', {
      params: { id: await buildCar(app.ctx, app.people.seller.id, { state: 'sold' }) },
    }),
  'move-car': by('setCarState'),
  'feature-car': by('featureCar'),
  'unfeature-car': by('unfeatureCar'),
  'relist-car': by('relistCar'),
  'revert-car': by('revertChangeSet'),
  'add-make': by('addCategory'),
  'edit-make': by('updateCategory'),
  'rename-make': by('updateCategory', () => ({ category_name: `Make ${newId().slice(0, 8)}` })),
  'merge-make': by('updateCategory', async () => ({ mergeInto: await buildMake(app.ctx) })),
  'delete-make': by('deleteCategory'),
  'decide-report': by('decideReport'),
  'delete-report': by('deleteReport'),
  'delete-review': by('deleteReview'),
  refund: by('refundPayment'),
  'refund-part': by('refundPayment', () => ({ reason: 'A wheel', amount: '500', refundedAmount: 0 })),
  'dispute-opened': disputed('dispute-opened'),
  'dispute-won': disputed('dispute-won'),
  'dispute-lost': disputed('dispute-lost'),
  'send-newsletter': by('sendIssue'),
  'resume-newsletter': async () => {
    await buildSubscriber(app.ctx)
    const id = await buildIssue(app.ctx, app.people.admin.id, { state: 'stopped' })
    await asAdmin('sendIssue', { params: { id } })
  },
  'stop-newsletter': by('stopIssue'),
  undo: async () => {
    const params = { id: await buildReview(app.ctx, app.people.buyer.id) }
    const { data } = (await asAdmin('deleteReview', { params })) as { data: { undoId: string } }
    await asAdmin('undo', { params: { id: data.undoId } })
  },
}

describe.each(Object.keys(auditActions) as AuditAction[])('the line of %s', (action) => {
  it('preserves the subject’s original name until the account it refers to is deleted', async () => {
    await deeds[action]()
    const { _id, target, subject } = await newestOf(action)
    expect(subject).not.toBe('')
    await renameAll()
    expect(await newestOf(action)).toMatchObject({ _id, subject })

    const users = await app.ctx.db.selectFrom('users').select('id').where('id', '=', target).execute()
    for (const { id } of users) await asAdmin('deleteUser', { params: { id } })
    expect((await newestOf(action)).subject).toBe(users.length > 0 ? `Deleted user, ${target}` : subject)
  })
})

/** Returns a function that sends an admin's correct request, optionally with a different body. */
function by(name: EndpointName, body?: () => object | Promise<object>) {
  return async () => {
    const { token: _owner, ...request } = await correctRequest(app, name)
    return asAdmin(name, { ...request, ...(body && { body: await body() }) })
  }
}

function disputed(turn: DisputeEvent) {
  return async () => {
    const { buyer } = app.people
    const { intentId } = await pay(app, buyer, (await carOnList(app, buyer)).purchasedItemID)
    await notifyDispute(app.ctx, intentId, turn)
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

/** Renames everything that an audit entry can be about. */
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
