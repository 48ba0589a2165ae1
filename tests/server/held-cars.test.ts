import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Car } from '../../contract/cars/cars.ts'
import type { Message } from '../../contract/messages.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import { checkDigitOf } from '../../contract/cars/vin.ts'
import { call, type ApiRequest } from '../support/api-client.ts'
import { buildCar, buildPerson, buildUpload, type Person } from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer()
  admin = await buildPerson(server.ctx, { role: 'admin' })
})
afterAll(() => server.close())

let serial = 0
/** Returns a VIN that no other test uses. */
function newVin(): string {
  const vin = `5YJ3E1EB0MF${String(++serial).padStart(6, '0')}`
  return vin.slice(0, 8) + checkDigitOf(vin) + vin.slice(9)
}

interface ApiResponse {
  code: string
  insertedId: string
  undoId: string
  available: string
  restored: number
}

const api = <T = ApiResponse>(name: EndpointName, { as, ...request }: ApiRequest & { as?: Person } = {}) =>
  call<T>(server.url, name, { token: as?.token, ...request })

const form = {
  category_name: 'Tesla',
  modelName: 'Model 3',
  selllerContact: '555-0123',
  usageTime: '2 years',
  originalPrice: '48,990',
  resellPrice: '31,500',
  year: 2021,
  mileage: 20_000,
  image_url: '/art/a.svg',
}

/** The owner, who listed the car first. `holder` is another seller who lists it, too. */
let first: Person
let holder: Person
let vin: string
let own: string
let held: string
beforeEach(async () => {
  first = await buildPerson(server.ctx, { account: 'seller', full_name: 'Lena Lot' })
  holder = await buildPerson(server.ctx, { account: 'seller', full_name: 'Omar Other' })
  vin = newVin()
  own = await carOf(first, { vin })
  held = await carOf(holder)
  await edit(held, { vin })
})

/** Builds a listed car of this seller. */
function carOf({ id }: Person, fields: Parameters<typeof buildCar>[2] = {}) {
  const facts = { category_name: 'Tesla', model_name: 'Model 3', model: 'Model 3', year: 2021 }
  return buildCar(server.ctx, id, { ...facts, images: ['/art/a.svg'], no_vin_reason: 'Kit car', ...fields })
}

async function stateOf(id: string): Promise<string> {
  return (await api<Car>('getCar', { as: admin, params: { id } })).body.available
}

const isPublic = async (id: string) => (await api('getCar', { params: { id } })).status === 200
const move = (as: Person, id: string, state: string) =>
  api('setCarState', { as, params: { id }, body: { state } })
const edit = (id: string, fields: object) =>
  api('updateCar', { as: holder, params: { id }, body: { ...form, ...fields } })
const add = async (fields: object) =>
  api('addCar', {
    as: holder,
    body: { ...form, noVinReason: 'Kit car', image_url: await buildUpload(server.ctx, holder.id), ...fields },
  })

const leave = {
  'marks it sold elsewhere': () => move(first, own, 'sold-elsewhere'),
  'takes it off the market': () => move(first, own, 'withdrawn'),
  'deletes it': () => api('deleteMyCar', { as: first, params: { id: own } }),
}
const leaving = Object.entries(leave)

describe('the admins', () => {
  const unread = async (as: Person) =>
    (await api<Message[]>('listMessages', { as })).body.filter(
      ({ kind, read }) => kind === 'to-review' && !read,
    )
  const mails = () =>
    server.ctx.db.selectFrom('mails').selectAll().where('subject', 'like', 'To review%').execute()

  it('are notified once of all waiting cars, however often cars leave and return', async () => {
    const colleague = await buildPerson(server.ctx, { role: 'admin' })
    const vins = Array.from({ length: 5 }, newVin)
    for (const each of vins) await carOf(first, { vin: each })
    const theirs = await Promise.all(vins.map(() => carOf(holder)))
    for (const [at, id] of theirs.entries()) await edit(id, { vin: vins[at]! })
    const waiting = (await api<Car[]>('listAllCars', { as: admin, query: { state: 'in-review' } })).body
      .length
    const sent = (await mails()).length
    for (let round = 0; round < 3; round++) {
      await api('setCarStates', { as: holder, body: { ids: theirs, state: 'preparing' } })
      expect((await unread(admin))[0]).toMatchObject({
        subject: `To review: ${waiting - 5} car${waiting > 6 ? 's' : ''}`,
      })
      await api('setCarStates', { as: holder, body: { ids: theirs, state: 'listed' } })
    }
    for (const as of [admin, colleague])
      expect(await unread(as)).toMatchObject([
        { subject: `To review: ${waiting} cars`, link: '/dashboard/managecars?state=in-review' },
      ])
    expect(await mails()).toHaveLength(sent)
  })

  it('have no unread notification once no car waits, and are notified of the next car', async () => {
    const all = (await api<Car[]>('listAllCars', { as: admin, query: { state: 'in-review' } })).body
    const ids = all.map(({ _id }) => _id)
    await api('setCarStates', { as: admin, body: { ids, state: 'withdrawn' } })
    expect(await unread(admin)).toEqual([])
    const [next, taken] = [await carOf(holder), newVin()]
    await carOf(first, { vin: taken })
    await edit(next, { vin: taken })
    expect(await unread(admin)).toMatchObject([{ subject: 'To review: 1 car' }])
  })
})

describe('a car that is held', () => {
  it('is so from the edit that gives it a VIN that another lists', async () => {
    expect([await stateOf(own), await stateOf(held)]).toEqual(['instock', 'in-review'])
  })

  it.each(leaving)(
    'waits when the first seller %s, and undo restores the first seller’s car',
    async (_, go) => {
      const { undoId } = (await go()).body
      await move(holder, held, 'preparing')
      expect((await move(holder, held, 'listed')).body).toMatchObject({ available: 'in-review' })
      expect(await isPublic(held)).toBe(false)
      expect((await api('undo', { as: first, params: { id: undoId } })).body).toMatchObject({ restored: 1 })
      expect(await stateOf(own)).toBe('instock')
    },
  )

  it('waits after an hour, too, and the first seller brings their car back', async () => {
    await move(first, own, 'sold-elsewhere')
    await server.ctx.db.deleteFrom('undos').execute()
    await move(holder, held, 'preparing')
    await move(holder, held, 'listed')
    expect(await isPublic(held)).toBe(false)
    expect((await move(first, own, 'listed')).body).toMatchObject({ available: 'instock' })
  })

  it('waits whatever its seller writes as its VIN', async () => {
    for (const other of ['', newVin(), vin, ` ${vin.slice(0, 5).toLowerCase()}-${vin.slice(5)} `]) {
      expect((await edit(held, { vin: other, noVinReason: 'Kit car' })).body).toMatchObject({
        available: 'in-review',
      })
      expect(await isPublic(held), other).toBe(false)
    }
  })

  it('waits along each way through its life', async () => {
    const routes = [
      ['withdrawn', 'listed'],
      ['archived', 'listed'],
      ['sold-elsewhere', 'listed'],
      ['preparing', 'draft', 'listed'],
      ['preparing', 'due-in', 'listed'],
    ]
    await move(first, own, 'withdrawn')
    await server.ctx.db.deleteFrom('undos').execute()
    for (const way of routes)
      for (const state of way) {
        expect((await move(holder, held, state)).status, `${way.join(' → ')}: ${state}`).toBe(200)
        expect(await isPublic(held), `${way.join(' → ')}: ${state}`).toBe(false)
      }
    await edit(held, { vin: '' })
    await move(holder, held, 'preparing')
    const many = { ids: [held], state: 'listed' }
    expect((await api('setCarStates', { as: holder, body: many })).body).toMatchObject({ inReview: 1 })
    expect(await isPublic(held)).toBe(false)
  })

  it('waits as a draft that is published under another VIN, or by Add car', async () => {
    await move(holder, held, 'preparing')
    await move(holder, held, 'draft')
    const body = { ...form, vin: newVin() }
    expect((await api('saveDraft', { as: holder, params: { id: held }, body })).status).toBe(200)
    const added = await api('addCar', { as: holder, body: { ...form, draftID: held, noVinReason: 'Kit' } })
    expect(added.body).toMatchObject({ insertedId: held, available: 'in-review' })
    expect(await isPublic(held)).toBe(false)
  })

  it.each([
    ['the same VIN', () => ({ vin })],
    ['no VIN', () => ({})],
    ['another VIN', () => ({ vin: newVin(), modelName: 'MODEL 3' })],
  ])('waits if it is deleted and added again with %s', async (_, fields) => {
    await move(first, own, 'withdrawn')
    await server.ctx.db.deleteFrom('undos').execute()
    await api('deleteMyCar', { as: holder, params: { id: held } })
    const again = await add(fields())
    expect(again.body).toMatchObject({ available: 'in-review' })
    expect(await isPublic(again.body.insertedId)).toBe(false)
  })

  it('can be a second listing that its seller edits to match the first', async () => {
    const twin = await carOf(holder, { model_name: 'Roadster', model: 'Roadster' })
    expect(await isPublic(twin)).toBe(true)
    expect((await edit(twin, {})).body).toMatchObject({ available: 'in-review' })
    expect(await isPublic(twin)).toBe(false)
  })

  it('waits if its seller reverts the change that caused the hold', async () => {
    const { body: sets } = await api<{ _id: string }[]>('listChangeSets', { as: holder })
    for (const { _id: id } of sets) await api('revertChangeSet', { as: holder, params: { id }, body: {} })
    expect(await isPublic(held)).toBe(false)
    await move(first, own, 'withdrawn')
    for (const { _id: id } of sets) await api('revertChangeSet', { as: holder, params: { id }, body: {} })
    expect(await isPublic(held)).toBe(false)
  })

  it('is no claim to the VIN, from wherever its seller keeps it', async () => {
    const { undoId } = (await move(first, own, 'withdrawn')).body
    await move(holder, held, 'preparing')
    expect((await api('undo', { as: first, params: { id: undoId } })).status).toBe(200)
    await move(first, own, 'preparing')
    expect((await move(first, own, 'listed')).body).toMatchObject({ available: 'instock' })
  })

  it('is listed once an admin approves it, and stays listed when its seller edits it', async () => {
    await edit(held, { vin: '' })
    expect((await move(admin, held, 'listed')).body).toMatchObject({ available: 'instock' })
    expect((await edit(held, { location: 'Boise' })).body).toMatchObject({ available: 'instock' })
    await move(holder, held, 'withdrawn')
    expect((await move(holder, held, 'listed')).body).toMatchObject({ available: 'instock' })
    expect(await isPublic((await add({})).body.insertedId)).toBe(true)
  })

  it('is held again when the admin undoes that', async () => {
    const { undoId } = (await move(admin, held, 'listed')).body
    expect((await api('undo', { as: admin, params: { id: undoId } })).status).toBe(200)
    expect(await stateOf(held)).toBe('in-review')
    await edit(held, { vin: '' })
    expect(await isPublic(held)).toBe(false)
  })

  it('cannot be listed by any write that does not ask', async () => {
    const { db } = server.ctx
    const write = db.updateTable('cars').set({ state: 'instock', vin: null }).where('id', '=', held)
    await expect(write.execute()).rejects.toThrow('vin-in-review')
  })

  it('shows the VIN to its seller and admins, and reveals neither seller to the other', async () => {
    await edit(held, { vin: '' })
    for (const as of [holder, admin])
      expect((await api<Car>('getCar', { as, params: { id: held } })).body).toMatchObject({ heldVin: vin })
    const messages = await api<Message[]>('listMessages', { as: holder })
    const history = await api<object[]>('listCarChanges', { as: holder, params: { id: held } })
    expect(JSON.stringify([messages.body, history.body])).not.toMatch(new RegExp(`Lena|${first.id}|${own}`))
    expect((await api<Message[]>('listMessages', { as: first })).body).toEqual([])
    const seen = await api<object[]>('listCarChanges', { as: first, params: { id: own } })
    expect(JSON.stringify(seen.body)).not.toMatch(new RegExp(`Omar|${holder.id}|${held}`))
  })
})

describe('a VIN that the first seller has for the moment', () => {
  it.each(leaving)('stays theirs during the undo period if the first seller %s', async (_, go) => {
    const { undoId } = (await go()).body
    const quick = await buildPerson(server.ctx, { account: 'seller' })
    const theirs = await carOf(quick, { state: 'preparing', vin, listed_at: null })
    expect((await move(quick, theirs, 'listed')).body).toMatchObject({ available: 'in-review' })
    expect((await api('undo', { as: first, params: { id: undoId } })).status).toBe(200)
    expect(await stateOf(own)).toBe('instock')
  })

  it('stays theirs while they prepare the car again', async () => {
    await move(first, own, 'preparing')
    const quick = await buildPerson(server.ctx, { account: 'seller' })
    const theirs = await carOf(quick, { state: 'preparing', vin, listed_at: null })
    expect((await move(quick, theirs, 'listed')).body).toMatchObject({ available: 'in-review' })
    expect((await move(first, own, 'listed')).body).toMatchObject({ available: 'instock' })
  })
})
