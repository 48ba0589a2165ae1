import { fc } from '../support/fast-check.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allCarsSorts, availabilities, type Car, type Availability } from '../../contract/cars/cars.ts'
import { updatePhotos } from '../../server/features/cars/car-photos.repository.ts'
import { createCachedIndex, type CachedIndex } from '../../server/search/cached-index.ts'
import { purgeChangeLog } from '../../server/db/change-log.ts'
import { createSqliteRowReader } from '../../server/db/engines/row-batch-reader.ts'
import { openDatabase, type SqliteDatabase } from '../../server/db/connection.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson, buildPurchase, type Person } from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const timeAt = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()

describe('the list of all cars', () => {
  let admin: Person
  let dealer: Person
  let otherSeller: Person
  beforeAll(async () => {
    admin = await buildPerson(server.ctx, { role: 'admin' })
    dealer = await buildPerson(server.ctx, { account: 'seller', email: 'lena@lot.test' })
    otherSeller = await buildPerson(server.ctx, { account: 'seller', email: 'omar@other.test' })
    const car = (seller: Person, second: number, fields: object) =>
      buildCar(server.ctx, seller.id, {
        year: null,
        mileage: null,
        location: '',
        posted_at: timeAt(second),
        category_name: 'BMW',
        ...fields,
      })
    const wantedCar = await car(dealer, 1, {
      model_name: 'i10',
      resell_price: '300',
      contact: '555 0101',
      // This number of miles is lower than the other car's number of kilometers, but the distance is longer.
      mileage: 70_000,
      location: 'Eugene',
    })
    await car(dealer, 2, { model_name: 'i4 eDrive', resell_price: 'ask me', state: 'sold' })
    const sold = await car(otherSeller, 3, {
      model_name: 'X3',
      resell_price: '100',
      contact: '555 0199',
      year: 2019,
      mileage: 100_000,
      mileage_unit: 'km',
      location: 'Astoria',
      images: ['/art/a.svg', '/art/b.svg'],
    })
    await car(dealer, 4, {
      model_name: 'i4 Gran',
      resell_price: '200',
      state: 'reserved',
      images: ['/art/c.svg'],
    })
    const buy = async (id: string, state: 'unpaid' | 'refunded') =>
      buildPurchase(server.ctx, (await buildPerson(server.ctx)).id, id, { state })
    await buy(wantedCar, 'unpaid')
    // A refunded purchase is no longer on any purchase list.
    for (let n = 0; n < 2; n++) await buy(sold, 'refunded')
    await car(dealer, 5, { model_name: 'Gone', state: 'withdrawn', hidden_at: timeAt(6) })
    await car(dealer, 6, { model_name: 'Hidden', state: 'sold', hidden_at: timeAt(7) })
  })

  const list = async (query: object, as = admin) => {
    const response = await call<Car[]>(server.url, 'listAllCars', { token: as.token, query: { ...query } })
    return {
      ...response,
      names: response.body.map?.(({ modelName }) => modelName),
      total: response.headers.get('x-total-count'),
    }
  }
  const counts = (partialCounts: Partial<Record<Availability, number>>) => ({
    ...Object.fromEntries(availabilities.map((state) => [state, 0])),
    ...partialCounts,
  })
  const count = async (query: object, as = admin) =>
    (await call(server.url, 'countAllCars', { token: as.token, query: { ...query } })).body

  it('supports every sort order, with cars that lack the sort value last in both directions', async () => {
    const orders = Object.fromEntries(
      await Promise.all(allCarsSorts.map(async (sort) => [sort, (await list({ sort })).names])),
    )
    expect(orders).toEqual({
      newest: ['i4 Gran', 'X3', 'i4 eDrive', 'i10'],
      oldest: ['i10', 'i4 eDrive', 'X3', 'i4 Gran'],
      price: ['X3', 'i4 Gran', 'i10', 'i4 eDrive'],
      '-price': ['i10', 'i4 Gran', 'X3', 'i4 eDrive'],
      // Cars are sorted by the whole name, starting with the year. The order is natural: 4 before 10.
      name: ['X3', 'i4 eDrive', 'i4 Gran', 'i10'],
      '-name': ['i10', 'i4 Gran', 'i4 eDrive', 'X3'],
      state: expect.arrayContaining(['i10']),
      '-state': expect.arrayContaining(['i10']),
      year: ['X3', 'i10', 'i4 eDrive', 'i4 Gran'],
      '-year': ['X3', 'i4 Gran', 'i4 eDrive', 'i10'],
      mileage: ['X3', 'i10', 'i4 eDrive', 'i4 Gran'],
      '-mileage': ['i10', 'X3', 'i4 Gran', 'i4 eDrive'],
      location: ['X3', 'i10', 'i4 eDrive', 'i4 Gran'],
      '-location': ['i10', 'X3', 'i4 Gran', 'i4 eDrive'],
      photos: ['i10', 'i4 eDrive', 'i4 Gran', 'X3'],
      '-photos': ['X3', 'i4 Gran', 'i4 eDrive', 'i10'],
      lists: ['i4 eDrive', 'X3', 'i4 Gran', 'i10'],
      '-lists': ['i10', 'i4 Gran', 'X3', 'i4 eDrive'],
    })
    expect(orders.state!.slice(2)).toEqual(['i4 Gran', 'i4 eDrive'])
    expect(orders['-state']!.slice(0, 2)).toEqual(['i4 eDrive', 'i4 Gran'])
  })

  it('starts at any offset and returns the total', async () => {
    const page = await list({ sort: 'price', offset: 1, limit: 2 })
    expect([page.names, page.total]).toEqual([['i4 Gran', 'i10'], '4'])
    expect((await list({ offset: 4 })).names).toEqual([])
    expect((await list({ offset: 1, state: 'reserved' })).total).toBe('1')
    expect((await list({ offset: 1, q: 'i4', limit: 1 })).names).toEqual(['i4 eDrive'])
  })

  it('starts at a given car and returns its position in the results', async () => {
    const queries = [{}, { q: 'i4' }, { state: 'reserved' }, { mine: '1', as: dealer }]
    for (const { as = admin, ...query } of queries as { as?: Person }[])
      for (const sort of allCarsSorts) {
        const entireList = (await list({ sort, ...query }, as)).body
        for (const [index, { _id: from }] of entireList.entries()) {
          const { body, headers, total } = await list({ sort, from, limit: 2, ...query }, as)
          expect(body.map(({ _id }) => _id)).toEqual(entireList.slice(index, index + 2).map(({ _id }) => _id))
          expect([headers.get('x-offset'), total]).toEqual([String(index), String(entireList.length)])
        }
      }
    const [{ _id: sold }] = (await list({ q: 'eDrive' })).body as [Car]
    for (const query of [{ from: sold, state: 'reserved' }, { from: 'nobody' }]) {
      const { names, headers } = await list(query)
      expect([names, headers.get('x-offset')]).toEqual([[], null])
    }
    const othersCars = await list({ from: (await list({ seller: otherSeller.id })).body[0]!._id }, dealer)
    expect([othersCars.names, othersCars.headers.get('x-offset')]).toEqual([[], null])
  })

  it('finds the cars whose name, location, seller email, or number contains all search terms', async () => {
    expect((await list({ q: 'I4 lena@' })).names).toEqual(['i4 Gran', 'i4 eDrive'])
    expect((await list({ q: 'omar' })).names).toEqual(['X3'])
    expect((await list({ q: '555 bmw', sort: 'oldest' })).names).toContain('i10')
    expect((await list({ q: '0199' })).names).toEqual(['X3'])
    expect(await list({ q: 'omar i4' })).toMatchObject({ names: [], total: '0' })
    expect((await list({ q: '%' })).names).toEqual([])
    expect((await list({ q: 'astoria' })).names).toEqual(['X3'])
    for (const q of ['x-3', 'X.3', 'ástoria']) expect((await list({ q })).names).toEqual(['X3'])
  })

  it('counts the cars that match the search by state, ignoring the state filter', async () => {
    expect(await count({})).toEqual(counts({ instock: 2, reserved: 1, sold: 1 }))
    expect(await count({ q: 'i4' })).toEqual(counts({ reserved: 1, sold: 1 }))
    expect(await list({ state: 'sold', q: 'i4' })).toMatchObject({ names: ['i4 eDrive'], total: '1' })
  })

  it('contains only a seller’s own cars for any request', async () => {
    for (const query of [{}, { q: 'X3' }, { q: 'omar' }, { offset: 0, sort: 'price' }])
      expect((await list(query, dealer)).names).not.toContain('X3')
    expect(await count({}, dealer)).toEqual(counts({ instock: 1, reserved: 1, sold: 1 }))
    expect(await count({ mine: '1' })).toEqual(counts({}))
  })

  it('filters by seller for an admin, and ignores that filter for a seller', async () => {
    const othersCars = await list({ seller: otherSeller.id })
    expect(othersCars).toMatchObject({ names: ['X3'], total: '1' })
    expect(await count({ seller: otherSeller.id })).toEqual(counts({ instock: 1 }))
    expect((await list({ seller: otherSeller.id }, dealer)).names).not.toContain('X3')
    expect(await count({ seller: otherSeller.id }, dealer)).toEqual(await count({}, dealer))
  })

  it('continues from a cursor after a car on the previous page is gone', async () => {
    const firstResponse = await list({ limit: 2 })
    const cursor = /cursor=([\w-]+)/.exec(firstResponse.headers.get('link')!)![1]!
    const { db } = server.ctx
    const set = (state: 'instock' | 'archived') =>
      db.updateTable('cars').set({ state }).where('model_name', '=', 'X3').execute()
    await set('archived')
    expect(await list({ cursor, limit: 2 })).toMatchObject({ names: ['i4 eDrive', 'i10'], total: '3' })
    await set('instock')
  })

  it('rejects a cursor combined with an offset or another sort order', async () => {
    const cursor = /cursor=([\w-]+)/.exec((await list({ limit: 1 })).headers.get('link')!)![1]!
    for (const query of [{ cursor, offset: 0 }, { cursor, sort: 'price' }, { cursor: 'WzEsImEiXQ' }])
      expect((await list(query)).status).toBe(400)
    expect((await list({ sort: 'price', limit: 1 })).headers.get('link')).toBeNull()
  })
})

describe('the sort orders in memory', () => {
  let database: SqliteDatabase
  let sellerId: string
  let index: CachedIndex
  const ids: string[] = []
  beforeAll(async () => {
    database = await openDatabase(':memory:')
    sellerId = (await buildPerson({ ...server.ctx, db: database.db }, { account: 'seller' })).id
    index = createCachedIndex(() => createSqliteRowReader(database.sqlite))
  })
  afterAll(() => database.close())

  const change = (n: number, values: object) =>
    database.db
      .updateTable('cars')
      .set(values)
      .where('id', '=', ids[n % ids.length] ?? '')
      .execute()
  async function expectFound(car: string | undefined): Promise<void> {
    const ctx = { ...server.ctx, db: database.db }
    if (car) await buildPurchase(ctx, (await buildPerson(ctx)).id, car, { state: 'unpaid' })
  }
  const actions: Record<string, (n: number) => Promise<unknown>> = {
    list: async (n) =>
      ids.push(
        await buildCar({ ...server.ctx, db: database.db }, sellerId, {
          model_name: `A${n}`,
          posted_at: timeAt(n),
          resell_price: n % 3 ? String(n * 100) : 'ask',
        }),
      ),
    sell: (n) => change(n, { state: 'sold' }),
    withdraw: (n) => change(n, { state: 'withdrawn' }),
    'bring back': (n) => change(n, { state: 'instock', hidden_at: null }),
    hide: (n) => change(n, { state: 'sold', hidden_at: timeAt(n) }),
    rename: (n) => change(n, { model_name: `B${n}` }),
    price: (n) => change(n, { price_minor: n % 4 ? n : null }),
    date: (n) => change(n, { year: n % 4 ? 1990 + n : null }),
    drive: (n) => change(n, { mileage: n % 4 ? n : null, mileage_unit: n % 2 ? 'km' : 'mi' }),
    move: (n) => change(n, { location: n % 4 ? `Place ${n}` : '' }),
    photograph: (n) =>
      updatePhotos(
        database.db,
        ids[n % ids.length] ?? '',
        Array.from({ length: n % 5 }, (_, index) => `/art/${index}.svg`),
      ),
    want: (n) => expectFound(ids[n % ids.length]),
    leave: (n) =>
      database.db
        .updateTable('purchases')
        .set({ state: 'removed' })
        .where('car_id', '=', ids[n % ids.length] ?? '')
        .execute(),
    purge: () => purgeChangeLog(database.db, 2),
  }
  const readSlot = (carIndex: CachedIndex) =>
    allCarsSorts.flatMap((sort) =>
      [{}, { q: 'b1' }, { q: 'place' }, { states: ['sold' as const] }].map((filter) =>
        carIndex.sortAndFilter({
          sort,
          states: availabilities,
          after: null,
          offset: 1,
          count: 50,
          ...filter,
        }),
      ),
    )

  it('match a fresh read after any changes', async () => {
    for (let n = 0; n < 20; n++) await actions.list!(n)
    const steps = fc.array(fc.tuple(fc.constantFrom(...Object.keys(actions)), fc.nat({ max: 40 })), {
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(steps, async (steps) => {
        for (const [action, n] of steps) await actions[action]!(n)
        expect(readSlot(index)).toEqual(
          readSlot(createCachedIndex(() => createSqliteRowReader(database.sqlite))),
        )
      }),
      { numRuns: 60 },
    )
  })

  it('match a fresh read after many cars change in one transaction', async () => {
    await database.db.transaction().execute(async (trx) => {
      for (let n = 0; n < 600; n++)
        await buildCar({ ...server.ctx, db: trx }, sellerId, {
          model_name: `C${n % 7}`,
          posted_at: timeAt(n % 9),
        })
    })
    expect(readSlot(index)).toEqual(readSlot(createCachedIndex(() => createSqliteRowReader(database.sqlite))))
  })
})
