import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Problem } from '../../contract/problems.ts'
import { call } from '../support/api-client.ts'
import { buildPerson, buildUpload, type Person } from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let seller: Person
beforeAll(async () => {
  server = await startTestServer()
  seller = await buildPerson(server.ctx, { account: 'seller' })
})
afterAll(() => server.close())

/** The specification's call, without what is optional there. */
const specified = {
  category_name: 'Tesla',
  modelName: 'Model 3',
  selllerContact: '555-0123',
  usageTime: '2 years',
  originalPrice: '48,990',
}

const add = (fields: object) =>
  call<Problem & { available: string }>(server.url, 'addCar', {
    token: seller.token,
    body: { ...specified, ...fields },
  })

const complete = async () => ({
  image_url: await buildUpload(server.ctx, seller.id),
  year: 2021,
  mileage: 20_000,
  resellPrice: '31,500',
  noVinReason: 'Kit car',
})

describe('what a listing needs', () => {
  it.each([
    ['a photo', 'images', { image_url: '', images: [] }],
    ['the year', 'year', { year: null }],
    ['the mileage', 'mileage', { mileage: null }],
    ['the VIN or why there is none', 'vin', { noVinReason: '' }],
    ['a price', 'resellPrice', { resellPrice: 'make an offer' }],
  ])('is asked of a car that is added: %s', async (label, path, without) => {
    const { status, body } = await add({ ...(await complete()), ...without })
    expect([status, body.code, body.detail]).toEqual([
      409,
      'listing-incomplete',
      `Before this car can be listed, add: ${label}.`,
    ])
    expect(body.errors?.map((fault) => fault.path)).toEqual([path])
    expect((await add(await complete())).body).toMatchObject({ available: 'instock' })
  })

  it('names each field that is missing, where all are', async () => {
    const { body } = await add({ vin: '' })
    expect(body.errors?.map(({ path }) => path)).toEqual(['images', 'year', 'mileage', 'vin', 'resellPrice'])
  })

  it('is not asked by the specification’s call, which knows neither of a VIN nor of a reason', async () => {
    expect((await add({})).body).toMatchObject({ available: 'instock' })
    expect((await add({ color: 'Green', stockNo: 'A1' })).body).toMatchObject({ available: 'instock' })
  })
})
