import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENTER_DAY, isFutureDay } from '../../contract/calendar-day.ts'
import { extractModel } from '../../contract/cars/model-names.ts'
import type { Car } from '../../contract/cars/cars.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import { carGraph } from '../../server/pages/car-graph.ts'
import { findCar } from '../../server/features/cars/car.repository.ts'
import { call, type ApiRequest } from '../support/api-client.ts'
import { commonMakes } from '../../contract/cars/common-makes.ts'
import { buildPerson, type Person } from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let seller: Person
let buyer: Person
let admin: Person

beforeAll(async () => {
  server = await startTestServer()
  seller = await buildPerson(server.ctx, { account: 'seller', verified: 1 })
  buyer = await buildPerson(server.ctx)
  admin = await buildPerson(server.ctx, { role: 'admin' })
})
afterAll(() => server.close())

const api = <T>(name: EndpointName, request: ApiRequest & { as?: Person } = {}) =>
  call<T>(server.url, name, { token: request.as?.token, ...request })

const form = {
  category_name: 'Audi',
  modelName: '2021 Audi Q5 Sportback 45 TFSI',
  selllerContact: '555-0123',
  usageTime: '2 years',
  originalPrice: '48,990',
  resellPrice: '31,500',
}
const facts = {
  doors: 5,
  seats: 5,
  engineCc: 1984,
  powerKw: 195,
  owners: 1,
  interiorColor: 'Beige',
  trim: 'S line',
  engine: '2.0-liter turbo',
  fuel: 'Plug-in hybrid',
  body: 'suv',
} as const
const registration = 'QVX 4471'

async function add(fields: object = {}): Promise<string> {
  const { body } = await api<{ insertedId: string }>('addCar', { as: seller, body: { ...form, ...fields } })
  return body.insertedId
}
const get = async (id: string, as?: Person) =>
  (await api<Car>('getCar', { params: { id }, ...(as && { as }) })).body
const edit = (id: string, fields: object) =>
  api('updateCar', { params: { id }, as: seller, body: { ...form, ...fields } })

describe('the car data entered by a seller', () => {
  it('is shown as entered, and optional facts stay unchanged if an older client omits them', async () => {
    const id = await add({ ...facts, year: 2021, mileage: 9000, mileageUnit: 'mi' })
    expect(await get(id)).toMatchObject({ ...facts, year: 2021 })
    await edit(id, { doors: 3, trim: null })
    expect(await get(id)).toMatchObject({ ...facts, doors: 3, trim: null, year: null, mileage: null })
  })

  it('is in the structured data under schema.org’s names', async () => {
    const id = await add({ ...facts, registration })
    const [graph] = carGraph((await findCar(server.ctx.db, id))!, 'https://cars.example')
    expect(graph).toMatchObject({
      numberOfDoors: 5,
      vehicleSeatingCapacity: 5,
      numberOfPreviousOwners: 1,
      vehicleInteriorColor: 'Beige',
      vehicleConfiguration: 'S line',
      vehicleEngine: {
        '@type': 'EngineSpecification',
        fuelType: 'Plug-in hybrid',
        engineType: '2.0-liter turbo',
        engineDisplacement: { '@type': 'QuantitativeValue', value: 1984, unitCode: 'CMQ' },
        enginePower: { '@type': 'QuantitativeValue', value: 195, unitCode: 'KWT' },
      },
    })
    expect(JSON.stringify(graph)).not.toContain(registration)
  })

  it('is in the structured data by its label if schema.org has no property for it', async () => {
    const id = await add({ title: 'rebuilt', evRange: 240, warrantyUntil: '2027-03-31', deposit: 250 })
    const [graph] = carGraph((await findCar(server.ctx.db, id))!, 'https://cars.example')
    const property = { '@type': 'PropertyValue' }
    expect(graph).toMatchObject({
      additionalProperty: [
        { ...property, name: 'Title', value: 'Rebuilt' },
        { ...property, name: 'Electric range', value: '240 mi' },
        { ...property, name: 'Warranty until', value: '2027-03-31' },
      ],
    })
    const [plain] = carGraph((await findCar(server.ctx.db, await add()))!, 'https://cars.example')
    expect(plain).not.toHaveProperty(['additionalProperty', 0])
  })
})

describe('a fact without a value', () => {
  const search = async (query: Record<string, string>) =>
    (await api<Car[]>('listCars', { query: { category_name: 'Saab', ...query } })).body.map(({ _id }) => _id)

  it('is null, and matches no filter', async () => {
    const open = await add({ category_name: 'Saab', modelName: '9-3' })
    const known = { title: 'clean', accidents: 'none known', warranty: 'dealer', evRange: 250 }
    const stated = await add({ category_name: 'Saab', modelName: '9-3', ...known })
    expect(await get(open)).toMatchObject({ title: null, accidents: null, warranty: null, evRange: null })
    expect(await search({})).toEqual(expect.arrayContaining([open, stated]))
    const filters = { title: 'clean,rebuilt,salvage,lemon,other', accidents: 'none known,minor,structural' }
    for (const [name, value] of Object.entries({ ...filters, warranty: 'as is,dealer', evRangeMin: '1' }))
      expect(await search({ [name]: value }), name).toEqual([stated])
    expect(await search({ evRangeMin: '251' })).toEqual([])
  })
})

describe('a day', () => {
  it.each(['2026-02-30', '2026-2-3', '11/28/2026', '1026-01-01', 'soon', '2026-01-01T00:00:00Z'])(
    'is rejected with the expected format if it is invalid: %s',
    async (lastInspection) => {
      const response = await api('addCar', { as: seller, body: { ...form, lastInspection } })
      expect(response).toMatchObject({
        status: 400,
        body: { errors: expect.arrayContaining([{ path: 'lastInspection', message: ENTER_DAY }]) as unknown },
      })
    },
  )

  it('is optional', async () => {
    const id = await add({ lastInspection: '2026-10-01' })
    expect(await get(id)).toMatchObject({ lastInspection: '2026-10-01', warrantyUntil: null })
    await edit(id, { lastInspection: '' })
    expect(await get(id)).toMatchObject({ lastInspection: null })
  })
})

it('a day is in the future until it begins in Kiribati', () => {
  expect(isFutureDay('2026-11-26', new Date('2026-11-25T09:59:59Z'))).toBe(true)
  expect(isFutureDay('2026-11-26', new Date('2026-11-25T10:00:00Z'))).toBe(false)
})

describe('an inspection in the future', () => {
  const dayAfter = (days: number) =>
    new Date(server.ctx.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const IN_FUTURE = /in the future\. Enter today or a day before it, or leave it empty\.$/

  it.each(['addCar', 'addDraft'] as const)('is rejected by %s', async (name) => {
    const response = await api(name, { as: seller, body: { ...form, lastInspection: dayAfter(2) } })
    expect(response).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'lastInspection', message: expect.stringMatching(IN_FUTURE) as unknown }] },
    })
  })

  it('does not prevent other edits if it was stored before the rule', async () => {
    const id = await add()
    const [old, other] = [dayAfter(300), dayAfter(301)]
    await server.ctx.db.updateTable('cars').set({ lastInspection: old }).where('id', '=', id).execute()
    expect(await edit(id, { location: 'Akron, OH' })).toMatchObject({ status: 200 })
    expect(await edit(id, { lastInspection: old })).toMatchObject({ status: 200 })
    expect(await get(id)).toMatchObject({ lastInspection: old, location: '' })
    expect(await edit(id, { lastInspection: other })).toMatchObject({ status: 400 })
    expect(await edit(id, { lastInspection: null })).toMatchObject({ status: 200 })
  })
})

describe('a battery', () => {
  const battery = { evRange: 240, batteryHealth: 94 }
  const error = (path: string) => ({
    path,
    message: 'Only electric and hybrid cars have this value. Leave it empty, or correct the fuel.',
  })

  it.each(['Petrol', 'Diesel', 'LPG', 'CNG', 'Hydrogen'])('is rejected for %s', async (fuel) => {
    const response = await api('addCar', { as: seller, body: { ...form, ...battery, fuel } })
    expect(response).toMatchObject({
      status: 400,
      body: { errors: [error('batteryHealth'), error('evRange')] },
    })
  })

  it.each(['Electric', 'Plug-in hybrid', 'Hybrid', null])('is accepted for %s', async (fuel) => {
    expect(await get(await add({ ...battery, fuel }))).toMatchObject(battery)
  })

  it('is rejected if the fuel changes to a fuel without a battery', async () => {
    const id = await add({ evRange: 240, fuel: 'Electric' })
    expect(await edit(id, { fuel: 'Petrol' })).toMatchObject({
      status: 400,
      body: { errors: [error('evRange')] },
    })
    expect(await edit(id, { fuel: 'Petrol', evRange: null })).toMatchObject({ status: 200 })
  })

  it('does not prevent other edits if it was stored before the rule', async () => {
    const id = await add({ fuel: 'Petrol' })
    await server.ctx.db.updateTable('cars').set(battery).where('id', '=', id).execute()
    expect(await edit(id, { ...battery, fuel: 'Petrol', location: 'Akron, OH' })).toMatchObject({
      status: 200,
    })
    expect(await get(id)).toMatchObject({ ...battery, location: 'Akron, OH' })
    expect(await edit(id, { evRange: 241 })).toMatchObject({
      status: 400,
      body: { errors: [error('evRange')] },
    })
  })
})

describe('a license plate', () => {
  it('is visible only to the seller and admins, regardless of earlier readers', async () => {
    const id = await add({ registration })
    const readerOrder = [undefined, buyer, seller, admin, buyer, undefined, seller]
    const registrations: unknown[] = []
    for (const reader of readerOrder) registrations.push((await get(id, reader)).registration)
    expect(registrations).toEqual([null, null, registration, registration, null, null, registration])
  })

  it('is not in any list that buyers can read', async () => {
    await add({ registration })
    for (const as of [undefined, buyer])
      for (const name of ['listCars'] as const) {
        const { body } = await api<Car[]>(name, { query: { category_name: 'Audi' }, ...(as && { as }) })
        expect(JSON.stringify(body)).not.toContain(registration)
      }
  })
})

describe('the model of a car', () => {
  it.each([
    ['Audi', '2021 Audi Q5 Sportback 45 TFSI', 'Q5 Sportback'],
    ['Tesla', 'model 3 Long Range', 'Model 3'],
    ['BMW', '330i M Sport', '330i'],
    ['Ford', 'F150 Lariat', 'F-150'],
    ['Jeep', 'Grand Cherokee Summit', 'Grand Cherokee'],
    ['Peugeot', '2008', '2008'],
    ['Warp', 'Nine, two owners', 'Nine'],
    ['Audi', '2021', '2021'],
    ['Renault', 'Mégane Zen', 'Megane'],
    ['Kia', "Cee'd SW", 'Ceed'],
    ['Skoda', 'Škoda Élan', 'Elan'],
    ['Lada', 'Нивай', 'Нивай'],
  ])('is derived for a %s named “%s”: %s', (make, name, model) => {
    expect(extractModel(make, name)).toBe(model)
  })

  it('is derived from the name until the seller enters it, and again when the name changes', async () => {
    const id = await add()
    expect((await get(id)).model).toBe('Q5 Sportback')
    await edit(id, { model: 'Q5' })
    expect((await get(id)).model).toBe('Q5')
    await edit(id, {})
    expect((await get(id)).model).toBe('Q5')
    await edit(id, { modelName: 'A4 Avant' })
    expect((await get(id)).model).toBe('A4')
  })
})

it('normalizes the spelling of a model entered by the seller', async () => {
  const id = await add({ category_name: 'Renault', modelName: 'Mégane', model: 'Mégane' })
  expect((await get(id)).model).toBe('Megane')
  await edit(id, { model: 'e tech Élite' })
  expect((await get(id)).model).toBe('e tech Elite')
})

it('a new installation has the world’s car makes, but no truck makes or tuners', async () => {
  const makes = await server.ctx.db.selectFrom('categories').select('name').orderBy('position').execute()
  const names = makes.map(({ name }) => name)
  expect(names.slice(0, 3)).toEqual(['Tesla', 'Audi', 'BMW'])
  expect(names.length).toBeGreaterThan(245)
  expect(names).toEqual(expect.arrayContaining([...commonMakes, 'Škoda', 'Vauxhall', 'Lada']))
  for (const name of ['Seagrave', 'Kenworth', 'Engine Connection', 'Vintage Auto'])
    expect(names).not.toContain(name)
  const otherNames = names.slice(3)
  expect(otherNames).toEqual(otherNames.toSorted((one, other) => one.localeCompare(other, 'en')))
})
