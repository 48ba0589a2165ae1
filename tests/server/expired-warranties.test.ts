import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CarFacets } from '../../contract/cars/car-search.ts'
import type { Car } from '../../contract/cars/cars.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson, type Person } from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let now = new Date('2026-11-25T23:59:00Z')
let server: TestServer
let seller: Person

beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  seller = await buildPerson(server.ctx, { account: 'seller' })
})
afterAll(() => server.close())

const build = (fields: object = {}) =>
  buildCar(server.ctx, seller.id, { category_name: 'Audi', warranty: 'manufacturer', ...fields })

async function find(warranty: string) {
  const { body } = await call<Car[]>(server.url, 'listCars', { query: { warranty } })
  return body.map(({ _id }) => _id).toSorted()
}

/** Returns the number of found cars and the facet's count of each kind of warranty. */
async function count(warranty: string) {
  const { body } = await call<CarFacets>(server.url, 'getCarFacets', { query: { warranty } })
  return [body.total, ...body.warranty.map(({ count }) => count)]
}

it('a warranty matches its filter and its facet until its last day ends', async () => {
  const unlimited = await build()
  const lastDay = await build({ warrantyUntil: '2026-11-25' })
  const expired = await build({ warrantyUntil: '2026-11-24' })
  await build({ warranty: 'dealer', warrantyUntil: '2026-11-24' })
  const asIs = await build({ warranty: 'as is', warrantyUntil: '2026-11-24' })

  expect(await find('manufacturer')).toEqual([unlimited, lastDay].toSorted())
  expect(await find('dealer')).toEqual([])
  expect(await find('as is')).toEqual([asIs])
  expect(await count('manufacturer')).toEqual([2, 1, 0, 2])
  const { body } = await call<Car>(server.url, 'getCar', { params: { id: expired } })
  expect(body).toMatchObject({ warranty: 'manufacturer', warrantyUntil: '2026-11-24' })

  now = new Date('2026-11-26T00:00:00Z')
  expect(await find('manufacturer')).toEqual([unlimited])
  expect(await count('manufacturer')).toEqual([1, 1, 0, 1])

  const change = { warrantyUntil: '2026-11-26' }
  await server.ctx.db.updateTable('cars').set(change).where('id', '=', expired).execute()
  expect(await find('manufacturer')).toEqual([unlimited, expired].toSorted())
  expect(await count('dealer')).toEqual([0, 1, 0, 2])
})
