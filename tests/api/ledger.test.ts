import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { endpoints } from '../../contract/api/endpoints.ts'
import { getMethodAndPath, type EndpointName } from '../../contract/api/paths.ts'
import { reconcile } from '../../server/sale/stripe/reconcile.ts'
import { sweep } from '../../server/jobs/jobs.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildMake, buildPerson, buildPurchase, type Person } from '../support/factories.ts'
import { readCarFields, replayLedger } from '../support/ledger.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { buildValidRequest, endpointNames } from './requests.ts'
import { confirm, startPaying } from './sale-steps.ts'

let app: TestApp
/** Each test has its own app, because many of the calls end a session or an account. */
beforeEach(async () => {
  app = await startTestApp({ stripe: { webhooks: 'hold' } })
})
afterEach(() => app?.close())

const db = () => app.ctx.db

async function expectInStep() {
  expect(await replayLedger(db())).toEqual(await readCarFields(db()))
}

const newest = async () =>
  (await db().selectFrom('car_changes').select('id').orderBy('id', 'desc').executeTakeFirst())?.id ?? 0

const changesSince = (id: number) =>
  db().selectFrom('car_changes').selectAll().where('id', '>', id).orderBy('id').execute()

const writeNames = endpointNames.filter((name) => getMethodAndPath(name).method !== 'GET')

/**
 * Builds a request that changes at least one car. Endpoints such as account deletion and undo need a special
 * request for this.
 */
async function requestOnCars(name: EndpointName) {
  const { ctx, url, people } = app
  if (name === 'deleteUser' || name === 'deleteMe') {
    const seller = await buildPerson(ctx, { account: 'seller' })
    await buildCar(ctx, seller.id, { images: ['/art/a.svg'] })
    if (name === 'deleteMe') return { token: seller.token }
    return { token: people.admin.token, params: { id: seller.id } }
  }
  if (name === 'decideReport') {
    const request = await buildValidRequest(app, name)
    return { ...request, body: { state: 'upheld', note: '', takeDown: true } }
  }
  if (name === 'updateCategory') return renameOf(await makeWithCars())
  if (name === 'refreshEmail') return { token: people.buyer.idToken }
  if (name !== 'undo') return buildValidRequest(app, name)
  const id = await buildCar(ctx, people.seller.id)
  const { token } = people.seller
  const { body } = await call<{ undoId: string }>(url, 'deleteCars', { token, body: { ids: [id] } })
  return { token, params: { id: body.undoId } }
}

/**
 * Creates a make with two cars, one of them deleted.
 * @returns the make's name
 */
async function makeWithCars(): Promise<string> {
  const name = await buildMake(app.ctx)
  const carFields = { category_name: name, images: ['/art/a.svg'] }
  await buildCar(app.ctx, app.people.seller.id, carFields)
  await buildCar(app.ctx, app.people.seller.id, { ...carFields, hidden_at: '2026-01-01T00:00:00.000Z' })
  return name
}

const renameOf = (name: string) => ({
  token: app.people.admin.token,
  params: { name },
  body: { category_name: `${name} Motors` },
})

/**
 * The sample calls above that change a car, with the kind of change set that each records (null: none).
 */
const writesCars: Partial<Record<EndpointName, string | null>> = {
  addDeposit: null,
  endReservation: null,
  recordDealershipPayment: null,
  addCar: 'add',
  updateCar: 'edit',
  addDraft: 'add',
  saveDraft: 'edit',
  setCarState: 'state',
  setCarStates: 'state',
  updateCars: 'bulk-edit',
  addPhotos: 'bulk-edit',
  deleteCars: 'delete',
  deleteAnyCar: 'delete',
  deleteMyCar: 'delete',
  decideReport: 'delete',
  relistCar: 'relist',
  featureCar: 'feature',
  unfeatureCar: 'unfeature',
  deleteUser: 'delete-account',
  deleteMe: 'delete-account',
  undo: 'undo',
  revertChangeSet: 'revert',
  // Renaming a make is not a user's change to a car.
  updateCategory: null,
  // Users cannot revert changes that the sale itself makes.
  createPaymentIntent: null,
  cancelAttempt: null,
  endHold: null,
  savePayment: null,
}

describe('the ledger of cars', () => {
  it.each(writeNames)('matches the cars after %s and records the author', async (name) => {
    const request = await requestOnCars(name)
    const newestBefore = await newest()
    const { status } = await call(app.url, name, request)
    expect(status).toBe((endpoints[name] as Endpoint).who === 'stripe' ? 400 : 200)
    const rows = await changesSince(newestBefore)
    expect(rows.length > 0, 'whether it writes a car').toBe(name in writesCars)
    for (const row of rows) expect(row.actor, row.field).not.toBeNull()
    const kinds = await kindsOf(rows)
    expect(kinds).toEqual(name in writesCars ? [writesCars[name]] : [])
    await expectInStep()
  })

  it('matches the cars of a make that is merged into another make', async () => {
    const [name, targetMake] = [await makeWithCars(), await makeWithCars()]
    const newestBefore = await newest()
    const { token } = app.people.admin
    const response = await call(app.url, 'updateCategory', {
      token,
      params: { name },
      body: { mergeInto: targetMake },
    })
    expect(response.body).toMatchObject({ cars: 2 })
    const rows = await changesSince(newestBefore)
    expect(rows.map(({ field, before: from, after }) => [field, from, after])).toEqual(
      Array.from({ length: 2 }, () => ['categoryName', name, targetMake]),
    )
    expect(new Set(rows.map(({ actor }) => actor))).toEqual(new Set([app.people.admin.id]))
    await expectInStep()
  })

  it.each([
    ['is released after the time limit', () => app.advance(3600)],
    ['is paid for without a call from the buyer', (_: Person, secret: string) => confirm(app, secret)],
  ])('matches a car that %s', async (_, changeCar) => {
    const buyer = await buildPerson(app.ctx)
    const item = await buildPurchase(app.ctx, buyer.id, await buildCar(app.ctx, app.people.seller.id))
    const { body } = await startPaying(app, buyer, item)
    const newestBefore = await newest()
    await changeCar(buyer, body.clientSecret)
    app.advance(3600)
    await reconcile(app.ctx)
    await sweep(app.ctx)
    expect((await changesSince(newestBefore)).map(({ field }) => field)).toContain('state')
    await expectInStep()
  })

  it('records neither rejected changes nor unchanged values', async () => {
    const { seller } = app.people
    const id = await buildCar(app.ctx, seller.id, { location: 'Boise', condition: 'Good' })
    const reserved = await buildCar(app.ctx, seller.id, { state: 'reserved' })
    const newestBefore = await newest()
    const change = { token: seller.token, body: { ids: [id, reserved], change: { location: 'Salem' } } }
    expect((await call(app.url, 'updateCars', change)).status).toBe(409)
    expect(await changesSince(newestBefore)).toEqual([])
    const request = { token: seller.token, body: { ids: [id], change: { location: 'Boise' } } }
    expect((await call(app.url, 'updateCars', request)).status).toBe(200)
    expect(await changesSince(newestBefore)).toEqual([])
  })

  it('records the author, time, and change set of each change', async () => {
    const { seller } = app.people
    const ids = [await buildCar(app.ctx, seller.id), await buildCar(app.ctx, seller.id)]
    const newestBefore = await newest()
    const change = { resellPrice: '19,900', location: 'Salem' }
    await call(app.url, 'updateCars', { token: seller.token, body: { ids, change } })
    const rows = await changesSince(newestBefore)
    const changeFields = { version: 2, set: rows[0]!.set, actor: seller.id, at: rows[0]!.at }
    expect(rows).toMatchObject(
      ids.flatMap((car) => [
        {
          ...changeFields,
          id: expect.any(Number),
          car,
          field: 'location',
          before: 'Portland',
          after: 'Salem',
        },
        {
          ...changeFields,
          id: expect.any(Number),
          car,
          field: 'resellPrice',
          before: '24,900',
          after: '19,900',
        },
        {
          ...changeFields,
          id: expect.any(Number),
          car,
          field: 'priceMinor',
          before: 2_490_000,
          after: 1_990_000,
        },
      ]),
    )
    const sets = await db().selectFrom('change_sets').selectAll().where('id', '=', rows[0]!.set!).execute()
    expect(sets).toEqual([
      {
        id: changeFields.set,
        kind: 'bulk-edit',
        actor: seller.id,
        at: changeFields.at,
        count: 2,
        reverts: null,
      },
    ])
  })
})

/**
 * Returns the kinds of the change sets that the rows belong to. Null represents rows without a change set.
 */
async function kindsOf(rows: readonly { set: number | null }[]): Promise<(string | null)[]> {
  const kinds = new Set<string | null>()
  for (const { set } of rows) kinds.add(set === null ? null : await kindOf(set))
  return [...kinds]
}

async function kindOf(set: number): Promise<string> {
  const changeSet = db().selectFrom('change_sets').select('kind').where('id', '=', set)
  return (await changeSet.executeTakeFirstOrThrow()).kind
}
