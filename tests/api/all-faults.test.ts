import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import type { EndpointName } from '../../contract/paths.ts'
import { faultFinders } from '../../server/fault-finders.ts'
import { call, type ApiRequest } from '../support/api-client.ts'
import {
  buildCar,
  buildImport,
  buildMake,
  buildPayment,
  buildPurchase,
  type Person,
} from '../support/factories.ts'
import { photo } from '../support/photo.ts'
import { startWorld, type World } from '../support/world.ts'
import { correctRequest, endpointNames } from './requests.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ stripe: { webhooks: 'hold' } })
})
afterAll(() => world?.close())

const asked = new Set<string>()

const pathsOf = async (name: EndpointName, as: Person, request: ApiRequest) => {
  asked.add(name)
  const { status, body } = await call(world.url, name, { ...request, token: as.token })
  expect(status, JSON.stringify(body)).toBe(400)
  expect(body.code).toBe('invalid-input')
  return body.errors!.map(({ path }) => path).toSorted()
}

async function upload(as: Person): Promise<string> {
  const body = new FormData()
  const { buffer, mimeType } = await photo('car.jpg', 64, 48)
  body.set('image', new Blob([new Uint8Array(buffer)], { type: mimeType }), 'car.jpg')
  const query = { key: 'kerblight' }
  const answer = await call<{ data: { display_url: string } }>(world.url, 'uploadImage', {
    query,
    body,
    token: as.token,
  })
  return answer.body.data.display_url
}

describe.each(
  endpointNames
    .map((name) => [name, requiredFields((endpoints[name] as Endpoint).body)] as const)
    .filter(([, fields]) => fields.length > 0),
)('%s, asked with an empty body', (name, fields) => {
  it(`misses ${fields.join(', ')}, all in one answer`, async () => {
    const request = await correctRequest(world, name)
    const answer = await call(world.url, name, { ...request, body: {} })
    expect(answer.status).toBe(400)
    expect(answer.body.errors!.map(({ path }) => path)).toEqual(expect.arrayContaining(fields))
    expect(answer.body.detail).toBe(
      fields.length === 1 ? answer.body.errors![0]!.message : 'Some fields need your attention.',
    )
  })
})

describe('what only the database knows is told with the rest', () => {
  const car = {
    category_name: 'Zastava',
    condition: 'Good',
    modelName: '',
    selllerContact: '555-0100',
    usageTime: '2 years',
    originalPrice: '38,000',
    year: 1200,
  }

  it('of a new car: its category and its pictures', async () => {
    const { seller, otherSeller } = world.people
    const images = [await upload(seller), await upload(otherSeller), 'https://elsewhere.test/1.jpg']
    const body = { ...car, image_url: 'https://elsewhere.test/2.jpg', images }
    const faults = ['category_name', 'image_url', 'images.1', 'images.2', 'modelName', 'year']
    expect(await pathsOf('addCar', seller, { body })).toEqual(faults)
    const right = { ...body, modelName: 'P 601', year: 1985 }
    expect(await pathsOf('addCar', seller, { body: right })).toEqual(faults.slice(0, 4))
    expect(await pathsOf('addCar', seller, { body: { ...body, images: [5, images[1]] } })).toEqual([
      'category_name',
      'image_url',
      'images.0',
      'images.1',
      'modelName',
      'year',
    ])
  })

  it('of a car that is edited: pictures it has already are fine; a car of others says nothing', async () => {
    const { seller, otherSeller } = world.people
    const own = '/art/cars/own.webp'
    const id = await buildCar(world.ctx, seller.id, { images: [own] })
    const body = { ...car, images: [own, '/art/cars/other.webp'] }
    const request = { params: { id }, body }
    expect(await pathsOf('updateCar', seller, request)).toEqual([
      'category_name',
      'images.1',
      'modelName',
      'year',
    ])
    expect(await pathsOf('updateCar', otherSeller, request)).toEqual(['modelName', 'year'])
  })

  it('of a car: another one of theirs has its stock number and its VIN', async () => {
    const { seller } = world.people
    const [vin, stockNo] = ['1FADP5BU5DL500000', '4711']
    await buildCar(world.ctx, seller.id, { vin, stock_no: stockNo })
    const wrong = { ...car, category_name: 'Audi', vin, stockNo }
    const faults = ['modelName', 'stockNo', 'vin', 'year']
    expect(await pathsOf('addCar', seller, { body: wrong })).toEqual(faults)
    expect(await pathsOf('addDraft', seller, { body: { stockNo, year: 1200 } })).toEqual(['stockNo', 'year'])
    const draft = await buildCar(world.ctx, seller.id, { state: 'preparing', listed_at: null })
    const saved = { params: { id: draft }, body: { vin, stockNo, year: 1200 } }
    expect(await pathsOf('saveDraft', seller, saved)).toEqual(['stockNo', 'vin', 'year'])
    const params = { id: await buildCar(world.ctx, seller.id) }
    expect(await pathsOf('updateCar', seller, { params, body: wrong })).toEqual(faults)

    const body = { ...wrong, modelName: 'A4', year: 2015 }
    expect(
      await pathsOf('updateCar', seller, { params, body: { ...body, images: ['/art/cars/other.webp'] } }),
    ).toEqual(['images.0', 'stockNo', 'vin'])
    expect(await pathsOf('updateCar', seller, { params, body })).toEqual(['stockNo', 'vin'])
    const alone = await call(world.url, 'updateCar', {
      params,
      body: { ...body, stockNo: '4712' },
      token: seller.token,
    })
    expect(alone.body).toMatchObject({ status: 409, code: 'vin-listed' })
  })

  it('of a state: a day to come, and cars that are not theirs', async () => {
    const { seller, otherSeller } = world.people
    const body = { state: 'ugly', date: '2999-01-01' }
    const params = { id: await buildCar(world.ctx, seller.id) }
    expect(await pathsOf('setCarState', seller, { params, body })).toEqual(['date', 'state'])
    const ids = [params.id, await buildCar(world.ctx, otherSeller.id)]
    const faults = ['date', 'ids.1']
    expect(await pathsOf('setCarStates', seller, { body: { ...body, ids } })).toEqual([...faults, 'state'])
    const right = { ...body, ids, state: 'sold-elsewhere' }
    expect(await pathsOf('setCarStates', seller, { body: right })).toEqual(faults)
  })

  it("of a make: a name that is taken, and a logo that is another's", async () => {
    const { admin, seller } = world.people
    const body = { category_name: 'audi', brandImage: await upload(seller) }
    const faults = ['brandImage', 'category_name']
    expect(await pathsOf('addCategory', admin, { body: { ...body, shown: 'x' } })).toEqual([
      ...faults,
      'shown',
    ])
    expect(await pathsOf('addCategory', admin, { body })).toEqual(faults)
    const alone = await call(world.url, 'addCategory', {
      body: { category_name: 'audi' },
      token: admin.token,
    })
    expect(alone.body).toMatchObject({ status: 409, code: 'make-exists' })
    const params = { name: await buildMake(world.ctx) }
    const change = { params, body: { ...body, place: 'x' } }
    expect(await pathsOf('updateCategory', admin, change)).toEqual([...faults, 'place'])
    expect(await pathsOf('updateCategory', admin, { params, body: { mergeInto: 'Zastava' } })).toEqual([
      'mergeInto',
    ])
  })

  it('of a refund: more than is left', async () => {
    const { admin, buyer, seller } = world.people
    const purchase = await buildPurchase(world.ctx, buyer.id, await buildCar(world.ctx, seller.id))
    const params = { id: (await buildPayment(world.ctx, purchase)).id }
    const body = { amount: '99,999', reason: '', refundedAmount: 0 }
    expect(await pathsOf('refundPayment', admin, { params, body })).toEqual(['amount', 'reason'])
  })

  it('of an import: columns that its file does not have, makes that are not there', async () => {
    const { seller } = world.people
    const params = { id: await buildImport(world.ctx, seller.id) }
    const columns = [
      { column: 99, field: 'ugly' },
      { column: 'x', field: 'location' },
    ]
    expect(await pathsOf('setImportColumns', seller, { params, body: { columns } })).toEqual([
      'columns.0.column',
      'columns.0.field',
      'columns.1.column',
    ])
    const values = [{ field: 'make', value: 5, becomes: 'Zastava' }]
    expect(await pathsOf('setImportValues', seller, { params, body: { values } })).toEqual([
      'values.0.becomes',
      'values.0.value',
    ])
  })

  it('of photos: cars that are not theirs', async () => {
    const { seller, otherSeller } = world.people
    const cars = [{ carID: await buildCar(world.ctx, otherSeller.id), images: [] }]
    expect(await pathsOf('addPhotos', seller, { body: { cars } })).toEqual(['cars.0.carID', 'cars.0.images'])
  })

  it('of a review: a purchase that is not there', async () => {
    const body = { rating: 9, reviewText: '', purchasedItemID: 'nobody-has-this' }
    expect(await pathsOf('addReview', world.people.buyer, { body })).toContain('purchasedItemID')
  })

  it('of a change of many cars: each that is not theirs', async () => {
    const { seller, otherSeller } = world.people
    const ids = [
      await buildCar(world.ctx, seller.id),
      await buildCar(world.ctx, otherSeller.id),
      'nobody-has-this',
      'not an id',
    ]
    const faults = ['change', 'ids.1', 'ids.2', 'ids.3']
    expect(await pathsOf('updateCars', seller, { body: { ids, change: {} } })).toEqual(faults)
    expect(await pathsOf('deleteCars', seller, { body: { ids } })).toEqual(faults.slice(1))
  })

  it("of a profile: a photo that is another's", async () => {
    const { buyer, seller } = world.people
    const body = { fullName: '', photoURL: await upload(seller) }
    expect(await pathsOf('updateMe', buyer, { body })).toEqual(['fullName', 'photoURL'])
  })

  it('of a purchase, a payment and a report: what they name', async () => {
    const { buyer, otherBuyer, seller } = world.people
    const carID = await buildCar(world.ctx, seller.id, { state: 'withdrawn' })
    const purchase = { carID, buyerContact: '', meetingPlace: 'x'.repeat(300) }
    expect(await pathsOf('addPurchase', buyer, { body: purchase })).toEqual([
      'buyerContact',
      'carID',
      'meetingPlace',
    ])
    const listed = await buildCar(world.ctx, seller.id)
    const purchasedItemID = await buildPurchase(world.ctx, otherBuyer.id, listed)
    const payment = { sellingPrice: { much: true }, purchasedItemID }
    expect(await pathsOf('createPaymentIntent', buyer, { body: payment })).toEqual([
      'purchasedItemID',
      'sellingPrice',
    ])
    const saved = { purchasedItemID, transactionID: 'ch_1' }
    expect(await pathsOf('savePayment', buyer, { body: saved })).toEqual(['purchasedItemID', 'transactionID'])
    const report = { reportedItemInfo: { _id: 'nobody-has-this' }, reason: 'ugly', note: 5 }
    expect(await pathsOf('addReport', buyer, { body: report })).toEqual([
      'note',
      'reason',
      'reportedItemInfo._id',
    ])
  })

  it('of a search: categories that are not there', async () => {
    const query = { brand: 'Audi,Zastava', category_name: 'Melkus', fuel: 'Coal', limit: '0' }
    expect(await pathsOf('listCars', world.people.buyer, { query })).toEqual([
      'brand.1',
      'category_name',
      'fuel.0',
      'limit',
    ])
    const counted = { category_name: 'Melkus', fuel: 'Coal' }
    expect(await pathsOf('getCarFacets', world.people.buyer, { query: counted })).toEqual([
      'category_name',
      'fuel.0',
    ])
  })

  it('of each endpoint that has something to find', () => {
    const finding = Object.entries(faultFinders).filter(([, finder]) => finder !== 'none')
    expect([...asked].toSorted()).toEqual(finding.map(([name]) => name).toSorted())
  })

  it('where one of them is all that is wrong, it is the refusal it always was', async () => {
    const { buyer } = world.people
    const body = { carID: 'nobody-has-this', buyerContact: '1', meetingPlace: 'Here' }
    const answer = await call(world.url, 'addPurchase', { body, token: buyer.token })
    expect(answer.body).toMatchObject({ status: 404, code: 'not-found' })
  })
})

it('keeps its answer short, whatever was sent', async () => {
  const ids = Array.from({ length: 20_000 }, () => 5)
  const { body } = await call(world.url, 'deleteCars', { body: { ids }, token: world.people.seller.token })
  expect(body.errors!.length).toBeLessThanOrEqual(100)
})

function requiredFields(schema: z.ZodType | undefined): string[] {
  if (!schema) return []
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { required?: string[] }
  return json.required ?? []
}
