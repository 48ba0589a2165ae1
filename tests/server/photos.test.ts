import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChangeSet, Reverted } from '../../contract/cars/car-changes.ts'
import { MAX_PHOTOS_PER_CAR, type Car } from '../../contract/cars/cars.ts'
import { MAX_PHOTOS, type NamedCar, type PhotosAdded } from '../../contract/photos.ts'
import { listNamedCars } from '../../server/features/photos/named-cars.repository.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildCars, buildPerson, buildUpload, type Person } from '../support/factories.ts'
import { newVin } from '../support/new-vin.ts'
import { collectQueryPlans } from '../support/query-plans.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let seller: Person
beforeAll(async () => {
  server = await startTestServer()
  seller = await buildPerson(server.ctx, { account: 'seller' })
})
afterAll(() => server.close())

const A = '/art/a.svg'
const upload = () => buildUpload(server.ctx, seller.id)
const carOf = (fields = {}) => buildCar(server.ctx, seller.id, { images: [A], ...fields })

async function find(...names: string[]) {
  return (await call<NamedCar[]>(server.url, 'findNamedCars', { token: seller.token, body: { names } })).body
}

async function add(cars: Record<string, string[]>, changeSetID?: string) {
  const body = {
    cars: Object.entries(cars).map(([carID, images]) => ({ carID, images })),
    ...(changeSetID !== undefined && { changeSetID }),
  }
  return (await call<PhotosAdded>(server.url, 'addPhotos', { token: seller.token, body })).body
}

async function imagesOf(id: string) {
  return (await call<Car>(server.url, 'getCar', { token: seller.token, params: { id } })).body.images
}

describe('cars named by photo files', () => {
  it('are found by VIN and stock number, regardless of case', async () => {
    const vin = newVin()
    const id = await carOf({ vin, stock_no: 'Kb-7', model_name: 'A4' })
    const foundCars = await find(vin.toLowerCase(), 'kB-7', 'Kb')
    const car = { _id: id, stockNo: 'Kb-7', available: 'instock', photos: 1 }
    expect(foundCars).toMatchObject([
      { ...car, name: vin.toLowerCase() },
      { ...car, name: 'kB-7' },
    ])
    expect(foundCars[0]!.carName).toContain('A4')
  })

  it('are only the seller’s own, in every state, except deleted cars', async () => {
    const otherSeller = await buildPerson(server.ctx, { account: 'seller' })
    await buildCar(server.ctx, otherSeller.id, { stock_no: 'S-OTHER' })
    await carOf({ stock_no: 'S-GONE', hidden_at: '2026-01-01T00:00:00.000Z' })
    await carOf({ stock_no: 'S-SOLD', state: 'sold' })
    expect(await find('S-OTHER', 'S-GONE', 'S-SOLD')).toMatchObject([{ name: 'S-SOLD', available: 'sold' }])
  })

  it('are looked up individually, even for many names', async () => {
    const names = Array.from({ length: MAX_PHOTOS }, (_, index) => `none-${index}`)
    const plans = await collectQueryPlans(server.ctx.db, () => listNamedCars(server.ctx.db, seller.id, names))
    expect(plans[0]).toMatch(/SEARCH cars USING INDEX cars_by_vin \(vin=\?\)/)
    expect(plans[1]).toMatch(/SEARCH cars USING INDEX cars_stock_numbers \(seller_id=\? AND stock_no=\?\)/)
  })
})

describe('photos for many cars', () => {
  it('are added after each car’s existing photos, as one change across several calls, and can be reverted', async () => {
    const [firstCar, otherCar, thirdCar] = [await carOf(), await carOf({ state: 'draft' }), await carOf()]
    const [a, b, c, d] = [await upload(), await upload(), await upload(), await upload()]
    const firstSet = await add({ [firstCar]: [a, b], [otherCar]: [c] })
    expect(firstSet).toMatchObject({ added: 3, stayed: [] })
    const secondSet = await add({ [thirdCar]: [d] }, firstSet.changeSetID!)
    expect(secondSet).toMatchObject({ added: 1, changeSetID: firstSet.changeSetID })
    expect(await imagesOf(firstCar)).toEqual([A, a, b])
    expect(await imagesOf(thirdCar)).toEqual([A, d])

    const { token } = seller
    const params = { id: firstSet.changeSetID! }
    const set = await call<ChangeSet>(server.url, 'getChangeSet', { token, params })
    expect(set.body).toMatchObject({ kind: 'bulk-edit', count: 3, fields: ['images'], revertible: true })
    const revertResponse = await call<Reverted>(server.url, 'revertChangeSet', { token, params, body: {} })
    expect(revertResponse.body).toMatchObject({ reverted: 3, stayed: [] })
    for (const id of [firstCar, otherCar, thirdCar]) expect(await imagesOf(id)).toEqual([A])
    // A reverted change set is closed, so a later photo starts a new one.
    const laterSet = await add({ [firstCar]: [await upload()] }, firstSet.changeSetID!)
    expect(laterSet.changeSetID).not.toBe(firstSet.changeSetID)
  })

  it('are added once, even if the request is repeated', async () => {
    const [id, photo] = [await carOf(), await upload()]
    await add({ [id]: [photo] })
    expect(await add({ [id]: [photo] })).toEqual({
      acknowledged: true,
      added: 0,
      changeSetID: null,
      stayed: [],
    })
    expect(await imagesOf(id)).toEqual([A, photo])
  })

  it('are not added to cars that cannot accept them, with the reason, but are added to the others', async () => {
    const fullCar = await carOf({
      images: Array.from({ length: MAX_PHOTOS_PER_CAR - 1 }, (_, index) => `/art/${index}.svg`),
    })
    const cars = [await carOf({ state: 'reserved' }), await carOf({ state: 'sold' })]
    const carWithRoom = await carOf()
    const stranger = await buildPerson(server.ctx, { account: 'seller' })
    const foreign = await buildUpload(server.ctx, stranger.id)
    const [a, b, c] = [await upload(), await upload(), await upload()]
    const response = await add({
      [fullCar]: [a, b],
      [cars[0]!]: [c],
      [cars[1]!]: [c],
      [carWithRoom]: [foreign, c],
    })
    expect(response.added).toBe(2)
    const reasons = new Map(response.stayed.map(({ carID, reason }) => [carID, reason]))
    expect(reasons.get(fullCar)).toBe('This car has 12 photos, and more don’t fit.')
    expect(reasons.get(cars[0]!)).toMatch(/buyer|reserved/i)
    expect(reasons.get(cars[1]!)).toBe('This car is sold.')
    expect(response.stayed).toContainEqual({
      carID: carWithRoom,
      image: foreign,
      reason: 'Upload this photo first.',
    })
    expect(await imagesOf(carWithRoom)).toEqual([A, c])
  })

  it('do not join another seller’s change or a change of another kind', async () => {
    const { seller: otherSeller, ids } = await buildCars(server.ctx, 1)
    const body = { cars: [{ carID: ids[0]!, images: [await buildUpload(server.ctx, otherSeller.id)] }] }
    const otherSet = await call<PhotosAdded>(server.url, 'addPhotos', { token: otherSeller.token, body })
    const ownSet = await add({ [await carOf()]: [await upload()] }, otherSet.body.changeSetID!)
    expect(ownSet.added).toBe(1)
    expect(ownSet.changeSetID).not.toBe(otherSet.body.changeSetID)
    const { rows } = await sql<{ count: number }>`select count from change_sets
      where id = ${otherSet.body.changeSetID}`.execute(server.ctx.db)
    expect(rows).toEqual([{ count: 1 }])
  })

  it('are all rejected if one car belongs to another seller', async () => {
    const { ids } = await buildCars(server.ctx, 1)
    const id = await carOf()
    const photo = await upload()
    const body = { cars: [id, ids[0]!].map((carID) => ({ carID, images: [photo] })) }
    const { status } = await call(server.url, 'addPhotos', { token: seller.token, body })
    expect(status).toBe(404)
    expect(await imagesOf(id)).toEqual([A])
  })
})
