import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Car } from '../../contract/cars/cars.ts'
import { PRICE_ON_REQUEST } from '../../contract/money.ts'
import type { ShortlistedCar } from '../../contract/shortlist.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson, type CarOverrides, type Person } from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { quotas } from '../../contract/api/quotas.ts'

let server: TestServer
let seller: Person
beforeAll(async () => {
  server = await startTestServer({ config: { quotas: { ...quotas, shortlist: 4 } } })
  seller = await buildPerson(server.ctx, { account: 'seller' })
})
afterAll(() => server?.close())

const addCar = (fields: CarOverrides = {}) => buildCar(server.ctx, seller.id, fields)
const put = ({ token }: Person, carID: string) =>
  call<{ modifiedCount: number }>(server.url, 'addToShortlist', { token, params: { carID } })
const remove = ({ token }: Person, carID: string) =>
  call<{ deletedCount: number }>(server.url, 'removeFromShortlist', { token, params: { carID } })
const merge = ({ token }: Person, cars: string[]) =>
  call<{ modifiedCount: number; skipped: string[] }>(server.url, 'mergeShortlist', { token, body: { cars } })
const list = async ({ token }: Person) =>
  (await call<ShortlistedCar[]>(server.url, 'listShortlist', { token })).body
const idsOf = (cars: readonly Car[]) => cars.map(({ _id }) => _id)
const setState = (id: string, fields: { state: 'sold' | 'withdrawn'; hidden_at?: string }) =>
  server.ctx.db.updateTable('cars').set(fields).where('id', '=', id).execute()

it('adds each car once, and lists the newest first', async () => {
  const buyer = await buildPerson(server.ctx)
  const [first, second] = [await addCar(), await addCar()]
  expect((await put(buyer, first)).body.modifiedCount).toBe(1)
  server.advance(1)
  expect((await put(buyer, second)).body.modifiedCount).toBe(1)
  expect((await put(buyer, first)).body.modifiedCount).toBe(0)
  expect(idsOf(await list(buyer))).toEqual([second, first])
})

it('removes a car, and accepts a repeated removal', async () => {
  const buyer = await buildPerson(server.ctx)
  const car = await addCar()
  await put(buyer, car)
  expect((await remove(buyer, car)).body.deletedCount).toBe(1)
  expect((await remove(buyer, car)).body.deletedCount).toBe(0)
  expect(await list(buyer)).toEqual([])
})

it('returns a car to its place if it is added again within a minute', async () => {
  const buyer = await buildPerson(server.ctx)
  const [first, second] = [await addCar(), await addCar()]
  await put(buyer, first)
  server.advance(1)
  await put(buyer, second)
  await remove(buyer, first)
  await server.ctx.db.updateTable('cars').set({ price_minor: 2_000_000 }).where('id', '=', first).execute()
  server.advance(59)
  expect((await put(buyer, first)).body.modifiedCount).toBe(1)
  expect(idsOf(await list(buyer))).toEqual([second, first])
  expect((await list(buyer))[1]).toMatchObject({ priceMinor: 2_000_000, addedPriceMinor: 2_490_000 })
  await remove(buyer, first)
  server.advance(61)
  await put(buyer, first)
  expect(idsOf(await list(buyer))).toEqual([first, second])
  expect((await list(buyer))[0]).toMatchObject({ addedPriceMinor: 2_000_000 })
})

it('belongs to any user, regardless of role', async () => {
  const car = await addCar()
  const admin = await buildPerson(server.ctx, { role: 'admin' })
  await put(seller, car)
  expect(idsOf(await list(seller))).toEqual([car])
  expect(await list(admin)).toEqual([])
  expect((await remove(admin, car)).body.deletedCount).toBe(0)
  expect(idsOf(await list(seller))).toEqual([car])
})

it('shows no contact details, and reserves nothing', async () => {
  const buyer = await buildPerson(server.ctx)
  const car = await addCar()
  await put(buyer, car)
  const [item] = await list(buyer)
  expect(item).toMatchObject({ available: 'instock', priceMinor: 2_490_000, location: 'Portland' })
  expect(item).not.toHaveProperty('sellerEmail')
  expect(item).not.toHaveProperty('selllerContact')
})

it('rejects cars that are unknown or not on the market', async () => {
  const buyer = await buildPerson(server.ctx)
  const draft = await addCar({ state: 'draft', listed_at: null })
  const hidden = await addCar({ state: 'withdrawn', hidden_at: server.ctx.now().toISOString() })
  for (const id of ['unknown', draft, hidden])
    expect(await put(buyer, id)).toMatchObject({ status: 404, body: { code: 'not-found' } })
  // The seller sees the draft elsewhere, but the list shows what visitors see.
  expect((await put(seller, draft)).status).toBe(404)
})

it('keeps sold cars with their facts, and removed cars with their names only', async () => {
  const buyer = await buildPerson(server.ctx)
  const [sold, removed] = [await addCar(), await addCar({ images: ['/art/cars/a.svg'] })]
  await put(buyer, sold)
  server.advance(1)
  await put(buyer, removed)
  await setState(sold, { state: 'sold' })
  await setState(removed, { state: 'withdrawn', hidden_at: server.ctx.now().toISOString() })
  const items = await list(buyer)
  expect(items.map(({ available }) => available)).toEqual(['withdrawn', 'sold'])
  expect(items[1]).toMatchObject({ priceMinor: 2_490_000, mileage: 38_000 })
  expect(items[0]).toMatchObject({
    category: 'Audi',
    modelName: 'A4 Avant 40 TFSI',
    year: 2021,
    images: [],
    image_url: '',
    priceMinor: null,
    resellPrice: PRICE_ON_REQUEST,
    originalPriceMinor: null,
    mileage: null,
    description: '',
    location: '',
    sellerID: '',
    sellerName: '',
  })
  expect((await put(buyer, removed)).body.modifiedCount).toBe(0)
})

it('rejects a car beyond the limit, except a car that is already on the list', async () => {
  const buyer = await buildPerson(server.ctx)
  const ids = [await addCar(), await addCar(), await addCar(), await addCar()]
  for (const id of ids) await put(buyer, id)
  expect(await put(buyer, await addCar())).toMatchObject({
    status: 409,
    body: { code: 'quota-exceeded', facts: { quota: 'shortlist', limit: 4 } },
  })
  expect((await put(buyer, ids[0]!)).status).toBe(200)
})

it('responds to parallel requests as if they were sequential', async () => {
  const buyer = await buildPerson(server.ctx)
  const ids = await Promise.all(Array.from({ length: 6 }, () => addCar()))
  const first = await Promise.all([1, 2, 3].map(() => put(buyer, ids[0]!)))
  expect(first.map(({ body }) => body.modifiedCount).toSorted()).toEqual([0, 0, 1])
  const [adds, merges] = await Promise.all([
    Promise.all(ids.map((id) => put(buyer, id))),
    Promise.all([ids, ids.toReversed()].map((cars) => merge(buyer, cars))),
  ])
  expect(new Set([...adds, ...merges].map(({ status }) => status))).toEqual(new Set([200, 409]))
  for (const { body } of merges) expect(body.skipped).toHaveLength(2)
  expect(await list(buyer)).toHaveLength(4)
})

it('merges the cars of a device in their order, and never removes a car', async () => {
  const buyer = await buildPerson(server.ctx)
  const [account, newest, older, beyond] = [await addCar(), await addCar(), await addCar(), await addCar()]
  await put(buyer, account)
  server.advance(1)
  const response = await merge(buyer, [newest, 'unknown', account, older, newest])
  expect(response.body).toMatchObject({ modifiedCount: 2, skipped: ['unknown'] })
  expect(idsOf(await list(buyer))).toEqual([newest, older, account])
  const last = await addCar()
  expect((await merge(buyer, [last, beyond])).body).toMatchObject({ modifiedCount: 1, skipped: [beyond] })
  expect((await merge(buyer, [beyond, account])).body).toMatchObject({ modifiedCount: 0, skipped: [beyond] })
})

it('returns cars by ID in the given order, without unknown and removed cars', async () => {
  const [sold, listed] = [await addCar(), await addCar()]
  const removed = await addCar({ state: 'withdrawn' })
  await setState(sold, { state: 'sold' })
  const ids = [sold, 'unknown', removed, listed, sold].join(',')
  const { body } = await call<Car[]>(server.url, 'listCarsById', { query: { ids } })
  expect(body.map(({ _id, available }) => [_id, available])).toEqual([
    [sold, 'sold'],
    [listed, 'instock'],
  ])
  const member = await call<Car[]>(server.url, 'listCarsById', { query: { ids }, token: seller.token })
  expect(member.body).toEqual(body)
  const tooMany = Array.from({ length: 51 }, (_, index) => `c${index}`).join(',')
  const rejection = await call<Car[]>(server.url, 'listCarsById', { query: { ids: tooMany } })
  expect(rejection).toMatchObject({ status: 400, body: { errors: [{ path: 'ids' }] } })
})
