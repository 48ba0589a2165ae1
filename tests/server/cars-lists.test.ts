import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { carSorts, availabilities, type Car } from '../../contract/cars/cars.ts'
import { selectAllCars } from '../../server/features/cars/car-lists.repository.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPayment, buildPerson, buildPurchase, type Person } from '../support/factories.ts'
import { collectQueryPlans } from '../support/query-plans.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let seller: Person
let admin: Person

beforeAll(async () => {
  server = await startTestServer()
  seller = await buildPerson(server.ctx, { account: 'seller' })
  admin = await buildPerson(server.ctx, { role: 'admin' })
  for (let n = 0; n < 23; n++)
    await buildCar(server.ctx, seller.id, {
      category_name: n % 3 === 0 ? 'BMW' : 'Audi',
      // Three cars share each listing time, so some page boundaries fall between cars with the same time.
      posted_at: new Date(Date.UTC(2026, 0, 1 + Math.floor(n / 3))).toISOString(),
      resell_price: n % 5 === 0 ? 'ask me' : String(20_000 + (n % 4) * 1000),
      mileage: n % 6 === 0 ? null : 50_000 - (n % 5) * 7000,
      mileage_unit: n % 2 === 0 ? 'mi' : 'km',
      year: n % 7 === 0 ? null : 2010 + (n % 5),
    })
})
afterAll(() => server.close())

async function listAllPages(query: Record<string, unknown>): Promise<Car[]> {
  const cars: Car[] = []
  let nextUrl: string | null =
    `${server.url}/api/cars?${new URLSearchParams(query as Record<string, string>)}`
  while (nextUrl) {
    const response: Response = await fetch(nextUrl)
    expect(response.status).toBe(200)
    cars.push(...((await response.json()) as Car[]))
    const link: string | undefined = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
    nextUrl = link ? server.url + link : null
  }
  return cars
}

const meters = (car: Car) =>
  car.mileage === null ? Infinity : car.mileage * (car.mileageUnit === 'mi' ? 1609 : 1000)
const keys: Record<(typeof carSorts)[number], (car: Car) => number> = {
  newest: (car) => -Date.parse(car.postedAt),
  price: (car) => car.priceMinor ?? Infinity,
  '-price': (car) => (car.priceMinor === null ? Infinity : -car.priceMinor),
  mileage: meters,
  '-year': (car) => (car.year === null ? Infinity : -car.year),
  // Without search terms, the newest cars are the most relevant.
  relevance: (car) => -Date.parse(car.postedAt),
  nearest: (car) => car.distanceMiles ?? Infinity,
}

describe('paging the public list', () => {
  it.each(carSorts)(
    'returns every car once, sorted by %s, with cars that lack the value last',
    async (sort) => {
      for (const [category, count] of [
        [undefined, 23],
        ['Audi', 15],
      ] as const) {
        const cars = await listAllPages({
          sort,
          limit: 4,
          ...(category && { category_name: category }),
          ...(sort === 'nearest' && { near: '44304' }),
        })
        expect(new Set(cars.map((car) => car._id)).size).toBe(count)
        expect(cars).toHaveLength(count)
        const values = cars.map(keys[sort])
        expect(values).toEqual([...values].sort((a, b) => (a === b ? 0 : a - b)))
      }
    },
  )

  it('reads the admins’ and the sellers’ lists by their cars’ ids', async () => {
    for (const sellerId of [undefined, seller.id]) {
      const plan = await planOf(() =>
        selectAllCars(server.ctx, { sellerId, states: availabilities, sort: 'newest', limit: 100 }),
      )
      expect(plan).toContain('SEARCH cars USING INDEX sqlite_autoindex_cars_1 (id=?)')
      expect(plan).not.toMatch(/SCAN (cars|users)|TEMP B-TREE/)
    }
  })

  async function planOf(work: () => Promise<unknown>): Promise<string> {
    return (await collectQueryPlans(server.ctx.db, work)).at(-1)!
  }

  it('rejects an invalid cursor and a cursor from another sort order', async () => {
    const firstResponse = await fetch(`${server.url}/api/cars?limit=2&sort=newest`)
    const cursor = /cursor=([\w-]+)/.exec(firstResponse.headers.get('link')!)![1]!
    for (const query of [{ sort: 'price', cursor }, { cursor: 'bm9uZQ' }]) {
      const response = await call(server.url, 'listCars', { query })
      expect([response.status, response.body.errors?.[0]?.path]).toEqual([400, 'cursor'])
    }
  })

  it('pages an admin’s list of all cars', async () => {
    const firstResponse = await call<Car[]>(server.url, 'listAllCars', {
      token: admin.token,
      query: { limit: 20 },
    })
    expect([firstResponse.body.length, firstResponse.headers.get('x-total-count')]).toEqual([20, '23'])
    const link = /^<([^>]+)>/.exec(firstResponse.headers.get('link')!)![1]!
    const secondResponse = await fetch(server.url + link, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    const remainingCars = (await secondResponse.json()) as Car[]
    expect(new Set([...firstResponse.body, ...remainingCars].map((car) => car._id)).size).toBe(23)
    expect(secondResponse.headers.get('link')).toBeNull()
  })
})

describe('featuring', () => {
  const feature = (id: string, name: 'featureCar' | 'unfeatureCar' = 'featureCar') =>
    call<{ modifiedCount: number; code: string }>(server.url, name, { token: admin.token, params: { id } })
  const featured = async () =>
    (await call<Car[]>(server.url, 'listCars', { query: { featured: '1' } })).body.map((car) => car._id)

  it('puts a car on the home page and takes it off; a repeat changes nothing', async () => {
    const id = await buildCar(server.ctx, seller.id)
    expect((await feature(id)).body.modifiedCount).toBe(1)
    expect((await feature(id)).body.modifiedCount).toBe(0)
    expect(await featured()).toEqual([id])
    expect((await feature(id, 'unfeatureCar')).body.modifiedCount).toBe(1)
    expect((await feature(id, 'unfeatureCar')).body.modifiedCount).toBe(0)
    expect(await featured()).toEqual([])
    const entries = await server.ctx.db
      .selectFrom('audit')
      .select('action')
      .where('target', '=', id)
      .execute()
    expect(entries.map((entry) => entry.action)).toEqual(['feature-car', 'unfeature-car'])
  })

  it('rejects sold and withdrawn cars, and callers who are not admins', async () => {
    const sold = await buildCar(server.ctx, seller.id, { state: 'sold' })
    const withdrawn = await buildCar(server.ctx, seller.id, { state: 'withdrawn' })
    expect((await feature(sold)).body.code).toBe('car-sold')
    expect((await feature(withdrawn)).status).toBe(404)
    const ownResponse = await call(server.url, 'featureCar', { token: seller.token, params: { id: sold } })
    expect(ownResponse.status).toBe(403)
  })
})

describe('relisting', () => {
  const relist = (id: string) =>
    call<{ modifiedCount: number; code: string }>(server.url, 'relistCar', {
      token: admin.token,
      params: { id },
    })

  it('puts a car back in stock once its sale was refunded in full', async () => {
    const buyer = await buildPerson(server.ctx)
    const id = await buildCar(server.ctx, seller.id, { state: 'sold' })
    expect((await relist(id)).body.code).toBe('not-refunded')
    const purchase = await buildPurchase(server.ctx, buyer.id, id, { state: 'paid' })
    const payment = await buildPayment(server.ctx, purchase)
    for (const state of ['paid', 'refund-pending', 'refund-failed'] as const) {
      await server.ctx.db.updateTable('payments').set({ state }).where('id', '=', payment.id).execute()
      expect((await relist(id)).body.code).toBe('not-refunded')
    }
    await server.ctx.db
      .updateTable('payments')
      .set({ state: 'refunded' })
      .where('id', '=', payment.id)
      .execute()
    expect((await relist(id)).body.modifiedCount).toBe(1)
    expect((await relist(id)).body.modifiedCount).toBe(0)
    const { body } = await call<Car>(server.url, 'getCar', { params: { id } })
    expect(body).toMatchObject({ available: 'instock', paid: false })
  })

  it('ignores a refund that does not belong to a sale', async () => {
    const buyer = await buildPerson(server.ctx)
    const id = await buildCar(server.ctx, seller.id, { state: 'sold' })
    const purchase = await buildPurchase(server.ctx, buyer.id, id)
    await buildPayment(server.ctx, purchase, { is_sale: 0, state: 'refunded' })
    expect((await relist(id)).body.code).toBe('not-refunded')
  })

  it('rejects a car that was withdrawn', async () => {
    const id = await buildCar(server.ctx, seller.id, { state: 'withdrawn' })
    expect((await relist(id)).status).toBe(404)
  })
})
