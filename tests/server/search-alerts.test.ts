import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AlertReason } from '../../contract/search-limits.ts'
import { priceLabels } from '../../contract/cars/price-labels.ts'
import { quotas } from '../../contract/api/quotas.ts'
import { createSearchMatcher } from '../../server/features/searches/match-searches.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson, buildSearch, type Person } from '../support/factories.ts'
import { propertySeed } from '../support/fast-check.ts'
import { Killed, withSteps, type Steps } from '../support/killed-runs.ts'
import { createChances } from '../support/random-cars.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { buildSearchedCars, find, zips, type Search, type SearchedCar } from './searched-cars.ts'

const CARS = 40
const STEPS = 250

let server: TestServer
let user: Person
beforeAll(async () => {
  server = await startTestServer({ config: { quotas: { ...quotas, searches: 1000 } } })
  user = await buildPerson(server.ctx)
  await buildSearchedCars(server, CARS)
})
afterAll(() => server.close())

interface ExpectedSearch {
  id: string
  search: Search
  /** The numbers of the cars that passed when the search was saved or when they were last compared. */
  passing: Set<number>
  alerts: Map<string, AlertReason>
}

type NumberedCar = SearchedCar & { number: number }

async function readCars(): Promise<Map<number, NumberedCar>> {
  const cars = await server.ctx.db
    .selectFrom('listed_cars')
    .innerJoin('cars', 'cars.id', 'listed_cars.car_id')
    .innerJoin('users', 'users.id', 'cars.seller_id')
    .selectAll('cars')
    .select(['listed_cars.number', 'users.zip as seller_zip'])
    .execute()
  return new Map(
    cars.map(({ seller_zip: sellerZip, ...car }) => [
      car.number,
      { ...car, category_name: car.category_name ?? '', zip: car.zip ?? sellerZip },
    ]),
  )
}

const passes = (car: SearchedCar | undefined, search: Search) =>
  car !== undefined && find([car], search).length > 0

/** Repeats what alerts must do with the slow search of all cars, one search at a time. */
class Expected {
  readonly searches: ExpectedSearch[] = []
  readonly #seen = new Map<number, NumberedCar>()

  /** Records a comparison of these cars. */
  compare(numbers: Iterable<number>, cars: Map<number, NumberedCar>, searches = this.searches): void {
    for (const number of numbers) {
      const car = cars.get(number)
      for (const { search, passing, alerts } of searches) {
        if (!car || !passes(car, search)) {
          passing.delete(number)
          continue
        }
        if (!passing.has(number) && !alerts.has(car.id)) alerts.set(car.id, this.#reasonOf(car, search))
        passing.add(number)
      }
      if (car) this.#seen.set(number, car)
      else this.#seen.delete(number)
    }
  }

  #reasonOf(car: NumberedCar, search: Search): AlertReason {
    const before = this.#seen.get(car.number)
    if (!before?.price_minor || !car.price_minor || car.price_minor >= before.price_minor) return 'match'
    return passes({ ...before, price_minor: car.price_minor }, search) ? 'price' : 'match'
  }
}

const chances = createChances(propertySeed)
const { random, pick } = chances
const price = () => 5_000 + Math.floor(random() * 40) * 1_250

function randomSearch(): Search {
  const kinds: (() => Search)[] = [
    () => ({ brand: pick(['Tesla', 'Audi', 'BMW', 'Tesla,BMW']) }),
    () => ({ category_name: pick(['Tesla', 'Audi', 'BMW']) }),
    () => ({ priceMax: String(price()) }),
    () => ({ priceMin: String(price()), priceMax: String(price() + 20_000) }),
    () => ({ q: pick(['model', 'f150', 'one own', 'málaga', 'cr v', 'roof and']) }),
    () => ({ place: pick(['port', 'or', 'New', 'st paul']) }),
    () => ({ color: pick(['Red', 'Black,White']) }),
    () => ({ fuel: pick(['Petrol', 'Electric,Diesel']), yearMin: String(2012 + Math.floor(random() * 10)) }),
    () => ({ mileageMax: String(Math.floor(random() * 90) * 1000) }),
    () => ({ seats: pick(['4', '2,5']) }),
    () => ({ label: pick(priceLabels) }),
    () => ({ near: pick(zips), within: pick(['25', '100', '2000']) }),
    () => ({ featured: '1' }),
  ]
  return { ...pick(kinds)(), ...(random() < 0.5 && pick(kinds)()) }
}

it('queues exactly the alerts that a comparison of all cars with all searches yields, despite kills', async () => {
  const { db } = server.ctx
  const ids = (await db.selectFrom('cars').select('id').execute()).map(({ id }) => id)
  const expected = new Expected()
  /** When each car last changed, counted in changes, until a run has finished after it. */
  const changed = new Map<number, number>()
  let changes = 0

  async function note(carId: string) {
    const row = await db
      .selectFrom('listed_cars')
      .select('number')
      .where('car_id', '=', carId)
      .executeTakeFirst()
    if (row) changed.set(row.number, ++changes)
  }
  async function changeCar() {
    const id = pick(ids)
    const minor = price() * 100
    await note(id)
    await db
      .updateTable('cars')
      .set(
        pick([
          { price_minor: minor, resell_price: String(minor / 100) },
          { price_minor: minor, resell_price: String(minor / 100) },
          { state: pick(['instock', 'reserved', 'sold', 'withdrawn'] as const) },
          { description: pick(['One owner.', 'Towing hitch; AND a roof box.']) },
          { location: pick(['Portland, OR', 'New York', 'St. Paul, MN']) },
          { zip: pick([null, ...zips]) },
          { color: pick(['Red', 'Black']), seats: pick([2, 4, 5]) },
          {
            price_label: pick(priceLabels),
            featured_at: random() < 0.5 ? null : server.ctx.now().toISOString(),
          },
        ]),
      )
      .where('id', '=', id)
      .execute()
    await note(id)
  }
  async function moveSeller() {
    const cars = await db.selectFrom('cars').select(['id', 'seller_id']).execute()
    const seller = pick(cars).seller_id
    const theirs = cars.filter((car) => car.seller_id === seller)
    for (const { id } of theirs) await note(id)
    await db
      .updateTable('users')
      .set({ zip: pick([null, ...zips]) })
      .where('id', '=', seller)
      .execute()
    for (const { id } of theirs) await note(id)
  }
  async function saveSearch() {
    const search = randomSearch()
    const query = new URLSearchParams({ ...search }).toString()
    const body = { name: 'Search', query, every: 'immediately' }
    const response = await call<{ insertedId: string }>(server.url, 'addSearch', { token: user.token, body })
    expect(response.status, JSON.stringify(response.body)).toBe(200)
    const id = response.body.insertedId
    if (expected.searches.some((known) => known.id === id)) return
    const passing = [...(await readCars()).values()].filter((car) => passes(car, search))
    expected.searches.push({
      id,
      search,
      passing: new Set(passing.map(({ number }) => number)),
      alerts: new Map(),
    })
  }
  async function disturb() {
    for (const chance of [0.4, 0.2]) if (random() < chance) await changeCar()
    if (random() < 0.3) await saveSearch()
    if (random() < 0.3) await changeCar()
    if (random() < 0.05) await moveSeller()
  }

  let match = createSearchMatcher()
  await match(server.ctx)
  expected.compare((await readCars()).keys(), await readCars())

  async function run(killAt: number) {
    let [numbers, last]: [number[], number] = [[], 0]
    let [cars, searches]: [Map<number, NumberedCar>, ExpectedSearch[]] = [new Map(), []]
    const steps: Steps = {
      killAt,
      killBefore: random() < 0.5,
      async afterStep(step) {
        if (step === 1) [numbers, last] = [[...changed.keys()], changes]
        if (step === 2) [cars, searches] = [await readCars(), [...expected.searches]]
        if (step === 3) expected.compare(numbers, cars, searches)
        else await disturb()
      },
    }
    try {
      await match({ db: withSteps(db, steps), now: server.ctx.now })
      for (const [number, at] of changed) if (at <= last) changed.delete(number)
    } catch (error) {
      if (!(error instanceof Killed)) throw error
      match = createSearchMatcher()
    }
  }

  for (let n = 0; n < STEPS; n++) {
    const step = random()
    if (step < 0.5) await changeCar()
    else if (step < 0.65 && expected.searches.length < 150) await saveSearch()
    else await run(random() < 0.4 ? 1 + Math.floor(random() * 4) : 0)
  }
  await run(0)
  await run(0)

  const rows = await db.selectFrom('search_alerts').select(['search_id', 'car_id', 'reason']).execute()
  const alerts = rows.map((row) => `${row.search_id} ${row.car_id} ${row.reason}`)
  const expectedAlerts = expected.searches.flatMap(({ id, alerts: all }) =>
    [...all].map(([carId, reason]) => `${id} ${carId} ${reason}`),
  )
  expect(expectedAlerts.length).toBeGreaterThan(20)
  expect(alerts.toSorted()).toEqual(expectedAlerts.toSorted())
}, 120_000)

it('queues each alert once if two processes compare the same cars', async () => {
  const { db, now } = server.ctx
  const [match, otherMatch] = [createSearchMatcher(), createSearchMatcher()]
  await match(server.ctx)
  const id = await buildSearch(server.ctx, user.id, { query: 'brand=Opel' })
  const car = await buildCar(server.ctx, user.id, { category_name: 'Opel', model_name: 'Corsa' })
  async function afterStep(step: number) {
    if (step !== 2) return
    await otherMatch(server.ctx)
    await db.updateTable('cars').set({ category_name: 'Audi' }).where('id', '=', car).execute()
    await otherMatch(server.ctx)
  }
  await match({ db: withSteps(db, { killAt: 0, killBefore: false, afterStep }), now })
  await db.updateTable('cars').set({ category_name: 'Opel' }).where('id', '=', car).execute()
  await match(server.ctx)

  const alerts = await db.selectFrom('search_alerts').selectAll().where('search_id', '=', id).execute()
  expect(alerts).toMatchObject([{ car_id: car, reason: 'match', state: 'queued' }])
  const compared = await db.selectFrom('compared_cars').selectAll().where('car_id', '=', car).execute()
  expect(compared.map(({ facts }) => facts)).toEqual([expect.stringContaining('Opel')])
})

it('compares all changed cars if it reads the log in parts, even after a kill', async () => {
  const { db, now } = server.ctx
  const match = createSearchMatcher(2)
  await match(server.ctx)
  const id = await buildSearch(server.ctx, user.id, { query: 'brand=Saab' })
  const cars: string[] = []
  for (let n = 0; n < 12; n++)
    cars.push(await buildCar(server.ctx, user.id, { category_name: 'Saab', model_name: `9-${n}` }))
  const killed = withSteps(db, { killAt: 6, killBefore: false, afterStep: async () => {} })
  await expect(match({ db: killed, now })).rejects.toThrow(Killed)
  const queued = () => db.selectFrom('search_alerts').select('car_id').where('search_id', '=', id).execute()
  const before = await queued()
  expect(before.length).toBeGreaterThan(0)
  expect(before.length).toBeLessThan(cars.length)
  await createSearchMatcher(2)(server.ctx)

  expect((await queued()).map((alert) => alert.car_id).toSorted()).toEqual(cars.toSorted())
})
