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

const upload = () => buildUpload(server.ctx, seller.id)

async function addCar(extraFields: object) {
  const body = { ...fields, ...extraFields }
  const { body: added } = await call<{ insertedId: string }>(server.url, 'addCar', {
    token: seller.token,
    body,
  })
  return added.insertedId
}

const edit = (id: string, extraFields: object) =>
  call(server.url, 'updateCar', { token: seller.token, params: { id }, body: { ...fields, ...extraFields } })

const read = async (id: string) => (await call<Car>(server.url, 'getCar', { params: { id } })).body

it('shots follow their photos through edits, also by clients that do not know them', async () => {
  const id = await addCar({ images: [await upload(), await upload()], shots: ['front', null] })
  const { images, shots } = await read(id)
  expect(shots).toEqual(['front', null])
  await edit(id, { images: images.toReversed() })
  expect((await read(id)).shots).toEqual([null, 'front'])
  await edit(id, { images: images.slice(1) })
  await edit(id, { images })
  expect((await read(id)).shots).toEqual(['front', null])
  await edit(id, { images: [...images, await upload()], shots: ['rear', 'seats', 'dashboard'] })
  expect((await read(id)).shots).toEqual(['rear', 'seats', 'dashboard'])
  await edit(id, { images, shots: [null] })
  expect((await read(id)).shots).toBeUndefined()
})

it('a car without shots has no such field', async () => {
  expect(await read(await addCar({ images: [await upload()] }))).not.toHaveProperty('shots')
  expect(await read(await addCar({ shots: ['front'] }))).not.toHaveProperty('shots')
})

it('a draft stores the shots, and so does the car that it becomes', async () => {
  const images = [await upload()]
  const { body } = await call<{ insertedId: string }>(server.url, 'addDraft', {
    token: seller.token,
    body: { ...fields, images, shots: ['trunk'] },
  })
  const id = await addCar({ images, draftID: body.insertedId })
  expect((await read(id)).shots).toEqual(['trunk'])
})

it('a photo restored by a revert has its shot again', async () => {
  const id = await addCar({ images: [await upload(), await upload()], shots: ['front', 'rear'] })
  const { images } = await read(id)
  await edit(id, { images: images.slice(0, 1), shots: ['front'] })
  expect((await read(id)).shots).toEqual(['front'])
  const sets = await call<{ _id: string }[]>(server.url, 'listChangeSets', { token: seller.token })
  const revert = { token: seller.token, params: { id: sets.body[0]!._id }, body: {} }
  expect((await call(server.url, 'revertChangeSet', revert)).status).toBe(200)
  expect((await read(id)).shots).toEqual(['front', 'rear'])
})

it.each([[['roof']], ['front'], [Array<string>(13).fill('front')]])('%s is rejected', async (shots) => {
  const { status } = await call(server.url, 'addCar', { token: seller.token, body: { ...fields, shots } })
  expect(status).toBe(400)
})
