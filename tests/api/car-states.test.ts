import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChangeSet, Reverted } from '../../contract/cars/car-changes.ts'
import { carSteps, requestedStates, type StatesSet } from '../../contract/cars/car-life.ts'
import { availabilities, type Availability } from '../../contract/cars/cars.ts'
import { MAX_CHANGED_CARS } from '../../contract/cars/change-limits.ts'
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

async function send<T>(name: EndpointName, caller: Person, request: ApiRequest): Promise<T> {
  const response = await call<T>(app.url, name, { ...request, token: caller.token })
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return response.body
}

const moveCars = (caller: Person, ids: string[], state: string, more = {}) =>
  send<StatesSet>('setCarStates', caller, { body: { ids, state, ...more } })

const stateOf = async (id: string) =>
  (await app.ctx.db.selectFrom('cars').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

const newestSet = async (caller: Person) => (await send<ChangeSet[]>('listChangeSets', caller, {}))[0]!

async function sellCars(count: number, fields = {}): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index++) ids.push(await buildCar(app.ctx, seller.id, fields))
  return ids
}

describe('changing the state of many cars', () => {
  it.each(requestedStates)('moves only the cars that may take the step to %s', async (requestedState) => {
    const cars: { id: string; state: Availability }[] = []
    for (const state of availabilities)
      cars.push({ id: await buildCar(app.ctx, seller.id, { state }), state })
    const to = requestedState === 'listed' ? 'instock' : requestedState
    const { stayed, modifiedCount } = await moveCars(
      seller,
      cars.map(({ id }) => id),
      requestedState,
    )
    const movableCars = cars.filter(
      ({ state }) =>
        state !== to &&
        carSteps[state][to]?.by.includes('seller') &&
        carSteps[state][to]?.needs !== 'release',
    )
    const carsInState = cars.filter(({ state }) => state === to)
    expect(modifiedCount).toBe(movableCars.length)
    const otherCars = cars.filter((car) => !movableCars.includes(car) && !carsInState.includes(car))
    expect(stayed.map(({ carID }) => carID).toSorted()).toEqual(otherCars.map(({ id }) => id).toSorted())
    for (const { reason } of stayed) expect(reason).toMatch(/\.$/)
    for (const { id } of movableCars) expect(await stateOf(id)).toBe(to)
    for (const { id, state } of otherCars) expect(await stateOf(id)).toBe(state)
  })

  it('creates one change set, which Undo reverts completely', async () => {
    const ids = await sellCars(45)
    const { undoId, modifiedCount } = await moveCars(seller, ids, 'archived')
    expect(modifiedCount).toBe(45)
    expect(await newestSet(seller)).toMatchObject({ kind: 'state', count: 45, revertedCount: 0 })
    await send('undo', seller, { params: { id: undoId! } })
    for (const id of ids) expect(await stateOf(id)).toBe('instock')
    const [undoSet, set] = await send<ChangeSet[]>('listChangeSets', seller, {})
    expect(undoSet).toMatchObject({ kind: 'undo', reverts: set!._id, count: 45 })
    expect(set).toMatchObject({ revertedCount: 45, revertedAt: undoSet!.at })
  })

  it('is rejected entirely if one car belongs to another seller', async () => {
    const [id] = await sellCars(1)
    const otherCar = await buildCar(app.ctx, app.people.otherSeller.id)
    const body = { ids: [id, otherCar], state: 'archived' }
    const response = await call(app.url, 'setCarStates', { token: seller.token, body })
    expect(response.status).toBe(404)
    expect(await stateOf(id!)).toBe('instock')
  })

  it('sells each car at its own price on the given date', async () => {
    const ids = await sellCars(2)
    const today = app.ctx.now().toISOString().slice(0, 10)
    await moveCars(seller, ids, 'sold-elsewhere', { date: today, note: 'To the trade' })
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
    const { stayed, modifiedCount } = await moveCars(seller, [bare!, listedBefore!], 'listed')
    expect(modifiedCount).toBe(1)
    expect(stayed).toMatchObject([{ carID: bare, code: 'listing-incomplete' }])
    expect(stayed[0]!.reason).toContain('the model')
  })

  it('counts cars that wait for review because another listing has their VIN', async () => {
    const vin = 'WAUZZZ8K9BA054321'
    await buildCar(app.ctx, app.people.otherSeller.id, { vin })
    const [id] = await sellCars(1, { vin, state: 'withdrawn' })
    expect(await moveCars(seller, [id!], 'listed')).toMatchObject({ modifiedCount: 1, inReview: 1 })
    expect(await stateOf(id!)).toBe('in-review')
  })

  it('notifies each seller once and hides the cars when an admin takes them down', async () => {
    const ids = await sellCars(25)
    await moveCars(admin, ids, 'withdrawn')
    const notifications = await app.ctx.db
      .selectFrom('messages')
      .select(['kind', 'subject', 'body'])
      .where('user_id', '=', seller.id)
      .execute()
    expect(notifications).toMatchObject([{ kind: 'taken-down', subject: 'Taken down: 25 of your listings' }])
    const { stayed } = await moveCars(seller, ids, 'listed')
    expect(stayed.map(({ code }) => code)).toEqual(ids.map(() => 'not-found'))
  })

  it('handles a thousand cars, and their revert, without blocking other requests', async () => {
    const ids = await sellCars(MAX_CHANGED_CARS)
    const moveResult = await runDuringReads(() => moveCars(seller, ids, 'archived'))
    expect(moveResult.modifiedCount).toBe(MAX_CHANGED_CARS)
    await runDuringReads(() => send('undo', seller, { params: { id: moveResult.undoId! } }))
    await moveCars(admin, ids, 'sold-elsewhere')
    const set = await newestSet(admin)
    const request = { params: { id: set._id }, body: {} }
    const outcome = await runDuringReads(() => send<Reverted>('revertChangeSet', admin, request))
    expect(outcome).toMatchObject({ reverted: MAX_CHANGED_CARS, stayed: [] })
    expect(await newestSet(admin)).toMatchObject({ kind: 'revert', count: MAX_CHANGED_CARS })
  })
})

/**
 * Runs `work` while a user sends one read after another. Many of them must finish, whereas a single long
 * write would let only two through.
 */
async function runDuringReads<T>(work: () => Promise<T>): Promise<T> {
  let isFinished = false
  let responses = 0
  const reads = (async () => {
    for (; !isFinished; responses++) await send('getMe', app.people.buyer, {})
  })()
  const result = await work().finally(() => {
    isFinished = true
  })
  await reads
  expect(responses).toBeGreaterThan(10)
  return result
}
