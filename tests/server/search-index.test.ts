import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CarFacets } from '../../contract/cars/car-search.ts'
import type { Car } from '../../contract/cars/cars.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPayment, buildPerson, buildPurchase, type Person } from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const today = '2026-11-28'
let server: TestServer
let seller: Person
let admin: Person
let id: string
beforeEach(async () => {
  server = await startTestServer()
  seller = await buildPerson(server.ctx, { account: 'seller' })
  admin = await buildPerson(server.ctx, { role: 'admin' })
  id = await buildCar(server.ctx, seller.id, { model_name: 'Quattro', year: 1985, fuel: 'Petrol' })
  await buildCar(server.ctx, seller.id, { model_name: 'Roomster', category_name: 'BMW' })
})
afterEach(() => server.close())

const findTotal = async (query: object) =>
  (await call<Car[]>(server.url, 'listCars', { query: { ...query } })).body.map((car) => car.modelName)

/** Checks that the search tables, which triggers maintain, match the cars. */
async function expectIndexInStep() {
  const { db } = server.ctx
  const listed = await db
    .selectFrom('cars')
    .leftJoin('listed_cars', 'listed_cars.car_id', 'cars.id')
    .select(['cars.id', 'state', 'number', 'model_name'])
    .execute()
  for (const car of listed) {
    const isListed = car.state === 'instock' || car.state === 'reserved'
    expect(car.number !== null).toBe(isListed)
    if (!isListed) continue
    const { rows } = await sql<{ number: number }>`select rowid as number from car_text
      where car_text match ${`model_name : "${car.model_name}"`} and rowid = ${car.number}`.execute(db)
    expect(rows, `${car.model_name} in the full text`).toHaveLength(1)
  }
  const { rows } = await sql<{ kept: number; listed: number; texts: number }>`select
    (select sum(listed_count) from categories) as kept, (select count(*) from listed_cars) as listed,
    (select count(*) from car_text) as texts`.execute(db)
  expect(new Set(Object.values(rows[0]!)).size, JSON.stringify(rows[0])).toBe(1)
  // The columns in memory contain as many cars as were found one by one.
  expect((await server.ctx.search.count({ today })).total).toBe(listed.filter(({ number }) => number).length)
}

describe('the search index', () => {
  it('counts cars at any valid price', async () => {
    for (const resell_price of ['90,000,000,000.50', '90,000,000,000', '21,500'])
      await buildCar(server.ctx, seller.id, { resell_price })
    const { prices } = await server.ctx.search.count({ today })
    expect(prices.map(({ lowest, highest, count }) => [lowest, highest, count])).toContainEqual([
      9_000_000_000_000, 9_000_000_000_050, 2,
    ])
    expect(prices).toEqual(prices.toSorted((a, b) => a.step - b.step))
  })

  it('finds an edited car by its new text, facets, and mileage, but no longer by the old ones', async () => {
    const body = {
      category_name: 'BMW',
      condition: 'Fair',
      modelName: 'Isetta',
      selllerContact: '555-0100',
      usageTime: '60 years',
      originalPrice: '9,000',
      resellPrice: '31,000',
      description: 'A bubble',
      location: 'Tucson',
      year: 1960,
      mileage: 1000,
      mileageUnit: 'km',
      fuel: null,
      color: 'Red',
      drive: 'front',
    }
    const response = await call(server.url, 'updateCar', { token: seller.token, params: { id }, body })
    expect(response.status).toBe(200)
    expect(await findTotal({ q: 'isetta bubble', place: 'tuc', yearMax: 1960, mileageMax: 622 })).toEqual([
      'Isetta',
    ])
    for (const query of [
      { q: 'quattro' },
      { place: 'portland', brand: 'Audi' },
      { fuel: 'Petrol', brand: 'Audi' },
      { color: 'Blue' },
    ])
      expect(await findTotal(query)).toEqual([])
    expect(await findTotal({ color: 'Red,Blue', drive: 'front' })).toEqual(['Isetta'])
    // Fields that the update did not include are unchanged.
    expect(await findTotal({ brand: 'BMW', body: 'wagon', color: 'Red' })).toEqual(['Isetta'])
    expect(await findTotal({ mileageMax: 621 })).toEqual([])
    await expectIndexInStep()
  })

  it('follows a bulk edit', async () => {
    const body = { ids: [id], change: { resellPrice: '99', location: 'Reno' } }
    await call(server.url, 'updateCars', { token: seller.token, body })
    expect(await findTotal({ place: 'reno', priceMax: '99', priceMin: '99' })).toEqual(['Quattro'])
    await expectIndexInStep()
  })

  it('returns new counts after a write, although counts are cached', async () => {
    const total = async () =>
      (await call<CarFacets>(server.url, 'getCarFacets', { query: { q: 'quattro' } })).body.total
    expect([await total(), await total()]).toEqual([1, 1])
    await call(server.url, 'deleteMyCar', { token: seller.token, params: { id } })
    expect(await total()).toBe(0)
  })

  it('drops a withdrawn car, and contains it again when the withdrawal is undone', async () => {
    const { body } = await call<{ undoId: string }>(server.url, 'deleteMyCar', {
      token: seller.token,
      params: { id },
    })
    expect(await findTotal({ q: 'quattro' })).toEqual([])
    await expectIndexInStep()
    await call(server.url, 'undo', { token: seller.token, params: { id: body.undoId } })
    expect(await findTotal({ q: 'quattro' })).toEqual(['Quattro'])
    await expectIndexInStep()
  })

  it('drops a sold car, and contains it again when it is relisted', async () => {
    const buyer = await buildPerson(server.ctx)
    const { db } = server.ctx
    await db.updateTable('cars').set({ state: 'reserved' }).where('id', '=', id).execute()
    expect(await findTotal({ q: 'quattro' })).toEqual(['Quattro'])
    await db.updateTable('cars').set({ state: 'sold' }).where('id', '=', id).execute()
    expect(await findTotal({ q: 'quattro' })).toEqual([])
    await expectIndexInStep()
    const purchase = await buildPurchase(server.ctx, buyer.id, id, { state: 'refunded' })
    await buildPayment(server.ctx, purchase, { state: 'refunded' })
    const response = await call(server.url, 'relistCar', { token: admin.token, params: { id } })
    expect(response.status).toBe(200)
    expect(await findTotal({ q: 'quattro' })).toEqual(['Quattro'])
    await expectIndexInStep()
  })

  it('uses the latest text of a car that was edited while sold', async () => {
    const { db } = server.ctx
    await db.updateTable('cars').set({ state: 'sold' }).where('id', '=', id).execute()
    await db.updateTable('cars').set({ model_name: 'Sport' }).where('id', '=', id).execute()
    await db.updateTable('cars').set({ model_name: 'Coupe', state: 'instock' }).where('id', '=', id).execute()
    expect(await findTotal({ q: 'coupe' })).toEqual(['Coupe'])
    expect(await findTotal({ q: 'sport' })).toEqual([])
    await expectIndexInStep()
  })

  it('drops a deleted car, and is unaffected by a change that was rolled back', async () => {
    const { db } = server.ctx
    await expect(
      db.transaction().execute(async (trx) => {
        await trx.updateTable('cars').set({ model_name: 'Gone' }).where('id', '=', id).execute()
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await findTotal({ q: 'quattro' })).toEqual(['Quattro'])
    await db.deleteFrom('cars').where('id', '=', id).execute()
    expect(await findTotal({ q: 'quattro' })).toEqual([])
    await expectIndexInStep()
  })
})
