import { sql, type Kysely } from 'kysely'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { choiceFacts, type ChoiceName } from '../../contract/cars/car-choices.ts'
import type { Car } from '../../contract/cars/cars.ts'
import { root } from '../../scripts/lib/root.ts'
import { writePrerender } from '../../scripts/lib/write-prerender.ts'
import { updatePhotos } from '../../server/features/cars/car-photos.repository.ts'
import { findCar } from '../../server/features/cars/car.repository.ts'
import { createCachedCars } from '../../server/features/cars/cached-cars.ts'
import type { CacheableName } from '../../server/http/cacheable-responses.ts'
import { writeBuiltPage } from '../support/built-page.ts'
import { buildCar, buildPerson, buildPurchase, buildReview, type Person } from '../support/factories.ts'
import { propertySeed } from '../support/fast-check.ts'
import { createChances } from '../support/random-cars.ts'
import { buildRecalls } from '../support/recalls.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** Number of writes by each of three writers. `npm run test:full` raises it. */
const WRITES = Number(process.env.FUZZ_RUNS ?? 12)
const { pick, random } = createChances(propertySeed)

let builtFolder: string
let server: TestServer
let seller: Person
let buyer: Person
/** The IDs of two Teslas and an Audi. */
let ids: string[]

const renderer = () => join(builtFolder, 'renderer')

beforeAll(async () => {
  mkdirSync(join(root, '.cache'), { recursive: true })
  builtFolder = mkdtempSync(join(root, '.cache', 'kept-'))
  mkdirSync(join(renderer(), '.vite'), { recursive: true })
  writeBuiltPage(renderer())
  writeFileSync(join(renderer(), '.vite', 'manifest.json'), '{}')
  await writePrerender(join(builtFolder, 'prerender'))
  server = await startTestServer({ renderer: renderer() })
  seller = await buildPerson(server.ctx, { account: 'seller', full_name: 'Sam Seller' })
  buyer = await buildPerson(server.ctx)
  const car = (category_name: string, images: string[]) =>
    buildCar(server.ctx, seller.id, { category_name, images })
  ids = [
    await car('Tesla', ['/art/a.svg', '/art/b.svg']),
    await car('Tesla', []),
    await car('Audi', ['/art/c.svg']),
  ]
  await buildRecalls(server.ctx, [ids[0]!])
  await buildReview(server.ctx, buyer.id)
  await buildPurchase(server.ctx, buyer.id, ids[2]!)
}, 60_000)
afterAll(async () => {
  await server.close()
  rmSync(builtFolder, { recursive: true })
})

/** Returns example URLs for each cacheable response. A response without examples is a type error. */
const addresses = (): Record<CacheableName, string[]> => ({
  listCategories: ['/api/category'],
  listCars: [
    '/api/cars',
    '/api/cars?sort=price&limit=50',
    '/api/cars?category_name=Tesla',
    '/api/cars?category_name=Audi',
  ],
  getCarFacets: [
    '/api/cars/facets?brand=Tesla',
    '/api/cars/facets?q=owner+service&sort=newest',
    '/api/cars/facets?%71=owner+service',
    '/api/cars/facets?featured=1',
  ],
  getCar: ids.map((id) => `/api/cars/${id}`),
  getCarRecalls: [`/api/cars/${ids[0]}/recalls`],
  listCarChanges: [`/api/cars/${ids[0]}/changes`],
  listAllReviews: ['/api/reviews/all'],
  getReviewSummary: ['/api/reviews/summary'],
  home: ['/'],
  search: ['/search?category=Tesla', '/search?brand=Audi,Tesla', '/search?category=Tesla&q=owner'],
  makes: ['/makes'],
  category: ['/cars/Audi'],
  car: [`/car/${ids[0]}`],
  reviews: ['/reviews'],
  sitemap: ['/sitemap.xml'],
  fixed: ['/login'],
})

async function read(path: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(server.url + path, { headers })
  const body = response.ok ? await response.text() : ''
  return `${response.status} ${response.headers.get('x-total-count')} ${body}`
}

/** Reads all cacheable responses as an anonymous visitor, and one car also as a signed-in user. */
async function readAll(): Promise<Record<string, string>> {
  const paths = Object.values(addresses()).flat()
  const member = { authorization: `Bearer ${buyer.token}` }
  const carPath = `/api/cars/${ids[0]}`
  return Object.fromEntries([
    ...(await Promise.all(paths.map(async (path) => [path, await read(path)]))),
    ['a car as a member', await read(carPath, member)],
  ])
}

async function readUncached(): Promise<Record<string, string>> {
  for (const store of [server.ctx.cache, server.ctx.cachedCars]) store.drop(null)
  return readAll()
}

const differing = (firstResponses: Record<string, string>, secondResponses: Record<string, string>) =>
  Object.keys(firstResponses).filter((path) => firstResponses[path] !== secondResponses[path])

describe('a cached response', () => {
  it('is dropped by a change of any column that affects it', async () => {
    const changedNames = new Set<string>()
    let responsesBefore = await readUncached()
    for (const table of await tables())
      for (const { column, change, restore } of await columnsOf(table)) {
        if (!(await change())) continue
        const responsesAfter = await readAll()
        const uncachedResponses = await readUncached()
        expect(differing(responsesAfter, uncachedResponses), `after a change of ${table}.${column}`).toEqual(
          [],
        )
        const changed = differing(responsesBefore, uncachedResponses)
        if (changed.length === 0) continue
        for (const path of changed) changedNames.add(path)
        await restore()
        responsesBefore = await readUncached()
      }
    expect(Object.keys(responsesBefore).filter((path) => !changedNames.has(path))).toEqual([
      '/cars/Audi',
      '/login',
    ])
  }, 120_000)

  it.each([
    [
      'another make’s car',
      2,
      { location: 'Salem', price_minor: 1, state: 'reserved' },
      ['/api/cars?category_name=Tesla', '/api/cars/0'],
    ],
    [
      'being featured',
      2,
      { featured_at: '2026-01-02T03:04:05.000Z' },
      ['/api/cars/facets?brand=Tesla', '/api/category'],
    ],
    ['a car’s texts', 2, { description: 'Rust.' }, ['/api/cars/facets?brand=Tesla']],
    [
      'fields that no filter compares',
      2,
      { contact: '555-0199', usage_time: '1 year' },
      ['/api/cars/facets?q=owner'],
    ],
  ])('is not dropped by %s if the response does not show it', async (_what, index, values, paths) => {
    const fillInId = (path: string) => path.replace('/0', `/${ids[0]}`)
    for (const path of paths) await read(fillInId(path))
    await server.ctx.db
      .updateTable('cars')
      .set(values as object)
      .where('id', '=', ids[index]!)
      .execute()
    for (const path of paths) {
      const response = await fetch(server.url + fillInId(path))
      // Express adds an ID to every request, and a cached response has none.
      expect([path, response.status, response.headers.has('x-request-id')]).toEqual([path, 200, false])
    }
  })
})

/**
 * Lists the tables, except those that triggers maintain for the search, because the search would not notice
 * other writes to them.
 */
async function tables(): Promise<string[]> {
  const rows = await sql<{ name: string }>`
    select name from pragma_table_list
    where type = 'table' and schema = 'main' and name not like 'sqlite%' and name not like 'listed%'
  `.execute(server.ctx.db)
  return rows.rows.map(({ name }) => name)
}

/**
 * Returns one change to the first row of a table for each column. It sets the column to the first value that
 * the schema allows.
 */
async function columnsOf(table: string) {
  const db = server.ctx.db as unknown as Kysely<Record<string, Record<string, unknown>>>
  const { rows } = await sql<{ name: string; pk: number }>`
    select name, pk from pragma_table_info(${table})
  `.execute(db)
  const keys = rows.filter(({ pk }) => pk > 0).map(({ name }) => name)
  const firstRow = await db.selectFrom(table).selectAll().executeTakeFirst()
  const write = async (column: string, value: unknown): Promise<boolean> => {
    const row = keys.map((key) => sql<boolean>`${sql.ref(key)} = ${firstRow![key]}`)
    const isOther = sql<boolean>`${sql.ref(column)} is not ${value}`
    const update = db
      .updateTable(table)
      .set({ [column]: value })
      .where((eb) => eb.and([...row, isOther]))
    return update.executeTakeFirst().then(
      ({ numUpdatedRows }) => numUpdatedRows > 0n,
      () => false,
    )
  }
  return rows.map(({ name: column }) => ({
    column,
    async change() {
      if (!firstRow) return false
      for (const value of valuesFor(column, firstRow[column])) if (await write(column, value)) return true
      return false
    },
    restore: () => write(column, firstRow![column]),
  }))
}

function valuesFor(column: string, value: unknown): unknown[] {
  if (column in choiceFacts) return [...choiceFacts[column as ChoiceName].options]
  if (column.endsWith('_at')) return ['2026-01-02T03:04:05.000Z', null]
  const otherValues = typeof value === 'number' ? [value + 1, 1 - value] : [`${String(value)}x`]
  return [...otherValues, 'Audi', 'sold', 'km', 'buyer', 'admin', 'web', 'paid', buyer.id]
}

describe('the cars of lists', () => {
  const car = async () => (await findCar(server.ctx.db, ids[0]!))!

  it('are read once until they change, and not cached if they change during the read', async () => {
    const cars = createCachedCars(server.ctx.config)
    const one = await car()
    const numbersRead: (readonly number[])[] = []
    const read = (duringRead: () => void = () => {}) =>
      cars.read([1, 2], 'stranger', async (numbers) => {
        numbersRead.push(numbers)
        duringRead()
        return new Map([[1, one]])
      })
    await read(() => cars.drop([`car ${one.id}`]))
    await read(() => cars.drop(['car another', 'facts *']))
    expect(await read()).toHaveLength(1)
    cars.drop([`car ${one.id}`])
    await read()
    cars.drop(null)
    await read(() => cars.drop(null))
    await read()
    expect(numbersRead).toEqual([[1, 2], [1, 2], [2], [1, 2], [1, 2], [1, 2]])
  })

  it('stay within their memory limit', async () => {
    const cars = createCachedCars(server.ctx.config, 100_000)
    const one = await car()
    const numbers = Array.from({ length: 200 }, (_, index) => index + 1)
    const all = new Map(numbers.map((number) => [number, { ...one, id: `car-${number}` }]))
    await cars.read(numbers, 'member', async () => all)
    let missing: readonly number[] = []
    await cars.read(numbers, 'member', async (missingNumbers) => {
      missing = missingNumbers
      return all
    })
    expect(missing.length).toBeGreaterThan(150)
    expect(missing).not.toContain(200)
  })
})

describe('concurrent reads and writes', () => {
  it('never return data older than an acknowledged write', async () => {
    const folder = mkdtempSync(join(builtFolder, 'race-'))
    const server = await startTestServer({
      renderer: renderer(),
      env: { DATABASE_URL: join(folder, 'test.db') },
    })
    const member = (await buildPerson(server.ctx)).token
    const cars: RacedCar[] = []
    const writers = await Promise.all(Array.from({ length: 3 }, () => createWriter(server, cars)))
    let isFinished = false
    const counts = { read: 0, ready: 0 }
    const readers = Array.from({ length: 6 }, async () => {
      while (!isFinished) await readOnce(server, cars, member, counts)
    })
    const writes = writers.map(async (write) => {
      for (let n = 0; n < WRITES; n++) {
        await write()
        for (let read = 0; read < 5; read++) await readOnce(server, cars, member, counts)
      }
    })
    await Promise.race([Promise.all(writes), Promise.all(readers)])
    isFinished = true
    await Promise.all([...writes, ...readers])
    expect(counts.ready).toBeGreaterThan(WRITES)
    expect(counts.read).toBeGreaterThan(counts.ready)
    await server.close()
  }, 240_000)
})

interface ShownState {
  make: string
  price: number
  location: string
  image: string
  isFeatured: boolean
  sellerName: string
}

/** A car with all of its states, in order. A reader may see the state at `acknowledged` or a later one. */
interface RacedCar {
  id: string
  states: ShownState[]
  acknowledged: number
}

/**
 * Creates a writer with its own seller and cars.
 * @returns a function that makes one random change
 */
async function createWriter({ ctx }: TestServer, cars: RacedCar[]): Promise<() => Promise<void>> {
  const { id: sellerId } = await buildPerson(ctx, { account: 'seller', full_name: 'Seller 0' })
  const ownCars: RacedCar[] = []
  for (let n = 0; n < 3; n++) {
    const initialState = {
      make: 'Tesla',
      price: 100,
      location: 'Place 0',
      image: '/art/0.svg',
      isFeatured: false,
      sellerName: 'Seller 0',
    }
    const images = [initialState.image]
    const fields = { category_name: 'Tesla', location: initialState.location, resell_price: '1', images }
    const id = await buildCar(ctx, sellerId, fields)
    ownCars.push({ id, states: [initialState], acknowledged: 0 })
  }
  cars.push(...ownCars)
  let turn = 0
  const update = (id: string, values: object) =>
    ctx.db.updateTable('cars').set(values).where('id', '=', id).execute()
  const changes: ((
    n: number,
    car: RacedCar,
  ) => [cars: RacedCar[], shown: Partial<ShownState>, write: () => Promise<unknown>])[] = [
    (n, car) => {
      const make = n % 3 ? 'Audi' : 'Tesla'
      return [[car], { make }, () => update(car.id, { category_name: make })]
    },
    (n, car) => [
      [car],
      { price: n },
      () => update(car.id, { price_minor: n, resell_price: String(n / 100) }),
    ],
    (n, car) => [[car], { location: `Place ${n}` }, () => update(car.id, { location: `Place ${n}` })],
    (n, car) => {
      const isFeatured = n % 2 === 0
      return [
        [car],
        { isFeatured },
        () => update(car.id, { featured_at: isFeatured ? ctx.now().toISOString() : null }),
      ]
    },
    (n, car) => {
      const image = `/art/${n}.svg`
      const write = () => ctx.db.transaction().execute((trx) => updatePhotos(trx, car.id, [image]))
      return [[car], { image }, write]
    },
    (n) => {
      const sellerName = `Seller ${n}`
      const write = () =>
        ctx.db.updateTable('users').set({ full_name: sellerName }).where('id', '=', sellerId).execute()
      return [ownCars, { sellerName }, write]
    },
  ]
  return async () => {
    turn++
    const [nextCar, shown, write] = pick(changes)(turn, pick(ownCars))
    for (const { states } of nextCar) states.push({ ...states.at(-1)!, ...shown })
    await write()
    for (const car of nextCar) car.acknowledged = car.states.length - 1
  }
}

async function readOnce(
  { url }: TestServer,
  cars: readonly RacedCar[],
  token: string,
  counts: { read: number; ready: number },
): Promise<void> {
  const make = pick(['Tesla', 'Audi'])
  const { id } = pick(cars)
  const path = pick([
    ...Array<string>(4).fill(`/api/cars/${id}`),
    pick(['/api/cars', '/api/cars?sort=price']),
    ...Array<string>(3).fill(`/api/cars?category_name=${make}`),
    ...Array<string>(3).fill(`/api/cars/facets?brand=${make}`),
    pick([`/car/${id}`, `/search?category=${make}`]),
  ])
  const acknowledgedBefore = new Map(cars.map((car) => [car.id, car.acknowledged]))
  const headers: Record<string, string> = random() < 0.5 ? { authorization: `Bearer ${token}` } : {}
  const response = await fetch(url + path, { headers })
  const text = await response.text()
  counts.read++
  if (path.startsWith('/api/') && !response.headers.has('x-request-id')) counts.ready++
  const possibleStates = (car: RacedCar) => car.states.slice(acknowledgedBefore.get(car.id))
  if (path.includes('facets')) {
    const { total } = JSON.parse(text) as { total: number }
    const certainMatches = cars.filter((car) => possibleStates(car).every((state) => state.make === make))
    const possibleMatches = cars.filter((car) => possibleStates(car).some((state) => state.make === make))
    expect(total, path).toBeGreaterThanOrEqual(certainMatches.length)
    expect(total, path).toBeLessThanOrEqual(possibleMatches.length)
    return
  }
  const shownCars = carsIn(path.startsWith('/api/') ? text : prerenderedIn(text))
  for (const car of cars) {
    const shownCar = shownCars.get(car.id)
    if (shownCar) expect(possibleStates(car), path).toContainEqual(shownCar)
    const isShownState = (state: ShownState) =>
      path.endsWith('/cars') || path.endsWith('price') || path.endsWith(car.id) || path.endsWith(state.make)
    expect(possibleStates(car).map(isShownState), path).toContain(shownCar !== undefined)
  }
}

function prerenderedIn(page: string): string {
  return /<script type="application\/json" id="responses">([^<]*)<\/script>/.exec(page)?.[1] ?? 'null'
}

/** Returns the cars in a response, at any depth. */
function carsIn(json: string): Map<string, ShownState> {
  const carsById = new Map<string, ShownState>()
  JSON.parse(json, (_key, value: unknown) => {
    const car = value as Partial<Car> | null
    if (typeof car?._id === 'string' && car.category_name)
      carsById.set(car._id, {
        make: car.category_name,
        price: car.priceMinor!,
        location: car.location!,
        image: car.image_url!,
        isFeatured: car.featured!,
        sellerName: car.sellerName!,
      })
    return value
  })
  return carsById
}
