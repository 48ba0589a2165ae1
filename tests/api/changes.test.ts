import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CarChange, ChangedCar, ChangeSet, Reverted } from '../../contract/cars/car-changes.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import { call, type ApiRequest } from '../support/api-client.ts'
import { buildCar, buildPerson, buildPurchase, type Person } from '../support/factories.ts'
import { readCarFields, replayLedger } from '../support/ledger.ts'
import { hasPlans, collectQueryPlans } from '../support/query-plans.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { pay, startPaying } from './sale-steps.ts'

const DAY_SECONDS = 24 * 3600

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

const db = () => app.ctx.db

async function send<T>(name: EndpointName, caller: Person | null, request: ApiRequest): Promise<T> {
  const response = await call<T>(app.url, name, { ...request, ...(caller && { token: caller.token }) })
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return response.body
}

const historyOf = (id: string, reader: Person | null, query = {}) =>
  send<CarChange[]>('listCarChanges', reader, { params: { id }, query })

const change = (caller: Person, ids: string[], fields: object) =>
  send<{ undoId: string }>('updateCars', caller, { body: { ids, change: fields } })

const carFields = async (id: string) => (await readCarFields(db())).get(id)!

async function newestSet(caller: Person): Promise<ChangeSet> {
  return (await send<ChangeSet[]>('listChangeSets', caller, {}))[0]!
}

async function revert(caller: Person, set: { _id: string }, carID?: string): Promise<Reverted> {
  return send('revertChangeSet', caller, { params: { id: set._id }, body: carID ? { carID } : {} })
}

async function tryRevert(caller: Person, set: { _id: string }): Promise<[number, string]> {
  const request = { token: caller.token, params: { id: set._id } }
  const { status, body } = await call<{ code: string }>(app.url, 'revertChangeSet', request)
  return [status, body.code]
}

describe('a car’s history', () => {
  it('shows strangers only the listing date and the prices', async () => {
    const { ctx } = app
    const buyer = await buildPerson(ctx)
    const posted = new Date(ctx.now().getTime() - 42 * DAY_SECONDS * 1000).toISOString()
    const id = await buildCar(ctx, seller.id, { posted_at: posted, contact: '555-0142' })
    await change(seller, [id], { resellPrice: '23,900', location: 'Boise' })
    await change(seller, [id], { resellPrice: 'call 555-0143' })
    await send('featureCar', admin, { params: { id } })
    for (const reader of [null, buyer]) {
      const history = await historyOf(id, reader)
      expect(history).toEqual([
        { at: expect.any(String), field: 'resellPrice', before: '23,900', after: 'Price on request' },
        { at: expect.any(String), field: 'resellPrice', before: '24,900', after: '23,900' },
        { at: posted, field: 'listed', before: null, after: '24,900' },
      ])
    }
  })

  it('shows strangers the newest hundred entries and its seller all entries', async () => {
    const id = await buildCar(app.ctx, seller.id)
    for (let price = 1; price <= 1_050; price++)
      await db()
        .updateTable('cars')
        .set({ resell_price: `${price}` })
        .where('id', '=', id)
        .execute()
    const total = async (reader: Person | null) =>
      (
        await call(app.url, 'listCarChanges', { params: { id }, ...(reader && { token: reader.token }) })
      ).headers.get('x-total-count')
    expect([await total(null), Number(await total(seller)) > 1_000]).toEqual(['100', true])
    const [newest] = await historyOf(id, null, { limit: 200 })
    expect(newest).toMatchObject({ field: 'resellPrice', before: '1049', after: '1050' })
    expect((await historyOf(id, null, { limit: 200 })).at(-1)).toMatchObject({ before: '950', after: '951' })
  })

  it('is cached for signed-out users until it changes, and still complete for its seller', async () => {
    const id = await buildCar(app.ctx, seller.id, { vin: '1HGCM82633A004352' })
    const member = await buildPerson(app.ctx)
    const isStored = (audience: 'stranger' | 'member') =>
      app.ctx.cache.find({ name: 'listCarChanges', key: id }, audience) !== null
    const [changeBefore] = await historyOf(id, null)
    expect(isStored('stranger')).toBe(true)
    expect(await historyOf(id, null)).toEqual([changeBefore])
    expect(await historyOf(id, member)).toEqual([changeBefore])
    expect(isStored('member')).toBe(false)
    expect((await historyOf(id, seller))[0]).toHaveProperty('by')
    await change(seller, [id], { resellPrice: '23,900' })
    expect(await historyOf(id, null)).toMatchObject([{ after: '23,900' }, changeBefore])
    const posted_at = new Date(app.ctx.now().getTime() - DAY_SECONDS * 1000).toISOString()
    const otherCar = await buildCar(app.ctx, admin.id, { state: 'sold-elsewhere', posted_at })
    await db().updateTable('cars').set({ vin: '1HGCM82633A004352' }).where('id', '=', otherCar).execute()
    const reloaded = await historyOf(id, null)
    app.ctx.cache.drop(null)
    expect(reloaded).toEqual(await historyOf(id, null))
  })

  it('hides prices from before the listing and from unlisted periods from strangers', async () => {
    const id = await buildCar(app.ctx, seller.id, {
      state: 'draft',
      listed_at: null,
      resell_price: '30,000',
      images: ['/art/a.svg'],
      vin: '5YJ3E1EA5MF000316',
    })
    const setState = (state: string) => send('setCarState', seller, { params: { id }, body: { state } })
    await change(seller, [id], { resellPrice: '29,000' })
    await setState('listed')
    await setState('withdrawn')
    await change(seller, [id], { resellPrice: '27,000' })
    await change(seller, [id], { resellPrice: '28,000' })
    await setState('listed')
    expect((await historyOf(id, null)).map(({ field, after }) => [field, after])).toEqual([
      ['listed', '28,000'],
      ['listed', '29,000'],
    ])
    expect((await historyOf(id, seller)).toReversed().slice(0, 2)).toMatchObject([
      { field: 'available', before: null, after: 'draft', kind: null },
      { field: 'resellPrice', before: '30,000', after: '29,000' },
    ])
  })

  it('calls an empty draft “Untitled draft”', async () => {
    const { insertedId: id } = await send<{ insertedId: string }>('addDraft', seller, { body: {} })
    await send('setCarStates', seller, { body: { ids: [id], state: 'archived' } })
    const set = await newestSet(seller)
    expect(set).toMatchObject({ kind: 'state', carName: 'Untitled draft' })
    const cars = await send<ChangedCar[]>('listChangedCars', seller, { params: { id: set._id } })
    expect(cars.map(({ carName }) => carName)).toEqual(['Untitled draft'])
  })

  it('is hidden from strangers while the car is taken down and returns with the car', async () => {
    const id = await buildCar(app.ctx, seller.id)
    await send('deleteMyCar', seller, { params: { id } })
    expect((await call(app.url, 'listCarChanges', { params: { id } })).status).toBe(404)
    expect((await historyOf(id, seller)).toReversed()).toMatchObject([
      { field: 'listed' },
      { field: 'hiddenAt', before: null, by: 'seller', kind: 'delete' },
      { field: 'available', before: 'instock', after: 'withdrawn', by: 'seller', kind: 'delete' },
    ])
    await revert(seller, await newestSet(seller))
    expect((await historyOf(id, null)).map(({ field }) => field)).toEqual(['listed', 'listed'])
  })

  it('hides changes undone within a minute from strangers', async () => {
    const id = await buildCar(app.ctx, seller.id)
    const { undoId } = await change(seller, [id], { resellPrice: '1' })
    await send('undo', seller, { params: { id: undoId } })
    expect((await historyOf(id, null)).map(({ field }) => field)).toEqual(['listed'])
    expect(await historyOf(id, seller)).toHaveLength(3)
  })

  it('shows its seller each change with time and author type, and admins the author’s name', async () => {
    const id = await buildCar(app.ctx, seller.id, { images: ['/art/a.svg', '/art/b.svg'] })
    await change(admin, [id], { location: 'Salem' })
    const ownHistory = await historyOf(id, seller)
    expect(ownHistory[0]).toMatchObject({
      field: 'location',
      before: 'Portland',
      after: 'Salem',
      by: 'team',
      version: 2,
      revertible: false,
    })
    expect(JSON.stringify(ownHistory)).not.toContain('Ada')
    expect((await historyOf(id, admin))[0]).toMatchObject({ byName: 'Ada Admin', revertible: true })
    expect(
      (await call(app.url, 'listCarChanges', { params: { id }, token: app.people.otherSeller.token })).body,
    ).toEqual([{ at: expect.any(String), field: 'listed', before: null, after: '24,900' }])
  })

  it('continues across relistings and earlier sellers of the same VIN', async () => {
    const vin = 'WAUZZZ8K9BA012345'
    const otherSeller = await buildPerson(app.ctx, { account: 'seller' })
    const sold = { vin, posted_at: daysAgo(90), state: 'sold', resell_price: '30,000' } as const
    await buildCar(app.ctx, otherSeller.id, sold)
    const firstCar = await buildCar(app.ctx, seller.id, { vin, posted_at: daysAgo(42) })
    await change(seller, [firstCar], { resellPrice: '23,900' })
    await send('deleteMyCar', seller, { params: { id: firstCar } })
    const relistedCar = await buildCar(app.ctx, seller.id, { vin, resell_price: '23,500' })
    const draft = { vin, state: 'draft', posted_at: daysAgo(50), listed_at: null } as const
    await buildCar(app.ctx, otherSeller.id, draft)
    const publicHistory = await historyOf(relistedCar, null)
    expect(publicHistory.map(({ field, after, earlierSeller }) => [field, after, earlierSeller])).toEqual([
      ['listed', '23,500', undefined],
      ['resellPrice', '23,900', undefined],
      ['listed', '24,900', undefined],
      ['listed', '30,000', true],
    ])
    const ownHistory = await historyOf(relistedCar, seller)
    expect(ownHistory.slice(1)).toEqual(publicHistory.slice(1))
  })

  it('shows photos that were changed together as one change', async () => {
    const [a, b, c] = ['/art/a.svg', '/art/b.svg', '/art/c.svg']
    const id = await buildCar(app.ctx, seller.id, { images: [a, b, c] })
    await save(id, { images: [c, a] })
    expect(await historyOf(id, seller)).toMatchObject([
      { field: 'images', before: [a, b, c], after: [c, a], kind: 'edit' },
      { field: 'listed' },
    ])
  })

  it('shows a draft’s publication as one event with its price at that time', async () => {
    const id = await buildCar(app.ctx, seller.id, {
      state: 'draft',
      listed_at: null,
      images: ['/art/a.svg'],
      no_vin_reason: 'Kit car',
    })
    await change(seller, [id], { resellPrice: '19,900' })
    await send('setCarState', seller, { params: { id }, body: { state: 'listed' } })
    await send('setCarState', seller, { params: { id }, body: { state: 'withdrawn' } })
    await send('setCarState', seller, { params: { id }, body: { state: 'listed' } })
    expect((await historyOf(id, seller)).map(({ field, after }) => [field, after])).toEqual([
      ['available', 'instock'],
      ['available', 'withdrawn'],
      ['listed', '19,900'],
      ['resellPrice', '19,900'],
      ['available', 'draft'],
    ])
    const sets = await send<ChangeSet[]>('listChangeSets', seller, {})
    expect(sets.map(({ fields }) => fields)).toContainEqual(['available'])
    const cars = await send<ChangedCar[]>('listChangedCars', seller, { params: { id: sets[2]!._id } })
    expect(cars[0]!.changes.map(({ field }) => field)).toEqual(['available'])
  })

  it('is paged without splitting changes made together', async () => {
    const id = await buildCar(app.ctx, seller.id)
    for (let price = 1; price <= 4; price++)
      await change(seller, [id], { resellPrice: String(price), location: `Place ${price}` })
    const complete = await historyOf(id, seller)
    const firstResponse = await call<CarChange[]>(app.url, 'listCarChanges', {
      token: seller.token,
      params: { id },
      query: { limit: 3 },
    })
    expect(firstResponse.body).toEqual(complete.slice(0, 4))
    const cursor = /cursor=([\w-]+)/.exec(firstResponse.headers.get('link')!)![1]!
    expect(await historyOf(id, seller, { limit: 200, cursor })).toEqual(complete.slice(4))
  })
})

describe('a change set', () => {
  it('lists its first car and the changed fields', async () => {
    const ids = await Promise.all([1, 2].map(() => buildCar(app.ctx, seller.id)))
    await change(seller, ids, { resellPrice: '23,900', location: 'Salem' })
    expect(await newestSet(seller)).toMatchObject({
      kind: 'bulk-edit',
      count: 2,
      by: 'Sam Seller',
      carID: ids.toSorted()[0],
      carName: expect.stringContaining('Audi'),
      fields: expect.arrayContaining(['resellPrice', 'location']),
      revertedCount: 0,
      revertedAt: null,
      revertible: true,
    })
    expect((await newestSet(seller)).fields).toHaveLength(2)
  })

  it('lists its cars with each field before and after, page by page', async () => {
    const images = ['/art/a.svg', '/art/b.svg']
    const ids = await Promise.all([1, 2, 3].map(() => buildCar(app.ctx, seller.id, { images })))
    await change(seller, ids, { resellPrice: '23,900' })
    const set = await newestSet(seller)
    const readChanges = (query: Record<string, unknown>, by = seller) =>
      call<ChangedCar[]>(app.url, 'listChangedCars', { token: by.token, params: { id: set._id }, query })
    const firstResponse = await readChanges({ limit: 2 })
    expect(firstResponse.headers.get('X-Total-Count')).toBe('3')
    const nextUrl = new URL(/<(.*)>/.exec(firstResponse.headers.get('Link')!)![1]!, app.url).searchParams.get(
      'cursor',
    )
    const secondResponse = await readChanges({ limit: 2, cursor: nextUrl })
    expect([...firstResponse.body, ...secondResponse.body]).toEqual(
      ids.toSorted().map((_id) => ({
        _id,
        carName: expect.any(String),
        available: 'instock',
        mileageUnit: 'mi',
        changes: [{ field: 'resellPrice', before: '24,900', after: '23,900' }],
      })),
    )
    expect((await readChanges({}, admin)).body).toHaveLength(3)
    expect((await readChanges({}, app.people.otherSeller)).status).toBe(404)
  })

  it('reports the number of reverted cars until the revert is undone', async () => {
    const ids = await Promise.all([1, 2].map(() => buildCar(app.ctx, seller.id)))
    await change(seller, ids, { location: 'Salem' })
    const set = await newestSet(seller)
    const readPlans = async () =>
      (await send<ChangeSet[]>('listChangeSets', seller, {})).find(({ _id }) => _id === set._id)!
    await revert(seller, set, ids[0])
    expect(await readPlans()).toMatchObject({ revertedCount: 1 })
    const { undoId } = await revert(seller, set)
    expect(await readPlans()).toMatchObject({ revertedCount: 2, revertedAt: (await newestSet(seller)).at })
    await send('undo', seller, { params: { id: undoId! } })
    expect(await readPlans()).toMatchObject({ revertedCount: 1 })
  })

  it.runIf(hasPlans).each([
    ['its seller', () => seller],
    ['admins', () => admin],
  ])('is found by %s without scanning unrelated rows', async (_, reader) => {
    await change(seller, [await buildCar(app.ctx, seller.id)], { location: 'Salem' })
    const plans = await collectQueryPlans(db(), () => send<ChangeSet[]>('listChangeSets', reader(), {}))
    // Only the count may scan all change sets. The newest sets are read in reverse order, and only as much of
    // each as is needed.
    const complete = plans.join('\n').match(/SCAN .*|USE TEMP B-TREE FOR ORDER.*/g) ?? []
    expect(complete.filter((step) => !/^SCAN (change_sets|some)/.test(step))).toEqual([])
  })
})

describe('reverting', () => {
  it('restores cars field by field, except for later changes and sales', async () => {
    const { ctx } = app
    const buyer = await buildPerson(ctx)
    const [untouchedCar, editedCar, soldCar, heldCar] = await Promise.all(
      [1, 2, 3, 4].map(() => buildCar(ctx, seller.id)),
    )
    const ids = [untouchedCar!, editedCar!, soldCar!, heldCar!]
    await change(seller, ids, { condition: 'Fair', location: 'Boise' })
    const set = await newestSet(seller)
    await change(seller, [editedCar!], { location: 'Salem' })
    await pay(app, buyer, await buildPurchase(ctx, buyer.id, soldCar!))
    await startPaying(app, buyer, await buildPurchase(ctx, buyer.id, heldCar!))

    const { reverted, stayed } = await revert(seller, set)
    expect(reverted).toBe(2)
    const carName = '2021 Audi A4 Avant 40 TFSI'
    expect(stayed).toHaveLength(5)
    expect(stayed).toEqual(
      expect.arrayContaining([
        { carID: editedCar, carName, field: 'location', reason: 'changed' },
        ...['location', 'condition'].flatMap((field) => [
          { carID: soldCar, carName, field, reason: 'sold' },
          { carID: heldCar, carName, field, reason: 'reserved' },
        ]),
      ]),
    )
    expect(await carFields(untouchedCar!)).toMatchObject({
      location: 'Portland',
      condition: 'Good',
    })
    expect(await carFields(editedCar!)).toMatchObject({
      location: 'Salem',
      condition: 'Good',
    })
    expect(await carFields(soldCar!)).toMatchObject({ location: 'Boise', condition: 'Fair' })
    expect(await replayLedger(db())).toEqual(await readCarFields(db()))
  })

  it('can be undone and reverted, and happens only once', async () => {
    const id = await buildCar(app.ctx, seller.id)
    await change(seller, [id], { location: 'Boise' })
    const set = await newestSet(seller)
    const { undoId } = await revert(seller, set)
    expect((await carFields(id)).location).toBe('Portland')
    expect(await revert(seller, set)).toMatchObject({
      reverted: 0,
      stayed: [{ field: 'location', reason: 'changed' }],
    })
    await send('undo', seller, { params: { id: undoId! } })
    expect((await carFields(id)).location).toBe('Boise')
    await revert(seller, await newestSet(seller))
    expect((await carFields(id)).location).toBe('Portland')
    await revert(seller, await newestSet(seller))
    expect((await carFields(id)).location).toBe('Boise')
  })

  it('restores a deleted car with its original photos and texts', async () => {
    const images = ['/art/a.svg', '/art/b.svg', '/art/c.svg']
    const id = await buildCar(app.ctx, seller.id, { images })
    const fieldsBefore = await carFields(id)
    await save(id, {
      images: [images[2]!],
      description: 'Else',
      modelName: 'Q5',
      fuel: 'Diesel',
      resellPrice: '',
    })
    const edit = await newestSet(seller)
    await send('deleteCars', seller, { body: { ids: [id] } })
    const { stayed } = await revert(seller, edit)
    expect(new Set(stayed.map(({ reason }) => reason))).toEqual(new Set(['removed']))
    const fields = ['images', 'description', 'modelName', 'model', 'fuel', 'resellPrice']
    expect(stayed.map(({ field }) => field).toSorted()).toEqual(fields.toSorted())
    await revert(seller, await newestSet(seller))
    expect(await revert(seller, edit)).toMatchObject({ reverted: 1, stayed: [] })
    expect(await carFields(id)).toEqual(fieldsBefore)
  })

  it('can be limited to one car of a set', async () => {
    const ids = [await buildCar(app.ctx, seller.id), await buildCar(app.ctx, seller.id)]
    await change(seller, ids, { location: 'Boise' })
    expect(await revert(seller, await newestSet(seller), ids[1])).toMatchObject({ reverted: 1 })
    expect([(await carFields(ids[0]!)).location, (await carFields(ids[1]!)).location]).toEqual([
      'Boise',
      'Portland',
    ])
  })

  it('is available to the author and admins for 30 days', async () => {
    const id = await buildCar(app.ctx, seller.id)
    await change(admin, [id], { location: 'Boise' })
    const ofAdmin = await newestSet(admin)
    await change(seller, [id], { location: 'Salem' })
    const ownSet = await newestSet(seller)
    expect(await tryRevert(seller, ofAdmin)).toEqual([404, 'not-found'])
    expect(await tryRevert(app.people.otherSeller, ownSet)).toEqual([404, 'not-found'])
    expect((await send<ChangeSet[]>('listChangeSets', seller, {})).map(({ _id }) => _id)).toEqual([
      ownSet._id,
    ])
    await revert(admin, ownSet)
    expect((await carFields(id)).location).toBe('Boise')
    for (const [kind, days] of [
      ['edit', 31],
      ['add', 1],
    ] as const)
      expect(await tryRevert(seller, await insertSet(kind, days))).toEqual([409, 'revert-expired'])
  })

  it('does not let a former admin restore fields that only admins control', async () => {
    const owner = await buildPerson(app.ctx, { role: 'admin', account: 'seller' })
    const id = await buildCar(app.ctx, owner.id, { featured_at: daysAgo(1) })
    await send('unfeatureCar', owner, { params: { id } })
    const set = await newestSet(owner)
    await send('revokeAdmin', admin, { params: { id: owner.id } })
    expect(await revert(owner, set)).toMatchObject({ reverted: 0, stayed: [{ reason: 'not-allowed' }] })
    expect(await carFields(id)).not.toHaveProperty('featuredAt')
  })

  it('notifies the seller when an admin restores a car, and adds an audit entry', async () => {
    const id = await buildCar(app.ctx, seller.id)
    await send('deleteAnyCar', admin, { params: { id } })
    await revert(admin, await newestSet(admin))
    const messages = await send<{ subject: string }[]>('listMessages', seller, {})
    expect(messages.map(({ subject }) => subject.split(':')[0])).toEqual(['Restored', 'Taken down'])
    const log = await send<{ action: string; target: string }[]>('listAudit', admin, {})
    expect(log[0]).toMatchObject({ action: 'revert-car', target: id })
  })

  it('omits the cars of a deleted account', async () => {
    const id = await buildCar(app.ctx, seller.id)
    await send('deleteAnyCar', admin, { params: { id } })
    const set = await newestSet(admin)
    await send('deleteMe', seller, {})
    const { reverted, stayed } = await revert(admin, set)
    expect([reverted, new Set(stayed.map(({ reason }) => reason))]).toEqual([0, new Set(['seller-gone'])])
  })

  it('cannot restore a car removed by its seller after an admin has also removed it', async () => {
    const [deleted, unlisted] = [await buildCar(app.ctx, seller.id), await buildCar(app.ctx, seller.id)]
    await send('deleteMyCar', seller, { params: { id: deleted } })
    const deletion = await newestSet(seller)
    await send('setCarState', seller, { params: { id: unlisted }, body: { state: 'withdrawn' } })
    const unlisting = await newestSet(seller)
    for (const id of [deleted, unlisted]) await send('deleteAnyCar', admin, { params: { id } })
    const reasons = async (set: ChangeSet) => (await revert(seller, set)).stayed.map(({ reason }) => reason)
    expect(new Set(await reasons(deletion))).toEqual(new Set(['changed']))
    expect(new Set(await reasons(unlisting))).toEqual(new Set(['removed']))
    for (const id of [deleted, unlisted])
      expect(await carFields(id)).toMatchObject({ state: 'withdrawn', hiddenAt: expect.any(String) })
  })

  it.each(['edit', 'sale'] as const)('loses no data during a concurrent %s', async (otherKind) => {
    const { ctx } = app
    for (let round = 0; round < 8; round++) {
      const buyer = await buildPerson(ctx)
      const id = await buildCar(ctx, seller.id)
      const item = await buildPurchase(ctx, buyer.id, id)
      await change(seller, [id], { location: 'Boise' })
      const set = await newestSet(seller)
      const { version } = await send<{ version: number }>('getCar', seller, { params: { id } })
      const sendOther = (): Promise<{ status: number }> =>
        otherKind === 'edit'
          ? save(id, { location: 'Salem' }, { 'If-Match': `"${version}"` })
          : startPaying(app, buyer, item)
      const firstRequest = round % 2 ? null : sendOther()
      const [revertResult, otherResponse] = await Promise.all([
        revert(seller, set),
        firstRequest ?? sendOther(),
      ])
      const { location, state } = await carFields(id)
      if (otherKind === 'edit') {
        // The first request changes the car, and the second one reports the conflict.
        expect([revertResult.reverted, otherResponse.status, location]).toEqual(
          revertResult.reverted === 1 ? [1, 412, 'Portland'] : [0, 200, 'Salem'],
        )
      } else {
        expect([otherResponse.status, state]).toEqual([200, 'reserved'])
        expect(revertResult.reverted === 1 ? location : revertResult.stayed[0]!.reason).toBe(
          revertResult.reverted === 1 ? 'Portland' : 'reserved',
        )
      }
    }
    expect(await replayLedger(db())).toEqual(await readCarFields(db()))
  })
})

async function insertSet(kind: 'edit' | 'add', days: number): Promise<{ _id: string }> {
  const values = sql.join([kind, seller.id, daysAgo(days), 1])
  const { rows } = await sql<{ id: number }>`
    insert into change_sets (kind, actor, at, count) values (${values}) returning id`.execute(db())
  return { _id: String(rows[0]!.id) }
}

const daysAgo = (days: number) => new Date(app.ctx.now().getTime() - days * DAY_SECONDS * 1000).toISOString()

async function save(id: string, fields: object, headers = {}) {
  const { body } = await call<Record<string, unknown>>(app.url, 'getCar', {
    params: { id },
    token: seller.token,
  })
  const { category_name, condition, modelName, usageTime, originalPrice, resellPrice, selllerContact } = body
  const { location, description, year, mileage, mileageUnit, fuel, body: bodyStyle, transmission } = body
  const basicFields = {
    category_name,
    condition,
    modelName,
    usageTime,
    originalPrice,
    resellPrice,
    selllerContact,
  }
  const otherFields = {
    location,
    description,
    year,
    mileage,
    mileageUnit,
    fuel,
    body: bodyStyle,
    transmission,
  }
  return call(app.url, 'updateCar', {
    token: seller.token,
    params: { id },
    body: { ...basicFields, ...otherFields, ...fields },
    headers,
  })
}
