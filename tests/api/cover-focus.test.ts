import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Car } from '../../contract/cars/cars.ts'
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

const fields = {
  category_name: 'BMW',
  modelName: 'X3',
  selllerContact: '555-0100',
  usageTime: '2 years',
  originalPrice: '38,000',
}

async function addCar(extraFields: object) {
  const { body } = await call<{ insertedId: string }>(server.url, 'addCar', {
    token: seller.token,
    body: { ...fields, ...extraFields },
  })
  return body.insertedId
}

const edit = (id: string, extraFields: object) =>
  call<Car>(server.url, 'updateCar', {
    token: seller.token,
    params: { id },
    body: { ...fields, ...extraFields },
  })

const focusOf = async (id: string) =>
  (await call<Car>(server.url, 'getCar', { params: { id } })).body.coverFocus

it('the focal point of a cover photo lasts as long as the photo', async () => {
  const [firstPhoto, secondPhoto] = [
    await buildUpload(server.ctx, seller.id),
    await buildUpload(server.ctx, seller.id),
  ]
  const id = await addCar({ images: [firstPhoto, secondPhoto], coverFocus: '30 100' })
  expect(await focusOf(id)).toBe('30 100')
  const { images } = (await call<Car>(server.url, 'getCar', { params: { id } })).body
  await edit(id, { images })
  expect(await focusOf(id)).toBe('30 100')
  await edit(id, { images: images.toReversed() })
  expect(await focusOf(id)).toBeNull()
  await edit(id, { images: images.toReversed(), coverFocus: '0 5' })
  expect(await focusOf(id)).toBe('0 5')
  await edit(id, { images: images.toReversed(), coverFocus: null })
  expect(await focusOf(id)).toBeNull()
})

it('a change of the focal point is part of the history and can be reverted', async () => {
  const id = await addCar({ images: [await buildUpload(server.ctx, seller.id)], coverFocus: '10 10' })
  const { images } = (await call<Car>(server.url, 'getCar', { params: { id } })).body
  await edit(id, { images, coverFocus: '90 90' })
  const sets = await call<{ _id: string }[]>(server.url, 'listChangeSets', { token: seller.token })
  const revert = { token: seller.token, params: { id: sets.body[0]!._id }, body: {} }
  expect((await call(server.url, 'revertChangeSet', revert)).status).toBe(200)
  expect(await focusOf(id)).toBe('10 10')
})

it.each(['50', '101 50', '-1 5', '5,5 1', '5 5 5', 50])(
  '%s is not a valid focal point',
  async (coverFocus) => {
    const { status, body } = await call<{ errors: { path: string }[] }>(server.url, 'addCar', {
      token: seller.token,
      body: { ...fields, coverFocus },
    })
    expect(status).toBe(400)
    expect(body.errors.map(({ path }) => path)).toEqual(['coverFocus'])
  },
)
