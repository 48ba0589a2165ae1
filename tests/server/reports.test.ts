import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Report } from '../../contract/reports.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson, buildPurchase, type Person } from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let reporter: Person
let seller: Person
let otherSeller: Person
let admin: Person
let carId: string
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  await server.ctx.db.deleteFrom('reports').execute()
  reporter = await buildPerson(server.ctx, { full_name: 'Kit Moss' })
  seller = await buildPerson(server.ctx, { account: 'seller' })
  otherSeller = await buildPerson(server.ctx, { account: 'seller' })
  admin = await buildPerson(server.ctx, { role: 'admin' })
  carId = await buildCar(server.ctx, seller.id, { images: ['/images/front.webp'] })
})
afterAll(() => server.close())

function report(
  itemId: string,
  more: Record<string, unknown> = {},
  token: string | undefined = reporter.token,
) {
  return call<{ acknowledged: true; insertedId: string }>(server.url, 'addReport', {
    token,
    body: { reportedItemInfo: { _id: itemId }, ...more },
  })
}

function listAll(token?: string) {
  return call<Report[]>(server.url, 'listReports', { token })
}

function listMine(email: string, token?: string) {
  return call<Report[]>(server.url, 'listMyReports', { params: { email }, token })
}

describe('reporting', () => {
  it('takes the snapshot from the database and the reporter from the token', async () => {
    const { body, status } = await call<{ insertedId: string }>(server.url, 'addReport', {
      token: reporter.token,
      body: {
        reportedItemInfo: { _id: carId, modelName: 'Forged', resellPrice: '1', sellerEmail: 'x@y.test' },
        reportedUserEmail: 'victim@people.test',
        reportedUserName: 'Victim',
        reason: 'wrong price',
        note: ' Far too cheap. ',
      },
    })
    expect(status).toBe(200)
    expect(body).toEqual({ acknowledged: true, insertedId: expect.stringMatching(/^[\w-]{22}$/) })
    expect((await listAll(admin.token)).body).toEqual([
      {
        _id: body.insertedId,
        reportedItemInfo: {
          _id: carId,
          modelName: 'A4 Avant 40 TFSI',
          carName: '2021 Audi A4 Avant 40 TFSI',
          resellPrice: '24,900',
          sellerEmail: seller.email,
          paid: false,
          carID: carId,
          image_url: '/images/front.webp',
        },
        reportedUserEmail: reporter.email,
        reportedUserName: 'Kit Moss',
        reason: 'wrong price',
        note: 'Far too cheap.',
        state: 'open',
        outcome: '',
        createdAt: expect.any(String),
        purchaseID: null,
      },
    ])
  })

  it('preserves the reported details when the car changes, and shows when it is sold', async () => {
    await report(carId)
    await server.ctx.db
      .updateTable('cars')
      .set({ model_name: 'Renamed', resell_price: '9', state: 'sold' })
      .where('id', '=', carId)
      .execute()
    const [listedReport] = (await listAll(admin.token)).body
    expect(listedReport!.reportedItemInfo).toMatchObject({
      modelName: 'A4 Avant 40 TFSI',
      resellPrice: '24,900',
      paid: true,
    })
  })

  it('creates one report per reporter and item, even for concurrent requests', async () => {
    const ids = (await Promise.all(Array.from({ length: 8 }, () => report(carId)))).map(
      ({ body }) => body.insertedId,
    )
    expect(new Set(ids).size).toBe(1)
    expect((await report(carId, {}, otherSeller.token)).body.insertedId).not.toBe(ids[0])
    expect((await listAll(admin.token)).body).toHaveLength(2)
  })

  it('accepts the ID of the reporter’s own purchase, but not of another user’s', async () => {
    const purchaseId = await buildPurchase(server.ctx, reporter.id, carId)
    const foreign = await buildPurchase(server.ctx, otherSeller.id, carId)
    expect((await report(foreign)).status).toBe(404)
    const { body } = await report(purchaseId)
    const ownResponse = await listMine(reporter.email, reporter.token)
    expect(ownResponse.body).toMatchObject([
      {
        _id: body.insertedId,
        reportedItemInfo: { _id: purchaseId, carID: carId, modelName: 'A4 Avant 40 TFSI' },
        reason: 'other',
        purchaseID: purchaseId,
      },
    ])
  })

  it('rejects signed-out users, missing items, and invalid reasons', async () => {
    const withdrawn = await buildCar(server.ctx, seller.id, { state: 'withdrawn' })
    const hiddenCar = await buildCar(server.ctx, seller.id, {
      state: 'sold',
      hidden_at: '2026-01-01T00:00:00.000Z',
    })
    const removed = await buildPurchase(server.ctx, reporter.id, carId, { state: 'removed' })
    for (const id of [withdrawn, hiddenCar, removed, reporter.id, 'unknown'])
      expect(await report(id)).toMatchObject({ status: 404, body: { code: 'not-found' } })
    expect((await report(carId, {}, '')).status).toBe(401)
    const rejection = await call(server.url, 'addReport', {
      token: reporter.token,
      body: { reportedItemInfo: {}, reason: 'spite', note: 'x'.repeat(501) },
    })
    expect(rejection.body.errors!.map(({ path }) => path).sort()).toEqual([
      'note',
      'reason',
      'reportedItemInfo._id',
    ])
  })
})

describe('report lists', () => {
  it('hide the reporter from the seller, even if the purchase would reveal them', async () => {
    const purchaseId = await buildPurchase(server.ctx, reporter.id, carId)
    await report(purchaseId, { reason: 'scam', note: 'Asked for cash' })
    const { body, headers } = await listAll(seller.token)
    expect(headers.get('x-total-count')).toBe('1')
    expect(body).toMatchObject([
      {
        reportedItemInfo: { _id: carId, carID: carId },
        reportedUserEmail: '',
        reportedUserName: '',
        note: 'Asked for cash',
        purchaseID: null,
      },
    ])
    const text = JSON.stringify(body)
    for (const secret of [purchaseId, reporter.email, reporter.id, 'Kit Moss'])
      expect(text).not.toContain(secret)
    expect((await listAll(otherSeller.token)).body).toEqual([])
  })

  it('are inaccessible to buyers and signed-out users', async () => {
    expect((await listAll(reporter.token)).status).toBe(403)
    expect((await listAll()).status).toBe(401)
    expect((await listMine(reporter.email)).status).toBe(401)
    expect((await listMine(reporter.email, otherSeller.token)).status).toBe(403)
  })

  it('filter by seller for an admin, and never show a seller another seller’s reports', async () => {
    await report(carId)
    await report(await buildCar(server.ctx, otherSeller.id))
    const listOf = async (email: string, token: string) =>
      (await call<Report[]>(server.url, 'listReports', { token, query: { seller: email } })).body.map(
        ({ reportedItemInfo }) => reportedItemInfo.sellerEmail,
      )
    expect(await listOf(seller.email, admin.token)).toEqual([seller.email])
    expect(await listOf('nobody@people.test', admin.token)).toEqual([])
    expect(await listOf(seller.email, seller.token)).toEqual([seller.email])
    expect(await listOf(seller.email, otherSeller.token)).toEqual([])
  })

  it('contain no payable purchase once the car is off the market', async () => {
    await buildPurchase(server.ctx, reporter.id, carId)
    await report(carId)
    await server.ctx.db.updateTable('cars').set({ state: 'withdrawn' }).where('id', '=', carId).execute()
    expect((await listMine(reporter.email, reporter.token)).body[0]!.purchaseID).toBeNull()
  })

  it('show an admin another user’s reports, and a purchase only while it is payable', async () => {
    const purchaseId = await buildPurchase(server.ctx, reporter.id, carId)
    await report(carId)
    expect((await listMine(reporter.email, admin.token)).body[0]!.purchaseID).toBe(purchaseId)
    await server.ctx.db.updateTable('purchases').set({ state: 'paid' }).where('id', '=', purchaseId).execute()
    expect((await listMine(reporter.email, reporter.token)).body[0]!.purchaseID).toBeNull()
    expect((await listMine('nobody@people.test', admin.token)).body).toEqual([])
  })
})

describe('deciding on a report', () => {
  const decideReport = (id: string, body: unknown, token?: string) =>
    call(server.url, 'decideReport', { params: { id }, token, body })

  async function stateOfCar() {
    const car = await server.ctx.db
      .selectFrom('cars')
      .select('state')
      .where('id', '=', carId)
      .executeTakeFirst()
    return car?.state
  }

  it('is visible to the reporter, with one notification and an audit entry', async () => {
    const { insertedId } = (await report(carId)).body
    const decision = { state: 'upheld', note: 'The price was corrected.' }
    expect((await decideReport(insertedId, decision, admin.token)).body).toEqual({
      acknowledged: true,
      modifiedCount: 1,
    })
    expect((await decideReport(insertedId, decision, admin.token)).body).toMatchObject({ modifiedCount: 0 })
    expect((await listMine(reporter.email, reporter.token)).body).toMatchObject([
      { state: 'upheld', outcome: 'The price was corrected.' },
    ])
    const messages = await call<{ kind: string; subject: string }[]>(server.url, 'listMessages', {
      token: reporter.token,
    })
    expect(messages.body).toMatchObject([
      {
        kind: 'report-decided',
        subject: 'Your report on 2021 Audi A4 Avant 40 TFSI was upheld',
        read: false,
      },
    ])
    const audit = await server.ctx.db
      .selectFrom('audit')
      .selectAll()
      .where('target', '=', insertedId)
      .execute()
    expect(audit).toMatchObject([
      { action: 'decide-report', actor_id: admin.id, detail: 'upheld: The price was corrected.' },
    ])
  })

  it('also takes the listing down, which only an admin can reverse', async () => {
    const { insertedId } = (await report(carId)).body
    const response = await call<{ undoId?: string }>(server.url, 'decideReport', {
      params: { id: insertedId },
      token: admin.token,
      body: { state: 'upheld', note: 'Sold elsewhere.', takeDown: true },
    })
    expect(response.body).toEqual({ acknowledged: true, modifiedCount: 1, undoId: expect.any(String) })
    expect(await stateOfCar()).toBe('withdrawn')
    const { body: reporterMessages } = await call<{ body: string }[]>(server.url, 'listMessages', {
      token: reporter.token,
    })
    expect(reporterMessages[0]!.body).toBe(
      'Your report on 2021 Audi A4 Avant 40 TFSI was upheld, and the listing was taken down.\n\nSold elsewhere.',
    )
    const { body: sellerMessages } = await call<{ body: string }[]>(server.url, 'listMessages', {
      token: seller.token,
    })
    expect(sellerMessages[0]!.body).toBe(
      'Our team took down your listing for the 2021 Audi A4 Avant 40 TFSI.\n\nReason: Sold elsewhere.',
    )
    const entries = await server.ctx.db
      .selectFrom('audit')
      .select('action')
      .where('target', 'in', [carId, insertedId])
      .execute()
    expect(entries.map(({ action }) => action).toSorted()).toEqual(['decide-report', 'withdraw-car'])

    const params = { id: response.body.undoId! }
    expect((await call(server.url, 'undo', { params, token: seller.token })).status).toBe(404)
    expect((await call(server.url, 'undo', { params, token: admin.token })).body).toMatchObject({
      restored: 1,
    })
    expect(await stateOfCar()).toBe('instock')
  })

  it('does not take down the listing if the report is dismissed or deleted, or the seller decides', async () => {
    const { insertedId } = (await report(carId)).body
    const dismissed = await decideReport(insertedId, { state: 'dismissed', takeDown: true }, admin.token)
    expect(dismissed).toMatchObject({ status: 400, body: { errors: [{ path: 'takeDown' }] } })
    const decision = { state: 'upheld', takeDown: true }
    expect((await decideReport(insertedId, decision, seller.token)).status).toBe(403)
    await call(server.url, 'deleteReport', { params: { id: insertedId }, token: reporter.token })
    expect((await decideReport(insertedId, decision, admin.token)).status).toBe(404)
    expect(await stateOfCar()).toBe('instock')
  })

  it('is available only to admins, and only for existing reports', async () => {
    const { insertedId } = (await report(carId)).body
    const body = { state: 'dismissed' }
    expect((await decideReport(insertedId, body)).status).toBe(401)
    for (const { token } of [reporter, seller])
      expect((await decideReport(insertedId, body, token)).status).toBe(403)
    expect((await decideReport('unknown', body, admin.token)).status).toBe(404)
    expect((await decideReport(insertedId, { state: 'perhaps' }, admin.token)).status).toBe(400)
  })
})

describe('deleting a report', () => {
  const remove = (id: string, token?: string) => call(server.url, 'deleteReport', { params: { id }, token })

  it('is available to its author and admins, once per report', async () => {
    const { insertedId } = (await report(carId)).body
    for (const { token } of [seller, otherSeller]) expect((await remove(insertedId, token)).status).toBe(404)
    expect((await remove(insertedId)).status).toBe(401)
    expect((await remove(insertedId, reporter.token)).body).toEqual({
      acknowledged: true,
      deletedCount: 1,
      undoId: expect.any(String),
    })
    expect((await remove(insertedId, reporter.token)).body).toEqual({ acknowledged: true, deletedCount: 0 })
    expect((await listMine(reporter.email, reporter.token)).body).toEqual([])
    const secondReportId = (await report(carId)).body.insertedId
    expect(secondReportId).not.toBe(insertedId)
    expect((await remove(secondReportId, admin.token)).body).toMatchObject({ deletedCount: 1 })
  })

  it('rejects the ID of a purchase', async () => {
    const purchaseId = await buildPurchase(server.ctx, reporter.id, carId)
    expect((await remove(purchaseId, reporter.token)).status).toBe(404)
    const purchase = await server.ctx.db
      .selectFrom('purchases')
      .select('state')
      .where('id', '=', purchaseId)
      .executeTakeFirst()
    expect(purchase).toEqual({ state: 'unpaid' })
  })
})
