import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Availability, Car, Category } from '../../contract/cars/cars.ts'
import type { Message } from '../../contract/messages.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import { call, type ApiRequest } from '../support/api-client.ts'
import { buildCar, buildPerson, buildPurchase, type Person } from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let seller: Person
let otherSeller: Person
let buyer: Person
let admin: Person

beforeAll(async () => {
  server = await startTestServer()
  seller = await buildPerson(server.ctx, { account: 'seller', full_name: 'Mara Quill', verified: 1 })
  otherSeller = await buildPerson(server.ctx, { account: 'seller' })
  buyer = await buildPerson(server.ctx)
  admin = await buildPerson(server.ctx, { role: 'admin' })
})
afterAll(() => server.close())

const api = <T = { code: string; errors?: { path: string }[]; facts?: Record<string, unknown> }>(
  name: EndpointName,
  request: ApiRequest & { as?: Person } = {},
) => call<T>(server.url, name, { token: request.as?.token, ...request })

const form = {
  category_name: 'Tesla',
  condition: 'Excellent',
  modelName: 'Model 3 Long Range',
  selllerContact: '555-0123',
  usageTime: '2 years',
  originalPrice: '$48,990.00',
  resellPrice: '31,500',
}

type InsertResult = { acknowledged: true; insertedId: string }
type UpdateResult = { acknowledged: true; modifiedCount: number; version?: number }
type DeleteResult = { acknowledged: true; deletedCount: number; undoId?: string }

async function add(as = seller, fields: object = {}): Promise<string> {
  const { status, body } = await api<InsertResult>('addCar', { as, body: { ...form, ...fields } })
  expect(status).toBe(200)
  return body.insertedId
}
const get = async (id: string, as?: Person) => api<Car>('getCar', { params: { id }, ...(as && { as }) })
const stateOf = async (id: string) =>
  (await server.ctx.db.selectFrom('cars').select('state').where('id', '=', id).executeTakeFirstOrThrow())
    .state
const setState = (id: string, state: Availability) =>
  server.ctx.db.updateTable('cars').set({ state }).where('id', '=', id).execute()
const audited = async (target: string) =>
  (await server.ctx.db.selectFrom('audit').select('action').where('target', '=', target).execute()).map(
    (row) => row.action,
  )

describe('adding a car', () => {
  it('takes owner, state, and time from the server and parses the price', async () => {
    const id = await add(seller, {
      sellerEmail: 'somebody@else.test',
      available: 'sold',
      paid: true,
      postedDate: '1/1/2001',
      year: 2022,
    })
    const { body } = await get(id, buyer)
    const today = server.ctx.now()
    expect(body).toMatchObject({
      _id: id,
      category_name: 'Tesla',
      category: 'Tesla',
      sellerEmail: seller.email,
      sellerName: 'Mara Quill',
      sellerVerified: true,
      selllerContact: '555-0123',
      available: 'instock',
      paid: false,
      postedDate: `${today.getUTCDate()}/${today.getUTCMonth() + 1}/${today.getUTCFullYear()}`,
      originalPrice: '$48,990.00',
      originalPriceMinor: 4_899_000,
      resellPrice: '31,500',
      priceMinor: 3_150_000,
      image_url: '',
      images: [],
      year: 2022,
      version: 1,
    })
  })

  it('lists a car with a non-numeric price without an amount', async () => {
    const { body } = await get(await add(seller, { resellPrice: 'make an offer' }), seller)
    expect(body).toMatchObject({ resellPrice: 'make an offer', priceMinor: null })
  })

  it('rejects an unknown category and names the field', async () => {
    const { status, body } = await api('addCar', { as: seller, body: { ...form, category_name: 'Zastava' } })
    expect([status, body.code, body.errors?.[0]?.path]).toEqual([400, 'invalid-input', 'category_name'])
  })

  it('accepts an empty or omitted condition, but not null', async () => {
    const { condition: _condition, ...formWithoutCondition } = form
    for (const body of [formWithoutCondition, { ...formWithoutCondition, condition: '' }]) {
      const { insertedId } = (await api<InsertResult>('addCar', { as: seller, body })).body
      expect((await get(insertedId)).body).toMatchObject({ condition: '', fuel: null, color: null })
    }
    const { status, body } = await api('addCar', {
      as: seller,
      body: { ...formWithoutCondition, condition: null },
    })
    expect([status, body.errors?.[0]?.path]).toEqual([400, 'condition'])
  })

  it('rejects signed-out users and buyers', async () => {
    expect((await api('addCar', { body: form })).status).toBe(401)
    expect((await api('addCar', { as: buyer, body: form })).status).toBe(403)
  })

  it('returns the first ID for a repeated idempotency key, even for 20 concurrent requests', async () => {
    const request = { as: seller, body: form, headers: { 'Idempotency-Key': 'key-1' } }
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => api<InsertResult>('addCar', request)),
    )
    expect(new Set(responses.map((response) => response.body.insertedId)).size).toBe(1)
    const other = await api<InsertResult>('addCar', { ...request, as: otherSeller })
    expect(other.body.insertedId).not.toBe(responses[0]!.body.insertedId)
  })

  it('rejects a key that was used for another car', async () => {
    const headers = { 'Idempotency-Key': 'key-2' }
    await api('addCar', { as: seller, body: form, headers })
    const other = await api('addCar', { as: seller, body: { ...form, modelName: 'Another' }, headers })
    expect([other.status, other.body.code]).toEqual([422, 'key-reused'])
  })

  it('rejects a key that it cannot store, instead of listing the car twice', async () => {
    const request = { as: seller, body: form, headers: { 'Idempotency-Key': 'k'.repeat(256) } }
    const { status, body } = await api('addCar', request)
    expect([status, body.errors?.[0]?.path]).toEqual([400, 'Idempotency-Key'])
  })
})

describe('seeing cars', () => {
  it('hides contacts from signed-out users and invalid tokens', async () => {
    const id = await add()
    for (const response of [
      await get(id),
      await api<Car>('getCar', { params: { id }, token: 'forged' }),
      await api<Car>('getCar', { params: { id }, token: 'forged' }),
    ]) {
      expect(response.status).toBe(200)
      expect(response.body).not.toHaveProperty('sellerEmail')
      expect(response.body).not.toHaveProperty('selllerContact')
    }
    const { headers } = await api('getCar', { params: { id }, token: 'forged' })
    expect(headers.get('x-session')).toBe('expired')
    const list = await api<Car[]>('listCars', { query: { category_name: 'Tesla' } })
    expect(list.body.some((car) => 'sellerEmail' in car || 'selllerContact' in car)).toBe(false)
    const listed = await api<Car[]>('listCars', { query: { category_name: 'Tesla' }, as: buyer })
    expect(listed.body.every((car) => car.sellerEmail && car.selllerContact)).toBe(true)
  })

  it('lists and counts cars that are in stock or reserved', async () => {
    const [instock, reserved, sold, withdrawn] = await Promise.all(
      (['instock', 'reserved', 'sold', 'withdrawn'] as const).map((state) =>
        buildCar(server.ctx, seller.id, { state, category_name: 'BMW' }),
      ),
    )
    const { body, headers } = await api<Car[]>('listCars', { query: { category_name: 'BMW' } })
    const shownIds = body.map((car) => car._id)
    expect(shownIds).toEqual(expect.arrayContaining([instock, reserved]))
    expect(shownIds).not.toContain(sold)
    expect(shownIds).not.toContain(withdrawn)
    expect(body.find((car) => car._id === reserved)?.available).toBe('reserved')
    expect(headers.get('x-total-count')).toBe(String(body.length))
    const categories = await api<Category[]>('listCategories')
    expect(categories.body.find((row) => row.category_name === 'BMW')?.count).toBe(body.length)
  })

  it('rejects a missing category', async () => {
    const { status, body } = await api('listCars', { query: { category_name: 'Zastava' } })
    expect([status, body.errors?.[0]?.path]).toEqual([400, 'category_name'])
    expect((await api('listCars', { query: { category_name: ['Audi', 'BMW'] } })).status).toBe(400)
  })

  it('shows sold cars to everyone, but withdrawn or hidden cars only to the owner, the buyer, and admins', async () => {
    const id = await add()
    await buildPurchase(server.ctx, buyer.id, id, { state: 'paid' })
    await setState(id, 'sold')
    expect((await get(id)).body).toMatchObject({ available: 'sold', paid: true })
    for (const hideCar of [
      () => setState(id, 'withdrawn'),
      () =>
        server.ctx.db
          .updateTable('cars')
          .set({ state: 'sold', hidden_at: server.ctx.now().toISOString() })
          .where('id', '=', id)
          .execute(),
    ]) {
      await hideCar()
      expect((await get(id, seller)).status).toBe(200)
      expect((await get(id, admin)).status).toBe(200)
      expect((await get(id, buyer)).status).toBe(200)
      expect((await get(id, otherSeller)).status).toBe(404)
      expect((await get(id)).status).toBe(404)
    }
  })

  it('returns a seller’s own cars to the seller, and all cars or their own to admins', async () => {
    const ownCar = await add()
    const otherCar = await add(otherSeller)
    const admins = await add(admin)
    await setState(ownCar, 'sold')
    const ids = async (as: Person, query = {}) =>
      (await api<Car[]>('listAllCars', { as, query: { limit: 200, ...query } })).body.map((car) => car._id)
    expect(await ids(seller)).toContain(ownCar)
    expect(await ids(seller)).not.toContain(otherCar)
    expect(await ids(admin)).toEqual(expect.arrayContaining([ownCar, otherCar, admins]))
    expect(await ids(admin, { mine: '1' })).toEqual([admins])
    await api('deleteAnyCar', { as: admin, params: { id: ownCar } })
    expect(await ids(seller)).not.toContain(ownCar)
    expect(await ids(admin)).not.toContain(ownCar)
    expect((await api('listAllCars', { as: buyer })).status).toBe(403)
  })

  it('shows the number of purchase lists with a car only to sellers and admins', async () => {
    const id = await add()
    const fan = await buildPerson(server.ctx)
    const onLists = async (as: Person) => {
      const { body } = await api<Car[]>('listAllCars', { as, query: { limit: 200 } })
      return body.find((car) => car._id === id)!.onLists
    }
    expect(await onLists(seller)).toBe(0)
    await buildPurchase(server.ctx, buyer.id, id)
    await buildPurchase(server.ctx, fan.id, id, { state: 'removed' })
    const otherUser = await buildPerson(server.ctx)
    await buildPurchase(server.ctx, otherUser.id, id, { state: 'paying' })
    expect([await onLists(seller), await onLists(admin)]).toEqual([2, 2])
    expect((await api<Car>('getCar', { as: fan, params: { id } })).body).not.toHaveProperty('onLists')
  })
})

describe('editing a car', () => {
  const edit = (id: string, as: Person, ifMatch?: string, fields: object = {}) =>
    api<UpdateResult & { code: string }>('updateCar', {
      as,
      params: { id },
      body: { ...form, ...fields },
      ...(ifMatch && { headers: { 'If-Match': ifMatch } }),
    })

  it('saves the owner’s and the admin’s changes and counts the version', async () => {
    const id = await add()
    const firstEdit = await edit(id, seller, undefined, { resellPrice: 29_000, location: 'Bend' })
    expect(firstEdit.body).toEqual({ acknowledged: true, modifiedCount: 1, version: 2, available: 'instock' })
    expect((await edit(id, admin, '"2"')).body.version).toBe(3)
    expect((await get(id)).body).toMatchObject({ version: 3, resellPrice: '31,500', location: '' })
    expect(await audited(id)).toEqual(['edit-car'])
  })

  it('rejects an edit of an outdated version, identified by version number or entity tag', async () => {
    const id = await add()
    const tag = (await get(id, seller)).headers.get('etag')!
    expect(tag).toMatch(/^"1\./)
    expect((await edit(id, seller, tag)).status).toBe(200)
    const stale = await edit(id, seller, tag)
    expect([stale.status, stale.body.code]).toEqual([412, 'stale-copy'])
    expect((await edit(id, seller, '"1"')).status).toBe(412)
    expect((await edit(id, seller, 'nonsense')).status).toBe(412)
    expect((await edit(id, seller, '"1", "2"')).status).toBe(200)
    expect((await edit(id, seller, '*')).status).toBe(200)
  })

  it('accepts only one of 20 concurrent edits of the same version', async () => {
    const id = await add()
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => edit(id, seller, '"1"', { location: `Street ${n}` })),
    )
    expect(responses.map((response) => response.status).sort()).toEqual([200, ...Array<number>(19).fill(412)])
    expect((await get(id)).body.version).toBe(2)
  })

  it('rejects other sellers and deleted cars with 404, and reserved, sold, or archived cars with 409', async () => {
    const id = await add()
    expect((await edit(id, otherSeller)).status).toBe(404)
    expect((await edit('nothing', seller)).status).toBe(404)
    expect((await edit(id, buyer)).status).toBe(403)
    for (const [state, status, code] of [
      ['reserved', 409, 'car-reserved'],
      ['sold', 409, 'car-sold'],
      ['sold-elsewhere', 409, 'car-sold'],
      ['archived', 409, 'state-not-allowed'],
      ['instock', 404, 'not-found'],
    ] as const) {
      await setState(id, state)
      if (status === 404) await api('deleteMyCar', { as: seller, params: { id } })
      const response = await edit(id, seller)
      expect([response.status, response.body.code]).toEqual([status, code])
    }
  })

  it('restores many cars on undo, except those changed or reserved since', async () => {
    const ids = [
      await add(),
      await add(seller, { resellPrice: '', location: 'Boise' }),
      await add(),
      await add(),
    ]
    const carBefore = (await get(ids[1]!)).body
    const change = (fields: object, carIds = ids) =>
      api<{ undoId: string }>('updateCars', { as: seller, body: { ids: carIds, change: fields } })
    const undo = (id: string, as = seller) =>
      api<{ restored: number; code: string }>('undo', { as, params: { id } })
    const { body } = await change({ resellPrice: '29,000' })
    await change({ location: 'Salem' }, [ids[2]!])
    await server.ctx.db.updateTable('cars').set({ state: 'reserved' }).where('id', '=', ids[3]!).execute()

    expect((await undo(body.undoId, admin)).status).toBe(404)
    expect((await undo(body.undoId)).body).toEqual({ acknowledged: true, restored: 2 })
    expect((await get(ids[0]!)).body).toMatchObject({
      priceMinor: 3_150_000,
      resellPrice: '31,500',
      version: 3,
    })
    expect((await get(ids[1]!)).body).toEqual({ ...carBefore, version: 3 })
    expect((await get(ids[2]!)).body).toMatchObject({ priceMinor: 2_900_000, location: 'Salem' })
    expect((await get(ids[3]!)).body.priceMinor).toBe(2_900_000)
    expect((await undo(body.undoId)).status).toBe(404)

    const overwrite = await change({ condition: 'Fair' }, [ids[0]!])
    await change({ condition: 'Good' }, [ids[0]!])
    expect((await undo(overwrite.body.undoId)).body.code).toBe('undo-expired')
    expect((await get(ids[0]!)).body.condition).toBe('Good')
  })

  it('changes many cars or none', async () => {
    const ids = [await add(), await add(), await add()]
    const change = (as: Person, carIds: string[], fields: object) =>
      api<UpdateResult & { code: string; facts?: { carID: string } }>('updateCars', {
        as,
        body: { ids: carIds, change: fields },
      })
    const response = await change(seller, [...ids, ids[0]!], { resellPrice: '25,000.50' })
    expect(response.body).toEqual({ acknowledged: true, modifiedCount: 3, undoId: expect.any(String) })
    expect((await get(ids[2]!)).body).toMatchObject({
      priceMinor: 2_500_050,
      version: 2,
      condition: 'Excellent',
    })

    expect((await change(seller, ids, { priceBy: { unit: 'percent', by: -5 } })).body.modifiedCount).toBe(3)
    expect((await get(ids[1]!)).body).toMatchObject({ resellPrice: '23,750', priceMinor: 2_375_000 })
    const tooLow = await change(seller, ids, { priceBy: { unit: 'cents', by: -2_375_000 } })
    expect([tooLow.status, tooLow.body.code]).toEqual([422, 'price-not-payable'])
    await change(seller, ids, { priceBy: { unit: 'cents', by: 125_050 } })
    expect((await get(ids[0]!)).body.priceMinor).toBe(2_500_050)
    expect((await change(seller, ids, { resellPrice: '1', priceBy: { unit: 'cents', by: 1 } })).status).toBe(
      400,
    )

    const foreign = await add(otherSeller)
    const rejection = await change(seller, [...ids, foreign], { resellPrice: '1' })
    expect([rejection.status, rejection.body.facts]).toEqual([404, { carID: foreign }])
    await setState(ids[1]!, 'reserved')
    const reserved = await change(seller, ids, { resellPrice: '1' })
    expect([reserved.status, reserved.body.code, reserved.body.facts]).toEqual([
      409,
      'car-reserved',
      { carID: ids[1] },
    ])
    expect((await get(ids[0]!)).body.resellPrice).toBe('25,000.50')
    expect((await change(seller, ids, {})).status).toBe(400)
  })
})

describe('deleting cars', () => {
  it('withdraws the seller’s own car, offers undo, and returns 0 for a repeat', async () => {
    const id = await add()
    const firstResponse = await api<DeleteResult>('deleteMyCar', { as: seller, params: { id } })
    expect(firstResponse.body).toEqual({ acknowledged: true, deletedCount: 1, undoId: expect.any(String) })
    expect((await get(id)).status).toBe(404)
    const repeatedResponse = await api<DeleteResult>('deleteMyCar', { as: seller, params: { id } })
    expect(repeatedResponse.body).toEqual({ acknowledged: true, deletedCount: 0 })
    const undoResponse = await api('undo', { as: seller, params: { id: firstResponse.body.undoId } })
    expect(undoResponse.body).toEqual({ acknowledged: true, restored: 1 })
    expect((await get(id)).status).toBe(200)
  })

  it('rejects other sellers’, reserved, and sold cars', async () => {
    const id = await add()
    const remove = (as: Person) => api('deleteMyCar', { as, params: { id } })
    expect((await remove(otherSeller)).status).toBe(404)
    expect((await remove(admin)).status).toBe(404)
    expect((await remove(buyer)).status).toBe(403)
    await setState(id, 'reserved')
    expect((await remove(seller)).body.code).toBe('car-reserved')
    await setState(id, 'sold')
    expect((await remove(seller)).body.code).toBe('car-sold')
    expect(await stateOf(id)).toBe('sold')
  })

  it('withdraws many cars or none, and restores all of them', async () => {
    const ids = [await add(), await add()]
    const remove = (as: Person, carIds: string[]) =>
      api<DeleteResult>('deleteCars', { as, body: { ids: carIds } })
    expect((await remove(otherSeller, ids)).status).toBe(404)
    await setState(ids[1]!, 'reserved')
    expect((await remove(seller, ids)).status).toBe(409)
    expect(await stateOf(ids[0]!)).toBe('instock')
    await setState(ids[1]!, 'instock')
    const { body } = await remove(seller, ids)
    expect(body.deletedCount).toBe(2)
    expect((await remove(seller, ids)).body).toEqual({ acknowledged: true, deletedCount: 0 })
    await api('undo', { as: seller, params: { id: body.undoId } })
    expect(await Promise.all(ids.map(stateOf))).toEqual(['instock', 'instock'])
  })

  it('lets admins take down any car, with an audit entry, and hides a sold car', async () => {
    const id = await add()
    const remove = () => api<DeleteResult>('deleteAnyCar', { as: admin, params: { id } })
    const firstDeletion = await remove()
    expect(firstDeletion.body.deletedCount).toBe(1)
    expect((await remove()).body).toEqual({ acknowledged: true, deletedCount: 0 })
    await api('undo', { as: admin, params: { id: firstDeletion.body.undoId } })
    await setState(id, 'sold')
    const hidden = await remove()
    expect(hidden.body.deletedCount).toBe(1)
    expect([await stateOf(id), (await get(id)).status]).toEqual(['sold', 404])
    expect((await remove()).body.deletedCount).toBe(0)
    await api('undo', { as: admin, params: { id: hidden.body.undoId } })
    expect((await get(id)).status).toBe(200)
    expect(await audited(id)).toEqual(['withdraw-car', 'undo', 'hide-car', 'undo'])
    expect((await api('deleteAnyCar', { as: seller, params: { id } })).status).toBe(403)
    expect((await api('deleteAnyCar', { as: admin, params: { id: 'nothing' } })).status).toBe(404)
  })

  it('ends the hold on a reserved car before it is taken down', async () => {
    const id = await add()
    const purchase = await buildPurchase(server.ctx, buyer.id, id, { state: 'paying' })
    await setState(id, 'reserved')
    await server.ctx.db
      .insertInto('attempts')
      .values({
        id: `attempt-${id}`,
        purchase_id: purchase,
        car_id: id,
        buyer_id: buyer.id,
        intent_id: null,
        client_secret: null,
        amount: 3_150_000,
        currency: 'usd',
        state: 'opening',
        cancel_reason: null,
        cancelled_by: null,
        held_until: server.ctx.now().toISOString(),
        created_at: server.ctx.now().toISOString(),
        active_at: server.ctx.now().toISOString(),
      })
      .execute()
    const { body } = await api<DeleteResult>('deleteAnyCar', { as: admin, params: { id } })
    expect(body.deletedCount).toBe(1)
    expect(await stateOf(id)).toBe('withdrawn')
    const attempt = await server.ctx.db
      .selectFrom('attempts')
      .select('state')
      .where('id', '=', `attempt-${id}`)
      .executeTakeFirstOrThrow()
    expect(attempt.state).toBe('cancelled')
  })

  it('does not delete a reserved car if its hold cannot be ended', async () => {
    const id = await add()
    await setState(id, 'reserved')
    const { status, body } = await api('deleteAnyCar', { as: admin, params: { id } })
    expect([status, body.code, await stateOf(id)]).toEqual([409, 'payment-in-progress', 'reserved'])
  })
})

describe('the seller of a listing that an admin takes down', () => {
  const newSeller = () => buildPerson(server.ctx, { account: 'seller' })
  const notificationsOf = async (as: Person) =>
    (await api<Pick<Message, 'subject' | 'body'>[]>('listMessages', { as })).body.toReversed()

  async function buildListed(seller: Person, model_name: string): Promise<string> {
    return buildCar(server.ctx, seller.id, { model_name, year: null })
  }

  it('is notified once, also by email, and again when the takedown is undone', async () => {
    const own = await newSeller()
    const id = await buildListed(own, 'Q3')
    const remove = () => api<DeleteResult>('deleteAnyCar', { as: admin, params: { id } })
    const { undoId } = (await remove()).body
    expect((await remove()).body.deletedCount).toBe(0)
    const takeDownMessage = {
      subject: 'Taken down: Audi Q3',
      body: 'Our team took down your listing for the Audi Q3.',
    }
    expect(await notificationsOf(own)).toMatchObject([
      { ...takeDownMessage, kind: 'taken-down', link: '/dashboard/mycars' },
    ])
    const mails = await server.ctx.db.selectFrom('mails').selectAll().where('user_id', '=', own.id).execute()
    const link = `${server.ctx.config.publicUrl}/dashboard/mycars`
    expect(mails).toMatchObject([
      {
        subject: takeDownMessage.subject,
        body: expect.stringContaining(`${takeDownMessage.body}\n\nDetails: ${link}`) as string,
      },
    ])

    await api('undo', { as: admin, params: { id: undoId } })
    expect((await notificationsOf(own)).map(({ subject }) => subject)).toEqual([
      takeDownMessage.subject,
      'Restored: Audi Q3',
    ])
  })

  it('gets one notification for several listings, covering only the seller’s own listings', async () => {
    const [firstSeller, secondSeller] = [await newSeller(), await newSeller()]
    const ids = [
      await buildListed(firstSeller, 'Q3'),
      await buildListed(firstSeller, 'Q5'),
      await buildListed(secondSeller, 'Q7'),
    ]
    await api('deleteCars', { as: admin, body: { ids } })
    expect(await notificationsOf(firstSeller)).toMatchObject([
      {
        subject: 'Taken down: 2 of your listings',
        body: expect.stringMatching(/^Our team took down 2 of your listings: Audi Q[35], Audi Q[35]\.$/),
      },
    ])
    expect((await notificationsOf(secondSeller)).map(({ subject }) => subject)).toEqual([
      'Taken down: Audi Q7',
    ])
  })

  it('is not notified of their own actions', async () => {
    const dealerAdmin = await buildPerson(server.ctx, { account: 'seller', role: 'admin' })
    const firstResponse = await api<DeleteResult>('deleteAnyCar', {
      as: dealerAdmin,
      params: { id: await buildListed(dealerAdmin, 'Q3') },
    })
    await api('undo', { as: dealerAdmin, params: { id: firstResponse.body.undoId } })
    await api('deleteCars', { as: dealerAdmin, body: { ids: [await buildListed(dealerAdmin, 'Q5')] } })
    expect(await notificationsOf(dealerAdmin)).toEqual([])
  })
})
