import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Car } from '../../contract/cars/cars.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson, buildUpload, type Person } from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let seller: Person
let stranger: Person
beforeAll(async () => {
  server = await startTestServer()
  seller = await buildPerson(server.ctx, { account: 'seller' })
  stranger = await buildPerson(server.ctx, { account: 'seller' })
})
afterAll(() => server.close())

interface ResponseBody extends Car {
  insertedId: string
  version: number
  code: string
}

const add = async (body: object) =>
  (await call<ResponseBody>(server.url, 'addDraft', { token: seller.token, body })).body
const saveDraft = (id: string, body: object, version?: number, caller = seller) =>
  call<ResponseBody>(server.url, 'saveDraft', {
    token: caller.token,
    params: { id },
    body,
    ...(version && { headers: { 'if-match': `"${version}"` } }),
  })
const readDraft = (id: string, caller?: Person) =>
  call<ResponseBody>(server.url, 'getCar', { params: { id }, ...(caller && { token: caller.token }) })

/** The smallest car that the product specification allows. */
const minimalCar = {
  category_name: 'BMW',
  modelName: 'X3',
  selllerContact: '555-0100',
  usageTime: '2 years',
  originalPrice: '38,000',
}

/** Returns the remaining fields of a complete listing. */
const remainingFields = async ({ id }: Person) => ({
  year: 2019,
  mileage: 40_000,
  noVinReason: 'Kit car',
  images: [await buildUpload(server.ctx, id)],
  resellPrice: '24,900',
})

describe('a draft', () => {
  it('may be empty, stores the given fields, and is visible only to seller and admins', async () => {
    const { insertedId: id, version } = await add({})
    expect(version).toBe(1)
    const saveResponse = await saveDraft(id, { modelName: 'X3', year: 2020 }, 1)
    expect(saveResponse.body).toMatchObject({ modifiedCount: 1, version: 2 })
    expect((await readDraft(id, seller)).body).toMatchObject({
      available: 'draft',
      category_name: '',
      modelName: 'X3',
      year: 2020,
      listedBefore: false,
    })
    expect((await readDraft(id, await buildPerson(server.ctx, { role: 'admin' }))).status).toBe(200)
    for (const otherReader of [stranger, undefined])
      expect((await readDraft(id, otherReader)).status).toBe(404)
    expect((await saveDraft(id, {}, 2, stranger)).status).toBe(404)
  })

  it('is saved by one of two windows, and the other gets an error about its outdated copy', async () => {
    const { insertedId: id } = await add({ modelName: 'X3' })
    const responses = await Promise.all([
      saveDraft(id, { modelName: 'X5' }, 1),
      saveDraft(id, { modelName: 'X7' }, 1),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412])
    expect(responses.find(({ status }) => status === 412)!.body.code).toBe('stale-copy')
  })

  it('rejects invalid fields but accepts missing fields', async () => {
    const { insertedId: id } = await add({})
    const invalidFieldsOf = async (draft: object) => {
      const { body } = await saveDraft(id, draft)
      expect(body).toMatchObject({ status: 400 })
      return (body as unknown as { errors: { path: string }[] }).errors.map(({ path }) => path).sort()
    }
    expect(await invalidFieldsOf({ year: 3000 })).toEqual(['year'])
    const unknown = { category_name: 'Ferrarri', images: ['/not/mine.webp'] }
    expect(await invalidFieldsOf(unknown)).toEqual(['category_name', 'images.0'])
  })

  it('is created once for repeated requests, and can be deleted and restored', async () => {
    const headers = { 'idempotency-key': 'a-draft' }
    const [firstResponse, secondResponse] = [1, 2].map(() =>
      call<ResponseBody>(server.url, 'addDraft', { token: seller.token, body: { modelName: 'X1' }, headers }),
    )
    const id = (await firstResponse!).body.insertedId
    expect((await secondResponse!).body.insertedId).toBe(id)
    const deletion = await call<{ undoId: string }>(server.url, 'deleteMyCar', {
      token: seller.token,
      params: { id },
    })
    expect((await saveDraft(id, {})).status).toBe(404)
    await call(server.url, 'undo', { token: seller.token, params: { id: deletion.body.undoId } })
    expect((await readDraft(id, seller)).body.available).toBe('draft')
  })

  it('is listed once by a POST /cars/add request that names it', async () => {
    const otherFields = await remainingFields(seller)
    const { images, noVinReason } = otherFields
    const { insertedId: draftID } = await add({ modelName: 'X3', noVinReason, images })
    const list = (fields: object = otherFields) =>
      call<ResponseBody>(server.url, 'addCar', {
        token: seller.token,
        body: { ...minimalCar, ...fields, draftID },
      })
    expect((await list()).body.insertedId).toBe(draftID)
    expect((await readDraft(draftID)).body).toMatchObject({ available: 'instock', category_name: 'BMW' })
    // The saved draft is no longer a draft, so this request lists another car.
    expect((await list()).body.insertedId).not.toBe(draftID)
    expect((await saveDraft(draftID, {})).body).toMatchObject({ status: 409, code: 'state-not-allowed' })
  })

  it('stays unchanged when another seller names it in POST /cars/add', async () => {
    const { insertedId: draftID } = await add({ modelName: 'Mine' })
    const body = { ...minimalCar, ...(await remainingFields(stranger)), draftID }
    const response = await call<ResponseBody>(server.url, 'addCar', { token: stranger.token, body })
    expect(response.status).toBe(200)
    expect(response.body.insertedId).not.toBe(draftID)
    expect((await readDraft(draftID, seller)).body).toMatchObject({ available: 'draft', modelName: 'Mine' })
  })

  it('cannot be a car that was listed before, even if it is unlisted now', async () => {
    for (const state of ['withdrawn', 'preparing'] as const) {
      const id = await buildCar(server.ctx, seller.id, { state })
      expect((await saveDraft(id, { modelName: '' })).body).toMatchObject({ status: 409 })
    }
  })
})
