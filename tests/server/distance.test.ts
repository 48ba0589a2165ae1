import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Car } from '../../contract/cars/cars.ts'
import type { CarFacets } from '../../contract/cars/car-search.ts'
import type { Me } from '../../contract/users.ts'
import { isKnownZip, listMilesFrom, measureMiles, UNKNOWN_ZIP } from '../../server/core/zip-codes.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson, type Person } from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let seller: Person
beforeAll(async () => {
  server = await startTestServer()
  seller = await buildPerson(server.ctx, { account: 'seller' })
})
afterAll(() => server?.close())

const [AKRON, CLEVELAND, CHICAGO, CAMBRIDGE] = ['44304', '44113', '60601', '02139']

const form = {
  category_name: 'Audi',
  modelName: 'A4',
  selllerContact: '555-0100',
  usageTime: '3 years',
  originalPrice: '41,000',
  resellPrice: '24,900',
}

const get = async (id: string, as?: Person) => {
  const { body } = await call<Car>(server.url, 'getCar', { params: { id }, ...(as && { token: as.token }) })
  return body
}
const list = (query: object) => call<Car[]>(server.url, 'listCars', { query: { ...query } })
const facets = (query: object) => call<CarFacets>(server.url, 'getCarFacets', { query: { ...query } })
const setZip = (zip: string, person = seller) =>
  call<Me>(server.url, 'updateMe', { token: person.token, body: { zip } })
const add = (fields: object, person = seller) =>
  call<{ insertedId: string }>(server.url, 'addCar', { token: person.token, body: { ...form, ...fields } })
const edit = (id: string, fields: object) =>
  call(server.url, 'updateCar', { params: { id }, token: seller.token, body: { ...form, ...fields } })

describe('the distance between ZIP codes', () => {
  it('is the great-circle distance of their centers', () => {
    expect(measureMiles(AKRON, AKRON)).toBe(0)
    expect(measureMiles(AKRON, CLEVELAND)).toBeCloseTo(29.24, 1)
    expect(measureMiles(CLEVELAND, AKRON)).toBe(measureMiles(AKRON, CLEVELAND))
    expect(measureMiles('10001', '90012')).toBeGreaterThan(2_400)
    expect(measureMiles('99501', '96813')).toBeLessThan(2_900)
  })

  it('is the same in the list of all distances from a ZIP code', () => {
    const miles = listMilesFrom(AKRON)
    for (const zip of [AKRON, CLEVELAND, CHICAGO, CAMBRIDGE])
      expect(miles[Number(zip)]).toBe(measureMiles(AKRON, zip))
    expect(miles[0]).toBeNaN()
  })

  it.each(['00000', '34001', 'K1A', '4430', '', '44304-1234'])('is unknown for “%s”', (zip) => {
    expect(isKnownZip(zip)).toBe(false)
    expect(measureMiles(zip, AKRON)).toBeNull()
  })
})

describe('a car’s ZIP code', () => {
  it('is the car’s own or else its seller’s, for every reader', async () => {
    expect((await setZip(AKRON)).body.zip).toBe(AKRON)
    const following = (await add({})).body.insertedId
    const own = (await add({ zip: `${CAMBRIDGE}-4307` })).body.insertedId
    for (const reader of [undefined, seller, await buildPerson(server.ctx)]) {
      expect((await get(following, reader)).zip).toBe(AKRON)
      expect((await get(own, reader)).zip).toBe(CAMBRIDGE)
    }
    await setZip(CHICAGO)
    expect([(await get(following)).zip, (await get(own)).zip]).toEqual([CHICAGO, CAMBRIDGE])
    await edit(own, { zip: '' })
    expect((await get(own)).zip).toBe(CHICAGO)
    await setZip('')
    expect([(await get(following)).zip, (await get(own)).zip]).toEqual([null, null])
  })

  it('still follows the seller’s after an edit form that shows it is saved', async () => {
    await setZip(AKRON)
    const id = (await add({})).body.insertedId
    await edit(id, { zip: (await get(id)).zip, description: 'New tires.' })
    await edit(id, { description: 'New tires and brakes.' })
    await setZip(CHICAGO)
    expect((await get(id)).zip).toBe(CHICAGO)
    await setZip('')
  })

  it('is rejected if it does not exist', async () => {
    for (const [zip, message] of [
      ['00000', UNKNOWN_ZIP],
      ['4430', expect.any(String)],
    ]) {
      const errors = [{ path: 'zip', message: message as string }]
      expect(await setZip(zip as string)).toMatchObject({ status: 400, body: { errors } })
      expect(await add({ zip })).toMatchObject({ status: 400, body: { errors } })
    }
  })

  it('is removed from a deleted account', async () => {
    const leaver = await buildPerson(server.ctx, { account: 'seller', zip: AKRON })
    const exported = await call<{ profile: object }>(server.url, 'exportMe', { token: leaver.token })
    expect(exported.body.profile).toMatchObject({ zip: AKRON })
    await call(server.url, 'deleteMe', { token: leaver.token })
    const { zip } = await server.ctx.db
      .selectFrom('users')
      .select('zip')
      .where('id', '=', leaver.id)
      .executeTakeFirstOrThrow()
    expect(zip).toBeNull()
  })
})

describe('a search by distance', () => {
  it('finds cars within the distance, nearest first, and shows their distances', async () => {
    const dealer = await buildPerson(server.ctx, { account: 'seller', zip: CLEVELAND })
    const model = { model_name: 'Radius test' }
    const near = await buildCar(server.ctx, dealer.id, model)
    const here = await buildCar(server.ctx, dealer.id, { ...model, zip: AKRON })
    const far = await buildCar(server.ctx, dealer.id, { ...model, zip: CHICAGO })
    const unknown = await buildCar(server.ctx, seller.id, model)
    const search = { q: 'radius', near: AKRON, sort: 'nearest' }
    const distances = async (query: object) =>
      (await list({ ...search, ...query })).body.map((car) => [car._id, car.distanceMiles])
    const miles = (zip: string) => Math.round(measureMiles(AKRON, zip)!)
    const all = [
      [here, 0],
      [near, miles(CLEVELAND)],
      [far, miles(CHICAGO)],
      [unknown, null],
    ]
    expect(await distances({})).toEqual(all)
    expect(await distances({ within: 0 })).toEqual(all.slice(0, 1))
    expect(await distances({ within: 50 })).toEqual(all.slice(0, 2))
    expect(await distances({ within: 5000 })).toEqual(all.slice(0, 3))
    expect((await facets({ q: 'radius', near: AKRON, within: 50 })).body.total).toBe(2)
    expect((await facets({ q: 'radius', near: CHICAGO, within: 50 })).body.total).toBe(1)
    const none = { q: 'radius', near: CAMBRIDGE, within: 1 }
    expect((await facets(none)).body.relax).toEqual([{ filter: 'within', total: 4 }])
    expect((await list({ q: 'radius' })).body[0]).not.toHaveProperty('distanceMiles')

    await setZip(AKRON, dealer)
    expect(await distances({ within: 0 })).toEqual([
      [near, 0],
      [here, 0],
    ])
    expect((await facets({ q: 'radius', near: AKRON, within: 50 })).body.total).toBe(2)
    expect((await facets({ q: 'radius', near: CLEVELAND, within: 5 })).body.total).toBe(0)
  })

  it.each([
    { within: 25 },
    { near: '', within: 25 },
    { near: AKRON, within: 'far' },
    { near: AKRON, within: -1 },
    { near: '00000' },
    { near: '00000', within: 25 },
  ])('is rejected for %o', async (query) => {
    for (const { status, body } of [await list(query), await facets(query)]) {
      expect(status).toBe(400)
      expect(body).toMatchObject({ errors: [{ path: expect.stringMatching(/^(near|within)$/) as string }] })
    }
  })

  it('is rejected if it sorts by distance without a ZIP code', async () => {
    expect(await list({ sort: 'nearest' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'near', message: 'Enter the ZIP code to measure the distance from.' }] },
    })
  })

  it('ignores an empty ZIP code and distance', async () => {
    expect((await list({ near: '', within: '' })).status).toBe(200)
  })
})
