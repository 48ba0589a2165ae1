import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { call } from '../support/api-client.ts'
import {
  buildCar,
  buildPayment,
  buildPerson,
  buildPurchase,
  buildReport,
  buildReview,
  type Person,
} from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

interface DeleteResult {
  undoId?: string
}

let server: TestServer
let user: Person
let seller: Person
let admin: Person
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  user = await buildPerson(server.ctx)
  seller = await buildPerson(server.ctx, { account: 'seller' })
  admin = await buildPerson(server.ctx, { role: 'admin' })
})
afterAll(() => server.close())

function undo(id: string, token?: string) {
  return call(server.url, 'undo', { params: { id }, token })
}

async function deleteReview(id: string, token: string): Promise<string> {
  const { body } = await call<{ data: DeleteResult }>(server.url, 'deleteReview', { params: { id }, token })
  return body.data.undoId!
}

async function deleteReport(id: string, token: string): Promise<string> {
  const { body } = await call<DeleteResult>(server.url, 'deleteReport', { params: { id }, token })
  return body.undoId!
}

describe('undo', () => {
  it('restores a review once', async () => {
    const id = await buildReview(server.ctx, user.id)
    const undoId = await deleteReview(id, user.token)
    expect(await undo(undoId, user.token)).toMatchObject({
      status: 200,
      body: { acknowledged: true, restored: 1 },
    })
    expect((await call(server.url, 'getReview', { params: { id }, token: user.token })).status).toBe(200)
    expect((await undo(undoId, user.token)).status).toBe(404)
  })

  it('restores a report', async () => {
    const id = await buildReport(server.ctx, user.id, await buildCar(server.ctx, seller.id))
    const undoId = await deleteReport(id, user.token)
    expect((await undo(undoId, user.token)).body).toEqual({ acknowledged: true, restored: 1 })
    const ownReports = await call<unknown[]>(server.url, 'listMyReports', {
      params: { email: user.email },
      token: user.token,
    })
    expect(ownReports.body).toMatchObject([{ _id: id }])
  })

  it('restores all cars that were withdrawn together', async () => {
    const ids = [await buildCar(server.ctx, seller.id), await buildCar(server.ctx, seller.id)]
    const { body } = await call<DeleteResult>(server.url, 'deleteCars', {
      token: seller.token,
      body: { ids },
    })
    expect((await undo(body.undoId!, seller.token)).body).toEqual({ acknowledged: true, restored: 2 })
    const states = await server.ctx.db.selectFrom('cars').select('state').where('id', 'in', ids).execute()
    expect(states).toEqual([{ state: 'instock' }, { state: 'instock' }])
  })

  it('restores a purchase-list item', async () => {
    const carID = await buildCar(server.ctx, seller.id)
    const id = await buildPurchase(server.ctx, user.id, carID)
    const { body } = await call<DeleteResult>(server.url, 'deletePurchase', {
      params: { id, carID },
      query: { email: user.email },
      token: user.token,
    })
    expect((await undo(body.undoId!, user.token)).body).toEqual({ acknowledged: true, restored: 1 })
    const purchase = await server.ctx.db
      .selectFrom('purchases')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirst()
    expect(purchase).toEqual({ state: 'unpaid' })
  })

  it('succeeds once for concurrent requests', async () => {
    const undoId = await deleteReview(await buildReview(server.ctx, user.id), user.token)
    const responses = await Promise.all(Array.from({ length: 6 }, () => undo(undoId, user.token)))
    // A later call finds no undo offer, and a concurrent call finds that the offer has been used.
    const [firstStatus, ...otherStatuses] = responses.map(({ status }) => status).sort()
    expect(firstStatus).toBe(200)
    for (const status of otherStatuses) expect([404, 409]).toContain(status)
  })

  it('is available only to the same user, even for admins', async () => {
    const id = await buildReview(server.ctx, user.id)
    const byAuthor = await deleteReview(id, user.token)
    expect((await undo(byAuthor, admin.token)).status).toBe(404)
    expect((await undo(byAuthor)).status).toBe(401)
    expect((await undo('unknown', user.token)).status).toBe(404)
    expect((await undo(byAuthor, user.token)).status).toBe(200)
    const byAdmin = await deleteReview(id, admin.token)
    expect((await undo(byAdmin, user.token)).status).toBe(404)
    expect((await undo(byAdmin, admin.token)).status).toBe(200)
  })

  it('ends after 60 seconds', async () => {
    const ownServer = await startTestServer()
    try {
      const person = await buildPerson(ownServer.ctx)
      const remove = async () => {
        const params = { id: await buildReview(ownServer.ctx, person.id) }
        const { body } = await call<{ data: DeleteResult }>(ownServer.url, 'deleteReview', {
          params,
          token: person.token,
        })
        return body.data.undoId!
      }
      const callUndo = (id: string) => call(ownServer.url, 'undo', { params: { id }, token: person.token })
      const intime = await remove()
      ownServer.advance(55)
      expect((await callUndo(intime)).status).toBe(200)
      const lateResponse = await remove()
      ownServer.advance(61)
      expect(await callUndo(lateResponse)).toMatchObject({ status: 409, body: { code: 'undo-expired' } })
      const reviews = await ownServer.ctx.db
        .selectFrom('reviews')
        .select('id')
        .where('deleted_at', 'is not', null)
        .execute()
      expect(reviews).toHaveLength(1)
    } finally {
      await ownServer.close()
    }
  })

  it('rejects items that cannot be restored, also on a second try', async () => {
    const carId = await buildCar(server.ctx, seller.id)
    const undoId = await deleteReport(await buildReport(server.ctx, user.id, carId), user.token)
    await call(server.url, 'addReport', { token: user.token, body: { reportedItemInfo: { _id: carId } } })
    for (let repeat = 0; repeat < 2; repeat++)
      expect(await undo(undoId, user.token)).toMatchObject({ status: 409, body: { code: 'undo-expired' } })

    const review = await buildReview(server.ctx, user.id)
    const deletion = await deleteReview(review, user.token)
    await server.ctx.db.deleteFrom('reviews').where('id', '=', review).execute()
    expect(await undo(deletion, user.token)).toMatchObject({ status: 409, body: { code: 'undo-expired' } })
  })

  it('is audited only if the original action is, as an undo of that action', async () => {
    const lines = async (id: string) => {
      const audit = server.ctx.db.selectFrom('audit').select(['action', 'detail']).where('target', '=', id)
      return (await audit.orderBy('action').execute()).map(({ action, detail }) => [action, detail])
    }
    const deleteAndUndo = async (name: 'deleteMyCar' | 'deleteAnyCar', id: string) => {
      await call(server.url, 'featureCar', { params: { id }, token: admin.token })
      const { body } = await call<DeleteResult>(server.url, name, { params: { id }, token: admin.token })
      expect((await undo(body.undoId!, admin.token)).status).toBe(200)
    }
    const ownCar = await buildCar(server.ctx, admin.id)
    await deleteAndUndo('deleteMyCar', ownCar)
    expect(await lines(ownCar)).toEqual([['feature-car', '']])
    const sellers = await buildCar(server.ctx, seller.id)
    await deleteAndUndo('deleteAnyCar', sellers)
    expect(await lines(sellers)).toEqual([
      ['feature-car', ''],
      ['undo', 'Took down car'],
      ['withdraw-car', ''],
    ])
  })

  it('is audited for each of many cars, even if the undo period ends during the undo', async () => {
    const ownServer = await startTestServer()
    onTestFinished(() => ownServer.close())
    const dealer = await buildPerson(ownServer.ctx, { account: 'seller' })
    const { token } = await buildPerson(ownServer.ctx, { role: 'admin' })
    const ids = await Promise.all(Array.from({ length: 90 }, () => buildCar(ownServer.ctx, dealer.id)))
    const { body } = await call<DeleteResult>(ownServer.url, 'deleteCars', { body: { ids }, token })
    ownServer.advance(50)
    const { now } = ownServer.ctx
    let steps = 0
    ownServer.ctx.now = () => new Date(now().getTime() + 2000 * steps++)
    const response = await call(ownServer.url, 'undo', { params: { id: body.undoId! }, token })
    expect(response.body).toEqual({ acknowledged: true, restored: ids.length })
    const undoneTargets = ownServer.ctx.db.selectFrom('audit').select('target').where('action', '=', 'undo')
    expect((await undoneTargets.execute()).map(({ target }) => target).toSorted()).toEqual(ids.toSorted())
  })

  it('is rejected for a seller if an admin has also deleted the car', async () => {
    const params = { id: await buildCar(server.ctx, seller.id) }
    const ownResponse = await call<DeleteResult>(server.url, 'deleteMyCar', { params, token: seller.token })
    const repeatedResponse = await call<DeleteResult>(server.url, 'deleteMyCar', {
      params,
      token: seller.token,
    })
    expect(repeatedResponse.body).toMatchObject({ deletedCount: 0 })
    expect((await undo(ownResponse.body.undoId!, seller.token)).status).toBe(200)

    const secondDeletion = await call<DeleteResult>(server.url, 'deleteMyCar', {
      params,
      token: seller.token,
    })
    await call(server.url, 'deleteAnyCar', { params, token: admin.token })
    expect((await undo(secondDeletion.body.undoId!, seller.token)).status).toBe(409)
  })

  it('is rejected for a takedown before a relisting', async () => {
    const id = await buildCar(server.ctx, seller.id, { state: 'sold' })
    const purchase = await buildPurchase(server.ctx, user.id, id, { state: 'refunded' })
    await buildPayment(server.ctx, purchase, { state: 'refunded' })
    const hidden = await call<DeleteResult>(server.url, 'deleteAnyCar', {
      params: { id },
      token: admin.token,
    })
    await call(server.url, 'relistCar', { params: { id }, token: admin.token })
    await call(server.url, 'deleteMyCar', { params: { id }, token: seller.token })
    expect((await undo(hidden.body.undoId!, admin.token)).status).toBe(409)
  })

  it('does not restore a deleted account’s items', async () => {
    const review = await deleteReview(await buildReview(server.ctx, seller.id), admin.token)
    const carId = await buildCar(server.ctx, seller.id)
    const car = await call<DeleteResult>(server.url, 'deleteAnyCar', {
      params: { id: carId },
      token: admin.token,
    })
    const carID = await buildCar(server.ctx, user.id)
    const purchaseId = await buildPurchase(server.ctx, seller.id, carID)
    const purchase = await call<DeleteResult>(server.url, 'deletePurchase', {
      params: { id: purchaseId, carID },
      query: { email: seller.email },
      token: admin.token,
    })
    await call(server.url, 'deleteUser', { params: { id: seller.id }, token: admin.token })
    for (const id of [review, car.body.undoId!, purchase.body.undoId!])
      expect(await undo(id, admin.token)).toMatchObject({ status: 409, body: { code: 'undo-expired' } })
  })
})
