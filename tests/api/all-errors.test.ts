import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { endpoints } from '../../contract/api/endpoints.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import { call, type ApiRequest } from '../support/api-client.ts'
import { buildCar, buildImport, type Person } from '../support/factories.ts'
import { photo } from '../support/photo.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { buildValidRequest, endpointNames } from './requests.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ stripe: { webhooks: 'hold' } })
})
afterAll(() => app?.close())

const pathsOf = async (name: EndpointName, as: Person, request: ApiRequest) => {
  const { status, body } = await call(app.url, name, { ...request, token: as.token })
  expect(status, JSON.stringify(body)).toBe(400)
  expect(body.code).toBe('invalid-input')
  return body.errors!.map(({ path }) => path).toSorted()
}

async function upload(as: Person): Promise<string> {
  const body = new FormData()
  const { buffer, mimeType } = await photo('car.jpg', 64, 48)
  body.set('image', new Blob([new Uint8Array(buffer)], { type: mimeType }), 'car.jpg')
  const query = { key: 'kerblight' }
  const response = await call<{ data: { display_url: string } }>(app.url, 'uploadImage', {
    query,
    body,
    token: as.token,
  })
  return response.body.data.display_url
}

describe.each(
  endpointNames
    .map((name) => [name, requiredFields((endpoints[name] as Endpoint).body)] as const)
    .filter(([, fields]) => fields.length > 0),
)('%s with an empty body', (name, fields) => {
  it(`reports all missing fields in one response: ${fields.join(', ')}`, async () => {
    const request = await buildValidRequest(app, name)
    const response = await call(app.url, name, { ...request, body: {} })
    expect(response.status).toBe(400)
    expect(response.body.errors!.map(({ path }) => path)).toEqual(expect.arrayContaining(fields))
    expect(response.body.detail).toBe(
      fields.length === 1 ? response.body.errors![0]!.message : 'Some fields need your attention.',
    )
  })
})

describe('schema errors before database errors', () => {
  const car = {
    category_name: 'Zastava',
    condition: 'Good',
    modelName: '',
    selllerContact: '555-0100',
    usageTime: '2 years',
    originalPrice: '38,000',
    year: 1200,
  }

  it('reports an unknown category and all invalid photos of a new car in one response', async () => {
    const { seller, otherSeller } = app.people
    const images = [await upload(seller), await upload(otherSeller), 'https://elsewhere.test/1.jpg']
    const body = { ...car, image_url: 'https://elsewhere.test/2.jpg', images }
    expect(await pathsOf('addCar', seller, { body })).toEqual(['modelName', 'year'])
    const correctedBody = { ...body, modelName: 'P 601', year: 1985 }
    expect(await pathsOf('addCar', seller, { body: correctedBody })).toEqual([
      'category_name',
      'image_url',
      'images.1',
      'images.2',
    ])
  })

  it('accepts an edited car’s existing photos and returns 404 for another seller’s car', async () => {
    const { seller, otherSeller } = app.people
    const ownPhoto = '/art/cars/own.webp'
    const id = await buildCar(app.ctx, seller.id, { images: [ownPhoto] })
    const body = { ...car, modelName: 'P 601', year: 1985, images: [ownPhoto, '/art/cars/other.webp'] }
    const request = { params: { id }, body }
    expect(await pathsOf('updateCar', seller, request)).toEqual(['category_name', 'images.1'])
    const response = await call(app.url, 'updateCar', { ...request, token: otherSeller.token })
    expect(response.body).toMatchObject({ status: 404, code: 'not-found' })
  })

  it('reports a draft’s taken stock number with that rule’s error code', async () => {
    const { seller } = app.people
    await buildCar(app.ctx, seller.id, { stock_no: '4711' })
    expect(await pathsOf('addDraft', seller, { body: { stockNo: '4711', year: 1200 } })).toEqual(['year'])
    const response = await call(app.url, 'addDraft', { body: { stockNo: '4711' }, token: seller.token })
    expect(response.body).toMatchObject({ status: 409, code: 'stock-number-taken' })
  })

  it('reports unknown columns and makes of an import', async () => {
    const { seller } = app.people
    const params = { id: await buildImport(app.ctx, seller.id) }
    const columns = [
      { column: 98, field: 'location' },
      { column: 99, field: 'location' },
    ]
    expect(await pathsOf('setImportColumns', seller, { params, body: { columns } })).toEqual([
      'columns.0.column',
      'columns.1.column',
      'columns.1.field',
    ])
    const values = [{ field: 'make', value: '5', becomes: 'Zastava' }]
    expect(await pathsOf('setImportValues', seller, { params, body: { values } })).toEqual([
      'values.0.becomes',
    ])
  })

  it('rejects a profile photo of another user', async () => {
    const { buyer, seller } = app.people
    const photoURL = await upload(seller)
    expect(await pathsOf('updateMe', buyer, { body: { fullName: '', photoURL } })).toEqual(['fullName'])
    expect(await pathsOf('updateMe', buyer, { body: { fullName: 'Bo', photoURL } })).toEqual(['photoURL'])
  })

  it('reports unknown categories in a search', async () => {
    const query = { brand: 'Audi,Zastava', category_name: 'Melkus' }
    const wrongQuery = { ...query, fuel: 'Coal', limit: '0' }
    expect(await pathsOf('listCars', app.people.buyer, { query: wrongQuery })).toEqual(['fuel.0', 'limit'])
    expect(await pathsOf('listCars', app.people.buyer, { query })).toEqual(['brand.1', 'category_name'])
    expect(await pathsOf('getCarFacets', app.people.buyer, { query })).toEqual(['brand.1', 'category_name'])
  })
})

it('limits the length of its response for any request', async () => {
  const ids = Array.from({ length: 20_000 }, () => 5)
  const { body } = await call(app.url, 'deleteCars', { body: { ids }, token: app.people.seller.token })
  expect(body.errors!.length).toBeLessThanOrEqual(100)
})

function requiredFields(schema: z.ZodType | undefined): string[] {
  if (!schema) return []
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { required?: string[] }
  return json.required ?? []
}
