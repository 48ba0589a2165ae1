import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CarChange } from '../../contract/cars/car-changes.ts'
import type { Car } from '../../contract/cars/cars.ts'
import { MAX_MARKS, readStatedMarks, type Mark } from '../../contract/cars/marks.ts'
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
  resellPrice: '18,000',
}
const dent: Mark = { view: 'left', x: 43, y: 60, kind: 'dent', size: 'medium', note: '', photo: null }
const scratch: Mark = { ...dent, view: 'front', kind: 'scratch', size: 'small', note: 'Barely visible' }

const send = (name: 'addCar' | 'addDraft', body: object) =>
  call<{ insertedId: string; errors: { path: string; message: string }[] }>(server.url, name, {
    token: seller.token,
    body: { ...fields, ...body },
  })

async function addCar(body: object): Promise<string> {
  return (await send('addCar', body)).body.insertedId
}

const edit = (id: string, body: object) =>
  call(server.url, 'updateCar', { token: seller.token, params: { id }, body: { ...fields, ...body } })

async function readCar(id: string, token?: string): Promise<Car> {
  return (await call<Car>(server.url, 'getCar', { params: { id }, ...(token && { token }) })).body
}

async function revertNewest(): Promise<void> {
  const sets = await call<{ _id: string }[]>(server.url, 'listChangeSets', { token: seller.token })
  const { status } = await call(server.url, 'revertChangeSet', {
    token: seller.token,
    params: { id: sets.body[0]!._id },
    body: {},
  })
  expect(status).toBe(200)
}

describe('the marks of a car', () => {
  it('are unstated, none, or a list with the time of the statement', async () => {
    const id = await addCar({})
    expect(await readCar(id)).toMatchObject({ marks: null, marksAt: null })
    await edit(id, { marks: [] })
    expect(await readCar(id)).toMatchObject({ marks: [], marksAt: expect.stringMatching(/^20/) })
    await edit(id, { marks: [dent, { ...scratch, x: 12.345 }] })
    expect((await readCar(id)).marks).toEqual([dent, { ...scratch, x: 12.3 }])
    await edit(id, { marks: null })
    expect(await readCar(id)).toMatchObject({ marks: null, marksAt: null })
  })

  it('stay, with their time, if an edit does not change them', async () => {
    const id = await addCar({ marks: [dent] })
    const { marksAt } = await readCar(id)
    await edit(id, {})
    await edit(id, { marks: [dent] })
    const reordered = Object.fromEntries(Object.entries(dent).toReversed())
    await edit(id, { marks: [reordered] })
    expect(await readCar(id)).toMatchObject({ marks: [dent], marksAt })
    await edit(id, { marks: [{ ...dent, kind: 'rust' }] })
    expect((await readCar(id)).marksAt! > marksAt!).toBe(true)
  })

  it('lose a photo when the car loses it, and keep everything else', async () => {
    const photos = [await buildUpload(server.ctx, seller.id), await buildUpload(server.ctx, seller.id)]
    const id = await addCar({ images: photos, marks: [{ ...dent, photo: photos[1] }] })
    const { images, marks, marksAt } = await readCar(id)
    expect(marks).toEqual([{ ...dent, photo: images[1] }])
    await edit(id, { images, marks })
    expect((await readCar(id)).marks).toEqual(marks)
    await edit(id, { marks: [{ ...dent, photo: images[0] }] })
    expect((await readCar(id)).marksAt).toBe(marksAt)
    await edit(id, { images, marks })
    await edit(id, { images: images.slice(0, 1), marks })
    expect(await readCar(id)).toMatchObject({ marks: [dent], marksAt })
    await revertNewest()
    expect(await readCar(id)).toMatchObject({ marks, marksAt })
  })

  it('are part of drafts, and of the account export', async () => {
    const draft = await send('addDraft', { marks: [scratch] })
    const { marks, marksAt } = await readCar(draft.body.insertedId, seller.token)
    expect(marks).toEqual([scratch])
    const { body } = await call<{ cars: object[] }>(server.url, 'exportMe', { token: seller.token })
    expect(body.cars).toContainEqual(
      expect.objectContaining({ id: draft.body.insertedId, marks: [scratch], marksAt }),
    )
  })

  it('are exported without a photo that the car has lost', async () => {
    const photo = await buildUpload(server.ctx, seller.id)
    const id = await addCar({ images: [photo], marks: [{ ...dent, photo }] })
    await server.ctx.db.deleteFrom('car_pictures').where('car_id', '=', id).execute()
    expect((await readCar(id)).marks).toEqual([dent])
    const { body } = await call<{ cars: object[] }>(server.url, 'exportMe', { token: seller.token })
    expect(body.cars).toContainEqual(expect.objectContaining({ id, images: [], marks: [dent] }))
  })

  it('have a history, and can be reverted together with their time', async () => {
    const id = await addCar({ marks: [] })
    const { marksAt } = await readCar(id)
    await edit(id, { marks: [dent, scratch] })
    const { body } = await call<CarChange[]>(server.url, 'listCarChanges', {
      token: seller.token,
      params: { id },
    })
    const change = body.find(({ field }) => field === 'marks')!
    expect(readStatedMarks(change.after)).toMatchObject({ marks: [dent, scratch] })
    await revertNewest()
    expect(await readCar(id)).toMatchObject({ marks: [], marksAt })
  })
})

describe('invalid marks', () => {
  const bad: [name: string, marks: unknown, path: string][] = [
    ['a view without a drawing', [dent, { ...dent, view: 'top' }], 'marks.1.view'],
    ['an unknown kind', [{ ...dent, kind: 'hole' }], 'marks.0.kind'],
    ['an unknown size', [{ ...dent, size: 'huge' }], 'marks.0.size'],
    ['a point outside the drawing', [{ ...dent, x: 101 }], 'marks.0.x'],
    ['text as a point', [{ ...dent, y: '5' }], 'marks.0.y'],
    ['a long note', [{ ...dent, note: 'x'.repeat(201) }], 'marks.0.note'],
    ['a photo of another car', [{ ...dent, photo: '/images/other.webp' }], 'marks.0.photo'],
    ['too many marks', Array.from({ length: MAX_MARKS + 1 }, () => dent), 'marks'],
    ['a text', 'none', 'marks'],
  ]
  it.each(bad)('%s is rejected, and the error names the field', async (_, marks, path) => {
    const { status, body } = await send('addCar', { marks })
    expect(status).toBe(400)
    expect(body.errors.map((error) => error.path)).toEqual([path])
  })
})
