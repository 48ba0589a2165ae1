import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Car } from '../../contract/cars/cars.ts'
import type { Message } from '../../contract/messages.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import { computeCheckDigit } from '../../contract/cars/vin.ts'
import { call, type ApiRequest } from '../support/api-client.ts'
import { buildCar, buildPerson, buildUpload, type Person } from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer()
  admin = await buildPerson(server.ctx, { role: 'admin' })
})
afterAll(() => server.close())

let dealer: Person
let otherSeller: Person
beforeEach(async () => {
  dealer = await buildPerson(server.ctx, { account: 'seller', verified: 1, full_name: 'Lena Lot' })
  otherSeller = await buildPerson(server.ctx, { account: 'seller', full_name: 'Omar Other' })
})

const api = <T = { code: string; errors?: { path: string; message: string }[]; facts?: object }>(
  name: EndpointName,
  { as, ...request }: ApiRequest & { as?: Person } = {},
) => call<T>(server.url, name, { token: as?.token, ...request })

const form = {
  category_name: 'Tesla',
  modelName: 'Model 3',
  selllerContact: '555-0123',
  usageTime: '2 years',
  originalPrice: '48,990',
  resellPrice: '31,500',
  year: 2021,
  mileage: 20_000,
}

let serial = 0
function newVin(): string {
  const vin = `5YJ3E1EC0MF${String(++serial).padStart(6, '0')}`
  return vin.slice(0, 8) + computeCheckDigit(vin) + vin.slice(9)
}

async function add(as: Person, fields: object): Promise<string> {
  const image_url = await buildUpload(server.ctx, as.id)
  const input = { ...form, image_url, ...fields }
  const { status, body } = await api<{ insertedId: string }>('addCar', { as, body: input })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.insertedId
}

async function read(id: string, as?: Person) {
  return (await api<Car>('getCar', { params: { id }, ...(as && { as }) })).body
}

async function listed(id: string): Promise<boolean> {
  const { body } = await api<Car[]>('listCars', { query: { category_name: 'Tesla', limit: 200 } })
  return body.some(({ _id }) => _id === id)
}

describe('a car’s VIN', () => {
  it('is stored in capitals without separators, stays if an edit omits it, and can be cleared', async () => {
    const vin = newVin()
    const id = await add(dealer, { vin: ` ${vin.slice(0, 9)}-${vin.slice(9).toLowerCase()} ` })
    expect(await read(id, dealer)).toMatchObject({ vin })
    const edit = (fields: object) =>
      api('updateCar', { as: dealer, params: { id }, body: { ...form, ...fields } })
    expect((await edit({})).status).toBe(200)
    expect(await read(id, dealer)).toMatchObject({ vin })
    expect((await edit({ vin: '' })).status).toBe(200)
    expect(await read(id, dealer)).toMatchObject({ vin: null })
  })

  it.each(['addCar', 'updateCar'] as const)(
    'is rejected with an explanation if it is invalid (%s)',
    async (name) => {
      const params = { id: await add(dealer, {}) }
      const body = { ...form, vin: '5YJ3E1EC0MFO00001' }
      const response = await api(name, { as: dealer, params, body })
      expect(response.status).toBe(400)
      expect(response.body.errors![0]).toEqual({
        path: 'vin',
        message: expect.stringMatching(/^A VIN never has the letters I, O, or Q/),
      })
    },
  )

  it('is shown in full to all users if a verified seller lists the car', async () => {
    const vin = newVin()
    const id = await add(dealer, { vin, stockNo: 'K-7' })
    const buyer = await buildPerson(server.ctx)
    for (const as of [undefined, buyer, otherSeller, dealer, admin])
      expect(await read(id, as)).toMatchObject({ vin, stockNo: 'K-7' })
  })

  it('is shortened for a private seller’s car, except for the seller and admins', async () => {
    const vin = newVin()
    const id = await add(otherSeller, { vin, stockNo: 'K-7' })
    const buyer = await buildPerson(server.ctx)
    for (const as of [undefined, otherSeller, buyer, admin, undefined, dealer, otherSeller]) {
      const isEditor = as === otherSeller || as === admin
      const visibleFields = isEditor ? { vin, stockNo: 'K-7' } : { vin: vin.slice(-6), stockNo: null }
      expect(await read(id, as)).toMatchObject(visibleFields)
    }
    const listResponse = await api<Car[]>('listCars', {
      as: otherSeller,
      query: { category_name: 'Tesla', limit: 200 },
    })
    expect(listResponse.body.find(({ _id }) => _id === id)?.vin).toBe(vin.slice(-6))
  })
})

describe('the same VIN in the seller’s own stock', () => {
  it('is rejected with a link to the car that has it', async () => {
    const vin = newVin()
    const firstId = await add(dealer, { vin })
    const image_url = await buildUpload(server.ctx, dealer.id)
    const response = await api('addCar', { as: dealer, body: { ...form, image_url, vin } })
    expect(response).toMatchObject({
      status: 409,
      body: {
        code: 'vin-listed',
        facts: { carID: firstId, link: `/car/${firstId}` },
        errors: [{ path: 'vin' }],
      },
    })
    const secondId = await add(dealer, {})
    const edited = await api('updateCar', { as: dealer, params: { id: secondId }, body: { ...form, vin } })
    expect(edited).toMatchObject({ status: 409, body: { code: 'vin-listed' } })
    expect(await read(secondId, dealer)).toMatchObject({ vin: null, version: 1 })
  })

  it('is rejected for all but one of many concurrent requests', async () => {
    const vin = newVin()
    const image_url = await buildUpload(server.ctx, dealer.id)
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => api('addCar', { as: dealer, body: { ...form, image_url, vin } })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  })

  it('creates one car if the request is repeated', async () => {
    const request = {
      as: dealer,
      body: { ...form, vin: newVin(), image_url: await buildUpload(server.ctx, dealer.id) },
      headers: { 'idempotency-key': 'add-once-please' },
    }
    const [firstResponse, repeatedResponse] = [await api('addCar', request), await api('addCar', request)]
    expect(repeatedResponse).toMatchObject({ status: 200, body: firstResponse.body })
  })

  it('is allowed if the other car was sold or taken down', async () => {
    const [soldVin, goneVin] = [newVin(), newVin()]
    await buildCar(server.ctx, dealer.id, { vin: soldVin, state: 'sold' })
    await buildCar(server.ctx, dealer.id, { vin: goneVin, state: 'withdrawn' })
    await buildCar(server.ctx, dealer.id, { vin: goneVin, state: 'sold-elsewhere' })
    for (const vin of [soldVin, goneVin]) expect(await listed(await add(dealer, { vin }))).toBe(true)
  })

  it('prevents undoing a deletion once the car has been added again', async () => {
    const vin = newVin()
    const firstId = await add(dealer, { vin })
    const { body } = await api<{ undoId: string }>('deleteMyCar', { as: dealer, params: { id: firstId } })
    await add(dealer, { vin })
    expect(await api('undo', { as: dealer, params: { id: body.undoId } })).toMatchObject({
      status: 409,
      body: { code: 'vin-listed' },
    })
    expect(await listed(firstId)).toBe(false)
  })
})

describe('the same VIN at two sellers', () => {
  let vin: string
  let firstId: string
  let secondId: string
  beforeEach(async () => {
    vin = newVin()
    firstId = await add(dealer, { vin })
    secondId = await add(otherSeller, { vin })
  })

  it('saves the later car, which only its seller and admins can see', async () => {
    const buyer = await buildPerson(server.ctx)
    for (const as of [undefined, buyer, dealer])
      expect((await api('getCar', { params: { id: secondId }, ...(as && { as }) })).status).toBe(404)
    for (const as of [otherSeller, admin])
      expect(await read(secondId, as)).toMatchObject({ available: 'in-review', vin })
    expect([await listed(firstId), await listed(secondId)]).toEqual([true, false])
    expect((await api('addPurchase', { as: buyer, body: purchaseOf(secondId) })).status).toBe(404)
  })

  it('shows the car in its seller’s list and in the admins’ list of cars in review', async () => {
    const ownList = await api<Car[]>('listAllCars', { as: otherSeller })
    expect(ownList.body.map(({ _id }) => _id)).toEqual([secondId])
    const adminList = await api<Car[]>('listAllCars', {
      as: admin,
      query: { state: 'in-review', q: vin.slice(-6) },
    })
    expect(adminList.body.map(({ _id }) => _id)).toEqual([secondId])
    expect((await api('countAllCars', { as: otherSeller })).body).toMatchObject({
      'in-review': 1,
      instock: 0,
    })
  })

  it('does not reveal either seller to the other', async () => {
    const notified = await api<Message[]>('listMessages', { as: otherSeller })
    expect(notified.body).toMatchObject([{ kind: 'in-review', subject: 'In review: 2021 Tesla Model 3' }])
    const responsesText = JSON.stringify([notified.body, await read(secondId, otherSeller)])
    expect(responsesText).not.toMatch(new RegExp(`Lena|${dealer.id}|${firstId}|${dealer.email}`))
    expect((await api<Message[]>('listMessages', { as: dealer })).body).toEqual([])
  })

  it('notifies the seller once with the number of cars, and once when an admin approves them', async () => {
    const ids = [secondId]
    for (const vin of [newVin(), newVin()]) {
      await add(dealer, { vin })
      ids.push(await add(otherSeller, { vin }))
    }
    for (const state of ['preparing', 'listed', 'preparing', 'listed'])
      await api('setCarStates', { as: otherSeller, body: { ids, state } })
    const notified = async () =>
      (await api<Message[]>('listMessages', { as: otherSeller })).body.map((message) => message.subject)
    expect(await notified()).toEqual(['In review: 3 of your listings'])
    const mails = async () =>
      (
        await server.ctx.db
          .selectFrom('mails')
          .selectAll()
          .where('recipient', '=', otherSeller.email)
          .execute()
      ).length
    expect(await mails()).toBe(1)
    await api('setCarStates', { as: admin, body: { ids, state: 'listed' } })
    expect((await notified())[0]).toBe('Listed: 3 of your listings')
    expect([(await notified()).length, await mails()]).toEqual([2, 2])
  })

  it('is listed once an admin, not its seller, approves it, and stays listed when it is edited', async () => {
    const list = (as: Person) =>
      api('setCarState', { as, params: { id: secondId }, body: { state: 'listed' } })
    expect((await list(otherSeller)).body).toMatchObject({ code: 'state-not-allowed' })
    expect((await list(admin)).body).toMatchObject({ available: 'instock', modifiedCount: 1 })
    expect([await listed(firstId), await listed(secondId)]).toEqual([true, true])
    await api('updateCar', {
      as: otherSeller,
      params: { id: secondId },
      body: { ...form, vin, location: 'Boise' },
    })
    expect(await read(secondId)).toMatchObject({ available: 'instock', location: 'Boise' })
    await api('updateCar', { as: otherSeller, params: { id: secondId }, body: { ...form, vin, year: 2022 } })
    expect(await read(secondId)).toMatchObject({ available: 'instock', year: 2022 })
    const waitingVin = newVin()
    await add(dealer, { vin: waitingVin, year: 2023 })
    await add(otherSeller, { vin: waitingVin, year: 2023 })
    await api('updateCar', { as: otherSeller, params: { id: secondId }, body: { ...form, vin, year: 2023 } })
    expect(await read(secondId, otherSeller)).toMatchObject({ available: 'in-review' })
    const log = await api<{ action: string; detail: string }[]>('listAudit', { as: admin })
    expect(log.body).toContainEqual(
      expect.objectContaining({ action: 'move-car', target: secondId, detail: 'In review → In stock' }),
    )
    const [notified] = (await api<Message[]>('listMessages', { as: otherSeller })).body
    expect(notified).toMatchObject({ kind: 'approved', subject: 'Listed: 2021 Tesla Model 3' })
  })

  it('waits for review again if its seller unlists and relists the car', async () => {
    const setState = (state: string) =>
      api('setCarState', { as: otherSeller, params: { id: secondId }, body: { state } })
    expect((await setState('preparing')).status).toBe(200)
    await server.ctx.db
      .updateTable('cars')
      .set({ listed_at: '2026-01-01' })
      .where('id', '=', secondId)
      .execute()
    expect((await setState('listed')).body).toMatchObject({ available: 'in-review' })
    expect(await listed(secondId)).toBe(false)
  })

  it('is removed when an admin takes it down, and returns to review when that is undone', async () => {
    const { body } = await api<{ undoId: string }>('deleteAnyCar', { as: admin, params: { id: secondId } })
    expect((await api<Car[]>('listAllCars', { as: otherSeller })).body).toEqual([])
    expect((await api('undo', { as: admin, params: { id: body.undoId } })).status).toBe(200)
    expect(await read(secondId, otherSeller)).toMatchObject({ available: 'in-review' })
    expect(await listed(secondId)).toBe(false)
  })

  it('puts a listed car in review and notifies its seller when it changes to that VIN', async () => {
    const thirdId = await add(otherSeller, { modelName: 'Model Y', vin: newVin() })
    await api('deleteMyCar', { as: otherSeller, params: { id: secondId } })
    const body = { ...form, vin, modelName: 'Model Y' }
    expect((await api('updateCar', { as: otherSeller, params: { id: thirdId }, body })).status).toBe(200)
    expect(await listed(thirdId)).toBe(false)
    const [notified] = (await api<Message[]>('listMessages', { as: otherSeller })).body
    expect(notified).toMatchObject({ kind: 'in-review', subject: 'In review: 2021 Tesla Model Y' })
  })

  it('stays in review while its seller edits something else, and can be taken down by them', async () => {
    await api('updateCar', {
      as: otherSeller,
      params: { id: secondId },
      body: { ...form, location: 'Boise' },
    })
    expect(await read(secondId, otherSeller)).toMatchObject({ available: 'in-review', location: 'Boise' })
    expect((await api('deleteMyCar', { as: otherSeller, params: { id: secondId } })).body).toMatchObject({
      deletedCount: 1,
    })
    expect((await api<Car[]>('listAllCars', { as: otherSeller })).body).toEqual([])
  })

  it('cannot be listed by a write that bypasses the review', async () => {
    const write = server.ctx.db
      .updateTable('cars')
      .set({ state: 'instock' })
      .where('id', '=', secondId)
      .execute()
    await expect(write).rejects.toThrow('vin-in-review')
  })
})

describe('a stock number', () => {
  it('continues from the newest number in its own numbering scheme', async () => {
    const numbers = async () =>
      (await api<{ stockNo: string }>('getNextStockNumber', { as: dealer })).body.stockNo
    expect(await numbers()).toBe('1001')
    await add(dealer, { stockNo: '123B9' })
    expect(await numbers()).toBe('123C0')
    expect(await read(await add(dealer, {}), dealer)).toMatchObject({ stockNo: '123C0' })
    expect(await read(await add(dealer, { stockNo: '' }), dealer)).toMatchObject({ stockNo: null })
  })

  it('is unique per seller, ignoring case', async () => {
    const firstId = await add(dealer, { stockNo: 'Ab1' })
    await add(otherSeller, { stockNo: 'AB1' })
    const takenProblem = { status: 409, body: { code: 'stock-number-taken', errors: [{ path: 'stockNo' }] } }
    expect(await api('addCar', { as: dealer, body: { ...form, stockNo: 'aB1' } })).toMatchObject(takenProblem)
    const secondId = await add(dealer, {})
    const edit = (id: string, stockNo: string) =>
      api('updateCar', { as: dealer, params: { id }, body: { ...form, stockNo } })
    expect(await edit(secondId, 'AB1')).toMatchObject(takenProblem)
    expect((await edit(firstId, 'AB1')).status).toBe(200)
  })

  it('is available once its car is deleted, and blocks undoing the deletion while another car has it', async () => {
    const firstId = await add(dealer, { stockNo: 'T1' })
    const { body } = await api<{ undoId: string }>('deleteMyCar', { as: dealer, params: { id: firstId } })
    const secondId = await add(dealer, { stockNo: 'T1' })
    const undoDeletion = () => api('undo', { as: dealer, params: { id: body.undoId } })
    expect(await undoDeletion()).toMatchObject({ status: 409, body: { code: 'stock-number-taken' } })
    const edit = { ...form, stockNo: 'T2' }
    await api('updateCar', { as: dealer, params: { id: secondId }, body: edit })
    expect((await undoDeletion()).status).toBe(200)
    expect(await read(firstId, dealer)).toMatchObject({ stockNo: 'T1', available: 'instock' })
  })

  it('finds its car in the list of cars, like the end of the VIN', async () => {
    const vin = newVin()
    const id = await add(dealer, { vin, stockNo: 'Lot-42' })
    await add(dealer, { vin: newVin(), stockNo: 'Lot-43' })
    const find = async (q: string) =>
      (await api<Car[]>('listAllCars', { as: dealer, query: { q } })).body.map(({ _id }) => _id)
    for (const q of ['lot-42', vin.slice(-6), vin.toLowerCase(), `${vin.slice(-6)} tesla`])
      expect(await find(q), q).toEqual([id])
    expect(await find(vin.slice(3, 9))).toEqual([])
    await api('updateCar', { as: dealer, params: { id }, body: { ...form, stockNo: 'Row-9' } })
    expect([await find('lot-42'), await find('row-9')]).toEqual([[], [id]])
  })
})

function purchaseOf(carID: string) {
  return { carID, buyerContact: '555-0111', meetingPlace: 'Station', sellingPrice: '31,500' }
}
