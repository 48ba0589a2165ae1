import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChangeSet, Reverted } from '../../contract/cars/car-changes.ts'
import { carSteps, wantedStates, type StatesSet } from '../../contract/cars/car-life.ts'
import { availabilities, type Availability } from '../../contract/cars/cars.ts'
import { MAX_AT_ONCE } from '../../contract/cars/change-limits.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import { call, type ApiRequest } from '../support/api-client.ts'
import { buildCar, buildPerson, type Person } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
let seller: Person
let admin: Person
beforeAll(async () => {
  app = await startTestApp()
  admin = app.people.admin
})
beforeEach(async () => {
  seller = await buildPerson(app.ctx, { account: 'seller', full_name: 'Sam Seller' })
})
afterAll(() => app?.close())

async function send<T>(name: EndpointName, by: Person, request: ApiRequest): Promise<T> {
  const response = await call<T>(app.url, name, { ...request, token: by.token })
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return response.body
}

const move = (by: Person, ids: string[], state: string, more = {}) =>
  send<StatesSet>('setCarStates', by, { body: { ids, state, ...more } })

const stateOf = async (id: string) =>
  (await app.ctx.db.selectFrom('cars').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

const newestSet = async (by: Person) => (await send<ChangeSet[]>('listChangeSets', by, {}))[0]!

async function sellCars(count: number, fields = {}): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at++) ids.push(await buildCar(app.ctx, seller.id, fields))
  return ids
}

describe('moving many cars on in their life', () => {
  it.each(wantedStates)('to %s moves only the cars that may take this step', async (wanted) => {
    const cars: { id: string; state: Availability }[] = []
    for (const state of availabilities)
      cars.push({ id: await buildCar(app.ctx, seller.id, { state }), state })
    const to = wanted === 'listed' ? 'instock' : wanted
    const { stayed, modifiedCount } = await move(
      seller,
      cars.map(({ id }) => id),
      wanted,
    )
    const mayGo = cars.filter(
      ({ state }) =>
        state !== to &&
        carSteps[state][to]?.by.includes('seller') &&
        carSteps[state][to]?.needs !== 'release',
    )
    const wereThere = cars.filter(({ state }) => state === to)
    expect(modifiedCount).toBe(mayGo.length)
    const others = cars.filter((car) => !mayGo.includes(car) && !wereThere.includes(car))
    expect(stayed.map(({ carID }) => carID).toSorted()).toEqual(others.map(({ id }) => id).toSorted())
    for (const { reason } of stayed) expect(reason).toMatch(/\.$/)
    for (const { id } of mayGo) expect(await stateOf(id)).toBe(to)
    for (const { id, state } of others) expect(await stateOf(id)).toBe(state)
  })

  it('creates one change set, which Undo reverts completely', async () => {
    const ids = await sellCars(45)
    const { undoId, modifiedCount } = await move(seller, ids, 'archived')
    expect(modifiedCount).toBe(45)
    expect(await newestSet(seller)).toMatchObject({ kind: 'state', count: 45, revertedCount: 0 })
    await send('undo', seller, { params: { id: undoId! } })
    for (const id of ids) expect(await stateOf(id)).toBe('instock')
    const [undone, set] = await send<ChangeSet[]>('listChangeSets', seller, {})
    expect(undone).toMatchObject({ kind: 'undo', reverts: set!._id, count: 45 })
    expect(set).toMatchObject({ revertedCount: 45, revertedAt: undone!.at })
  })

  it('is rejected entirely if one car belongs to another seller', async () => {
    const [id] = await sellCars(1)
    const other = await buildCar(app.ctx, app.people.otherSeller.id)
    const body = { ids: [id, other], state: 'archived' }
    const response = await call(app.url, 'setCarStates', { token: seller.token, body })
    expect(response.status).toBe(404)
    expect(await stateOf(id!)).toBe('instock')
  })

  it('sells each car at its own price on the given date', async () => {
    const ids = await sellCars(2)
    const today = app.ctx.now().toISOString().slice(0, 10)
    await move(seller, ids, 'sold-elsewhere', { date: today, note: 'To the trade' })
    const sold = await app.ctx.db
      .selectFrom('cars')
      .select(['elsewhere_price_minor', 'elsewhere_on', 'elsewhere_note'])
      .where('id', 'in', ids)
      .execute()
    expect(sold).toEqual(
      ids.map(() => ({
        elsewhere_price_minor: 2_490_000,
        elsewhere_on: today,
        elsewhere_note: 'To the trade',
      })),
    )
    const body = { ids, state: 'sold-elsewhere', date: '2999-01-01' }
    expect((await call(app.url, 'setCarStates', { token: seller.token, body })).status).toBe(400)
  })

  it('skips a car without a model name and reports the missing field', async () => {
    const [bare] = await sellCars(1, { state: 'draft', listed_at: null, model_name: '' })
    const [listedBefore] = await sellCars(1, { state: 'withdrawn' })
    const { stayed, modifiedCount } = await move(seller, [bare!, listedBefore!], 'listed')
    expect(modifiedCount).toBe(1)
    expect(stayed).toMatchObject([{ carID: bare, code: 'listing-incomplete' }])
    expect(stayed[0]!.reason).toContain('the model')
  })

  it('counts those that wait in review, as another listing has their VIN', async () => {
    const vin = 'WAUZZZ8K9BA054321'
    await buildCar(app.ctx, app.people.otherSeller.id, { vin })
    const [id] = await sellCars(1, { vin, state: 'withdrawn' })
    expect(await move(seller, [id!], 'listed')).toMatchObject({ modifiedCount: 1, inReview: 1 })
    expect(await stateOf(id!)).toBe('in-review')
  })

  it('notifies each seller once and hides the cars when an admin takes them down', async () => {
    const ids = await sellCars(25)
    await move(admin, ids, 'withdrawn')
    const notifications = await app.ctx.db
      .selectFrom('messages')
      .select(['kind', 'subject', 'body'])
      .where('user_id', '=', seller.id)
      .execute()
    expect(notifications).toMatchObject([{ kind: 'taken-down', subject: 'Taken down: 25 of your listings' }])
    const { stayed } = await move(seller, ids, 'listed')
    expect(stayed.map(({ code }) => code)).toEqual(ids.map(() => 'not-found'))
  })

  it('handles a thousand cars, and their revert, without blocking other requests', async () => {
    const ids = await sellCars(MAX_AT_ONCE)
    const moved = await whileOthersAsk(() => move(seller, ids, 'archived'))
    expect(moved.modifiedCount).toBe(MAX_AT_ONCE)
    await whileOthersAsk(() => send('undo', seller, { params: { id: moved.undoId! } }))
    await move(admin, ids, 'sold-elsewhere')
    const set = await newestSet(admin)
    const request = { params: { id: set._id }, body: {} }
    const outcome = await whileOthersAsk(() => send<Reverted>('revertChangeSet', admin, request))
    expect(outcome).toMatchObject({ reverted: MAX_AT_ONCE, stayed: [] })
    expect(await newestSet(admin)).toMatchObject({ kind: 'revert', count: MAX_AT_ONCE })
  })
})

/**
 * Runs `work` while a user sends one read after another. Many of them must finish, whereas a single long
 * write would let only two through.
 */
async function whileOthersAsk<T>(work: () => Promise<T>): Promise<T> {
  let isDone = false
  let responses = 0
  const reading = (async () => {
    for (; !isDone; responses++) await send('getMe', app.people.buyer, {})
  })()
  const result = await work().finally(() => {
    isDone = true
  })
  await reading
  expect(responses).toBeGreaterThan(10)
  return result
}
