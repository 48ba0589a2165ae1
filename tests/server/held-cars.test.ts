import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Car } from '../../contract/cars/cars.ts'
import type { Message } from '../../contract/messages.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import { computeCheckDigit } from '../../contract/cars/vin.ts'
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
function newVin(): string {
  const vin = `5YJ3E1EB0MF${String(++serial).padStart(6, '0')}`
  return vin.slice(0, 8) + computeCheckDigit(vin) + vin.slice(9)
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

/** The seller who listed the car first. `holder` is another seller who lists it, too. */
let firstSeller: Person
let holder: Person
let vin: string
let firstCar: string
let heldCar: string
beforeEach(async () => {
  firstSeller = await buildPerson(server.ctx, { account: 'seller', full_name: 'Lena Lot' })
  holder = await buildPerson(server.ctx, { account: 'seller', full_name: 'Omar Other' })
  vin = newVin()
  firstCar = await carOf(firstSeller, { vin })
  heldCar = await carOf(holder)
  await edit(heldCar, { vin })
})

function carOf({ id }: Person, fields: Parameters<typeof buildCar>[2] = {}) {
  const facts = { category_name: 'Tesla', model_name: 'Model 3', model: 'Model 3', year: 2021 }
  return buildCar(server.ctx, id, { ...facts, images: ['/art/a.svg'], no_vin_reason: 'Kit car', ...fields })
}

async function stateOf(id: string): Promise<string> {
  return (await api<Car>('getCar', { as: admin, params: { id } })).body.available
}

const isPublic = async (id: string) => (await api('getCar', { params: { id } })).status === 200
const setState = (as: Person, id: string, state: string) =>
  api('setCarState', { as, params: { id }, body: { state } })
const edit = (id: string, fields: object) =>
  api('updateCar', { as: holder, params: { id }, body: { ...form, ...fields } })
const add = async (fields: object) =>
  api('addCar', {
    as: holder,
    body: { ...form, noVinReason: 'Kit car', image_url: await buildUpload(server.ctx, holder.id), ...fields },
  })

const leaveActions = {
  'marks it sold elsewhere': () => setState(firstSeller, firstCar, 'sold-elsewhere'),
  'takes it off the market': () => setState(firstSeller, firstCar, 'withdrawn'),
  'deletes it': () => api('deleteMyCar', { as: firstSeller, params: { id: firstCar } }),
}
const leaveCases = Object.entries(leaveActions)

describe('the admins', () => {
  const unread = async (as: Person) =>
    (await api<Message[]>('listMessages', { as })).body.filter(
      ({ kind, read }) => kind === 'to-review' && !read,
    )
  const mails = () =>
    server.ctx.db.selectFrom('mails').selectAll().where('subject', 'like', 'To review%').execute()

  it('are notified once of all waiting cars, even if cars leave and return', async () => {
    const colleague = await buildPerson(server.ctx, { role: 'admin' })
    const vins = Array.from({ length: 5 }, newVin)
    for (const heldVin of vins) await carOf(firstSeller, { vin: heldVin })
    const holderCars = await Promise.all(vins.map(() => carOf(holder)))
    for (const [index, id] of holderCars.entries()) await edit(id, { vin: vins[index]! })
    const carsInReview = (await api<Car[]>('listAllCars', { as: admin, query: { state: 'in-review' } })).body
      .length
    const mailsBefore = (await mails()).length
    for (let round = 0; round < 3; round++) {
      await api('setCarStates', { as: holder, body: { ids: holderCars, state: 'preparing' } })
      expect((await unread(admin))[0]).toMatchObject({
        subject: `To review: ${carsInReview - 5} car${carsInReview > 6 ? 's' : ''}`,
      })
      await api('setCarStates', { as: holder, body: { ids: holderCars, state: 'listed' } })
    }
    for (const as of [admin, colleague])
      expect(await unread(as)).toMatchObject([
        { subject: `To review: ${carsInReview} cars`, link: '/dashboard/managecars?state=in-review' },
      ])
    expect(await mails()).toHaveLength(mailsBefore)
  })

  it('have no unread notification once no car waits, and are notified of the next car', async () => {
    const carsInReview = (await api<Car[]>('listAllCars', { as: admin, query: { state: 'in-review' } })).body
    const ids = carsInReview.map(({ _id }) => _id)
    await api('setCarStates', { as: admin, body: { ids, state: 'withdrawn' } })
    expect(await unread(admin)).toEqual([])
    const [nextCar, vinInUse] = [await carOf(holder), newVin()]
    await carOf(firstSeller, { vin: vinInUse })
    await edit(nextCar, { vin: vinInUse })
    expect(await unread(admin)).toMatchObject([{ subject: 'To review: 1 car' }])
  })
})

describe('a held car', () => {
  it('is held once an edit enters the VIN of another listed car', async () => {
    expect([await stateOf(firstCar), await stateOf(heldCar)]).toEqual(['instock', 'in-review'])
  })

  it.each(leaveCases)(
    'waits when the first seller %s, and undo restores the first seller’s car',
    async (_, leaveMarket) => {
      const { undoId } = (await leaveMarket()).body
      await setState(holder, heldCar, 'preparing')
      expect((await setState(holder, heldCar, 'listed')).body).toMatchObject({ available: 'in-review' })
      expect(await isPublic(heldCar)).toBe(false)
      expect((await api('undo', { as: firstSeller, params: { id: undoId } })).body).toMatchObject({
        restored: 1,
      })
      expect(await stateOf(firstCar)).toBe('instock')
    },
  )

  it('stays held after an hour and when the first seller relists their car', async () => {
    await setState(firstSeller, firstCar, 'sold-elsewhere')
    await server.ctx.db.deleteFrom('undos').execute()
    await setState(holder, heldCar, 'preparing')
    await setState(holder, heldCar, 'listed')
    expect(await isPublic(heldCar)).toBe(false)
    expect((await setState(firstSeller, firstCar, 'listed')).body).toMatchObject({ available: 'instock' })
  })

  it('stays held regardless of the VIN that its seller enters', async () => {
    for (const vinInput of ['', newVin(), vin, ` ${vin.slice(0, 5).toLowerCase()}-${vin.slice(5)} `]) {
      expect((await edit(heldCar, { vin: vinInput, noVinReason: 'Kit car' })).body).toMatchObject({
        available: 'in-review',
      })
      expect(await isPublic(heldCar), vinInput).toBe(false)
    }
  })

  it('stays held through every state change', async () => {
    const routes = [
      ['withdrawn', 'listed'],
      ['archived', 'listed'],
      ['sold-elsewhere', 'listed'],
      ['preparing', 'draft', 'listed'],
      ['preparing', 'due-in', 'listed'],
    ]
    await setState(firstSeller, firstCar, 'withdrawn')
    await server.ctx.db.deleteFrom('undos').execute()
    for (const route of routes)
      for (const state of route) {
        expect((await setState(holder, heldCar, state)).status, `${route.join(' → ')}: ${state}`).toBe(200)
        expect(await isPublic(heldCar), `${route.join(' → ')}: ${state}`).toBe(false)
      }
    await edit(heldCar, { vin: '' })
    await setState(holder, heldCar, 'preparing')
    const stateChange = { ids: [heldCar], state: 'listed' }
    expect((await api('setCarStates', { as: holder, body: stateChange })).body).toMatchObject({ inReview: 1 })
    expect(await isPublic(heldCar)).toBe(false)
  })

  it('stays held as a draft published under another VIN or by Add car', async () => {
    await setState(holder, heldCar, 'preparing')
    await setState(holder, heldCar, 'draft')
    const body = { ...form, vin: newVin() }
    expect((await api('saveDraft', { as: holder, params: { id: heldCar }, body })).status).toBe(200)
    const added = await api('addCar', { as: holder, body: { ...form, draftID: heldCar, noVinReason: 'Kit' } })
    expect(added.body).toMatchObject({ insertedId: heldCar, available: 'in-review' })
    expect(await isPublic(heldCar)).toBe(false)
  })

  it.each([
    ['the same VIN', () => ({ vin })],
    ['no VIN', () => ({})],
    ['another VIN', () => ({ vin: newVin(), modelName: 'MODEL 3' })],
  ])('stays held if it is deleted and added again with %s', async (_, fields) => {
    await setState(firstSeller, firstCar, 'withdrawn')
    await server.ctx.db.deleteFrom('undos').execute()
    await api('deleteMyCar', { as: holder, params: { id: heldCar } })
    const repeatedResponse = await add(fields())
    expect(repeatedResponse.body).toMatchObject({ available: 'in-review' })
    expect(await isPublic(repeatedResponse.body.insertedId)).toBe(false)
  })

  it('can be a second listing that its seller edits to match the first', async () => {
    const similarCar = await carOf(holder, { model_name: 'Roadster', model: 'Roadster' })
    expect(await isPublic(similarCar)).toBe(true)
    expect((await edit(similarCar, {})).body).toMatchObject({ available: 'in-review' })
    expect(await isPublic(similarCar)).toBe(false)
  })

  it('stays held if its seller reverts the change that caused the hold', async () => {
    const { body: sets } = await api<{ _id: string }[]>('listChangeSets', { as: holder })
    for (const { _id: id } of sets) await api('revertChangeSet', { as: holder, params: { id }, body: {} })
    expect(await isPublic(heldCar)).toBe(false)
    await setState(firstSeller, firstCar, 'withdrawn')
    for (const { _id: id } of sets) await api('revertChangeSet', { as: holder, params: { id }, body: {} })
    expect(await isPublic(heldCar)).toBe(false)
  })

  it('does not entitle its seller to the VIN in any state', async () => {
    const { undoId } = (await setState(firstSeller, firstCar, 'withdrawn')).body
    await setState(holder, heldCar, 'preparing')
    expect((await api('undo', { as: firstSeller, params: { id: undoId } })).status).toBe(200)
    await setState(firstSeller, firstCar, 'preparing')
    expect((await setState(firstSeller, firstCar, 'listed')).body).toMatchObject({ available: 'instock' })
  })

  it('is listed once an admin approves it, and stays listed when its seller edits it', async () => {
    await edit(heldCar, { vin: '' })
    expect((await setState(admin, heldCar, 'listed')).body).toMatchObject({ available: 'instock' })
    expect((await edit(heldCar, { location: 'Boise' })).body).toMatchObject({ available: 'instock' })
    await setState(holder, heldCar, 'withdrawn')
    expect((await setState(holder, heldCar, 'listed')).body).toMatchObject({ available: 'instock' })
    expect(await isPublic((await add({})).body.insertedId)).toBe(true)
  })

  it('is held again when the admin undoes the approval', async () => {
    const { undoId } = (await setState(admin, heldCar, 'listed')).body
    expect((await api('undo', { as: admin, params: { id: undoId } })).status).toBe(200)
    expect(await stateOf(heldCar)).toBe('in-review')
    await edit(heldCar, { vin: '' })
    expect(await isPublic(heldCar)).toBe(false)
  })

  it('cannot be listed by a write that bypasses the review', async () => {
    const { db } = server.ctx
    const write = db.updateTable('cars').set({ state: 'instock', vin: null }).where('id', '=', heldCar)
    await expect(write.execute()).rejects.toThrow('vin-in-review')
  })

  it('shows the VIN to its seller and admins, and reveals neither seller to the other', async () => {
    await edit(heldCar, { vin: '' })
    for (const as of [holder, admin])
      expect((await api<Car>('getCar', { as, params: { id: heldCar } })).body).toMatchObject({ heldVin: vin })
    const messages = await api<Message[]>('listMessages', { as: holder })
    const history = await api<object[]>('listCarChanges', { as: holder, params: { id: heldCar } })
    expect(JSON.stringify([messages.body, history.body])).not.toMatch(
      new RegExp(`Lena|${firstSeller.id}|${firstCar}`),
    )
    expect((await api<Message[]>('listMessages', { as: firstSeller })).body).toEqual([])
    const changesResponse = await api<object[]>('listCarChanges', {
      as: firstSeller,
      params: { id: firstCar },
    })
    expect(JSON.stringify(changesResponse.body)).not.toMatch(new RegExp(`Omar|${holder.id}|${heldCar}`))
  })
})

describe('a VIN that the first seller may still reclaim', () => {
  it.each(leaveCases)(
    'stays theirs during the undo period if the first seller %s',
    async (_, leaveMarket) => {
      const { undoId } = (await leaveMarket()).body
      const quickSeller = await buildPerson(server.ctx, { account: 'seller' })
      const quickSellerCar = await carOf(quickSeller, { state: 'preparing', vin, listed_at: null })
      expect((await setState(quickSeller, quickSellerCar, 'listed')).body).toMatchObject({
        available: 'in-review',
      })
      expect((await api('undo', { as: firstSeller, params: { id: undoId } })).status).toBe(200)
      expect(await stateOf(firstCar)).toBe('instock')
    },
  )

  it('stays theirs while they prepare the car again', async () => {
    await setState(firstSeller, firstCar, 'preparing')
    const quickSeller = await buildPerson(server.ctx, { account: 'seller' })
    const quickSellerCar = await carOf(quickSeller, { state: 'preparing', vin, listed_at: null })
    expect((await setState(quickSeller, quickSellerCar, 'listed')).body).toMatchObject({
      available: 'in-review',
    })
    expect((await setState(firstSeller, firstCar, 'listed')).body).toMatchObject({ available: 'instock' })
  })
})
