import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Problem } from '../../contract/api/problems.ts'
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

/** The request body from the product specification, without the optional fields. */
const specified = {
  category_name: 'Tesla',
  modelName: 'Model 3',
  selllerContact: '555-0123',
  usageTime: '2 years',
  originalPrice: '48,990',
}

const add = (fields: object) =>
  call<Problem & { available: string; insertedId: string }>(server.url, 'addCar', {
    token: seller.token,
    body: { ...specified, ...fields },
  })

describe('a listing', () => {
  it('needs only the four required fields, with or without others', async () => {
    const bodies = [
      {},
      { vin: '' },
      { noVinReason: '' },
      { year: null, mileage: null, color: 'Green', stockNo: 'A1' },
      { resellPrice: 'make an offer', image_url: '', images: [] },
    ]
    for (const fields of bodies) {
      const { status, body } = await add(fields)
      expect([status, body.available], JSON.stringify(fields)).toEqual([200, 'instock'])
    }
  })

  it.each(['modelName', 'selllerContact', 'usageTime', 'originalPrice'])('requires %s', async (path) => {
    const { status, body } = await add({ [path]: ' ' })
    expect([status, body.errors?.map((error) => error.path)]).toEqual([400, [path]])
  })

  it('needs no additional fields if it was a draft', async () => {
    const draft = await call<{ insertedId: string }>(server.url, 'addDraft', {
      token: seller.token,
      body: { category_name: 'Tesla', modelName: 'Model 3' },
    })
    const params = { id: draft.body.insertedId }
    const { body } = await call<{ available: string }>(server.url, 'setCarState', {
      token: seller.token,
      params,
      body: { state: 'listed' },
    })
    expect(body).toMatchObject({ available: 'instock' })
  })

  it('is ranked last by best match if it lacks details', async () => {
    const word = 'Incompleteness'
    const complete = {
      image_url: await buildUpload(server.ctx, seller.id),
      year: 2021,
      mileage: 20_000,
      mileageUnit: 'mi',
      resellPrice: '31,500',
    }
    const ids: string[] = []
    for (const fields of [
      complete,
      { ...complete, image_url: '' },
      { ...complete, resellPrice: '' },
      { ...complete, year: null },
    ])
      ids.push((await add({ modelName: `${word} 3`, ...fields })).body.insertedId)
    const { body } = await call<{ _id: string }[]>(server.url, 'listCars', {
      query: { q: word, sort: 'relevance' },
    })
    expect(body.map(({ _id }) => _id)).toEqual([ids[0], ids[3], ids[2], ids[1]])
  })
})
