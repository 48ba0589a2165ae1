import { fc } from '../support/fast-check.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { choiceFacts, type FacetChoice } from '../../contract/cars/car-choices.ts'
import { priceLabels } from '../../contract/cars/price-labels.ts'
import { facetChoices } from '../../contract/cars/car-facets.ts'
import { carSorts, type Car } from '../../contract/cars/cars.ts'
import type { CarFacets } from '../../contract/cars/car-search.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson } from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import {
  buildSearchedCars,
  categories,
  countFacets,
  find,
  matchCar,
  computeExpectedMiles,
  toMillimeters,
  type Search,
  type SearchedCar,
  zips,
} from './searched-cars.ts'

/** Number of random runs. `npm run test:full` raises it. */
const RANDOM_RUNS = Number(process.env.FUZZ_RUNS ?? 100)

let server: TestServer
let cars: SearchedCar[]
beforeAll(async () => {
  server = await startTestServer()
  cars = await buildSearchedCars(server, 260)
})
afterAll(() => server?.close())

const list = (query: object) => call<Car[]>(server.url, 'listCars', { query: { limit: 200, ...query } })
const facets = (query: object) => call<CarFacets>(server.url, 'getCarFacets', { query: { ...query } })
const ids = (found: readonly { _id: string }[]) => found.map((car) => car._id).sort()
const idsOf = (found: readonly SearchedCar[]) => found.map((car) => car.id).sort()

const listOf = (options: readonly string[]) =>
  fc.subarray([...options], { minLength: 1 }).map((chosen) => chosen.join(','))
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
const words = fc.constantFrom(
  'model',
  'MOD lon',
  'a4',
  'port',
  'tesla 3',
  'owner',
  'malaga',
  'Málaga',
  'uber',
  'x',
  'e a',
)
const dollars = fc.integer({ min: 4, max: 56 }).map((thousands) => String(thousands * 1000))
const year = fc.integer({ min: 2011, max: 2025 }).map(String)
const searches: fc.Arbitrary<Search> = fc
  .record({
    q: optional(words),
    place: optional(fc.constantFrom('port', 'or', 'mál', 'new y', 'york new', 'st p')),
    category_name: fc.option(fc.constantFrom(...categories), { nil: undefined, freq: 4 }),
    brand: optional(listOf(categories)),
    ...(Object.fromEntries(
      facetChoices.map((name) => [name, optional(listOf(choiceFacts[name].options))]),
    ) as Record<FacetChoice, fc.Arbitrary<string | undefined>>),
    label: optional(listOf(priceLabels)),
    model: optional(listOf(['Model 3', 'A4', 'Q5', 'X3'])),
    seats: optional(listOf(['2', '4', '5', '9'])),
    priceMin: optional(dollars),
    priceMax: optional(dollars),
    yearMin: optional(year),
    yearMax: optional(year),
    // Some cars have a mileage of whole thousands, so these limits hit it exactly.
    mileageMax: optional(
      fc
        .oneof(
          fc.integer({ min: 0, max: 95_000 }),
          fc.integer({ min: 0, max: 90 }).map((n) => n * 1000),
        )
        .map(String),
    ),
    evRangeMin: optional(fc.integer({ min: 0, max: 400 }).map(String)),
    near: optional(fc.constantFrom(...zips)),
    within: optional(fc.integer({ min: 0, max: 3000 }).map(String)),
    featured: fc.option(fc.constant('1' as const), { nil: undefined, freq: 6 }),
  })
  // Each search sets only a few filters, so that it finds something.
  .chain((all) =>
    fc
      .shuffledSubarray(Object.keys(all) as (keyof Search)[], { maxLength: 5 })
      .map((chosenKeys) =>
        Object.fromEntries(chosenKeys.flatMap((key) => (all[key] === undefined ? [] : [[key, all[key]]]))),
      ),
  )
  .map((search: Search) => (search.within === undefined ? search : withNear(search)))

/** Adds the ZIP code that a distance needs. */
function withNear(search: Search): Search {
  return { near: '44304', ...search }
}

describe('searching', () => {
  it('finds, counts, and sorts the same cars as filtering car by car, for any filters', async () => {
    let foundCount = 0
    await fc.assert(
      fc.asyncProperty(searches, fc.constantFrom(...carSorts), async (search, sort) => {
        const response = await list({ ...(sort === 'nearest' ? withNear(search) : search), sort })
        expect(response.status, JSON.stringify(response.body)).toBe(200)
        const expected = find(cars, search)
        expect(response.headers.get('x-total-count')).toBe(String(expected.length))
        if (expected.length <= 200) expect(ids(response.body)).toEqual(idsOf(expected))
        foundCount += Math.min(1, expected.length)
      }),
      { numRuns: RANDOM_RUNS },
    )
    expect(foundCount, 'too few of the searches find anything').toBeGreaterThan(RANDOM_RUNS / 4)
  })

  it('counts each facet with all filters except its own', async () => {
    await fc.assert(
      fc.asyncProperty(searches, async (search) => {
        const { status, body } = await facets(search)
        expect(status, JSON.stringify(body)).toBe(200)
        const { price, relax, ...otherFacets } = body
        const { relax: expectedRelax, ...expected } = countFacets(cars, search)
        expect(otherFacets).toEqual(expected)
        expect(relax.map((row) => row.total)).toEqual(relax.map((row) => row.total).sort((a, b) => b - a))
        const byFilter = (a: { filter: string }, b: { filter: string }) => (a.filter < b.filter ? -1 : 1)
        expect([...relax].sort(byFilter)).toEqual([...expectedRelax].sort(byFilter))
        checkHistogram(
          price,
          find(cars, search, 'price').flatMap((car) => car.price_minor ?? []),
        )
      }),
      { numRuns: RANDOM_RUNS },
    )
  })

  function checkHistogram(price: CarFacets['price'], prices: number[]) {
    if (!price) return expect(prices).toEqual([])
    expect([price.min, price.max]).toEqual([Math.min(...prices), Math.max(...prices)])
    expect(price.buckets.length).toBeLessThanOrEqual(12)
    for (const [index, bucket] of price.buckets.entries()) {
      const { min, max, count } = bucket
      expect(prices.filter((minor) => minor >= min && (max === null || minor < max))).toHaveLength(count)
      if (index > 0) expect(price.buckets[index - 1]!.max).toBe(min)
    }
    expect(price.buckets.reduce((total, { count }) => total + count, 0)).toBe(prices.length)
  }

  it('lists a chosen value with a count of 0 if no car matches', async () => {
    const none = { place: 'mál', category_name: 'Audi', model: 'A4', mileageMax: '1' }
    expect(find(cars, none, 'model')).toEqual([])
    const { body } = await facets(none)
    expect(body.model).toEqual([{ value: 'A4', count: 0 }])
  })

  it('predicts the number of results for an additional choice', async () => {
    const search = { brand: 'Audi', fuel: 'Petrol' }
    const { body } = await facets(search)
    for (const { value, count } of body.fuel) {
      const { headers } = await list({ ...search, fuel: value })
      expect(headers.get('x-total-count')).toBe(String(count))
    }
    expect(body.brand.find((option) => option.value === 'Tesla')!.count).toBeGreaterThan(0)
  })

  it('names the filter to relax if nothing is found, the most helpful first', async () => {
    const { body } = await facets({ brand: 'Tesla', q: 'zeppelin', priceMax: '1' })
    expect(body).toMatchObject({ total: 0, price: null, year: null, mileage: null, relax: [] })
    const onlyPrice = (await facets({ brand: 'Tesla', priceMax: '1' })).body
    expect(onlyPrice.relax).toEqual([{ filter: 'price', total: find(cars, { brand: 'Tesla' }).length }])
    expect(onlyPrice.fuel.every(({ count }) => count === 0)).toBe(true)
    const misspelledWord = (await facets({ brand: 'Tesla', q: 'zeppelin', place: 'port' })).body
    expect(misspelledWord.relax[0]).toEqual({
      filter: 'q',
      total: find(cars, { brand: 'Tesla', place: 'port' }).length,
    })
  })

  it('shows contacts only to signed-in users, like every list', async () => {
    const { body } = await list({ q: 'model', sort: 'relevance' })
    expect(body.length).toBeGreaterThan(0)
    for (const car of body) expect(car).not.toHaveProperty('sellerEmail')
  })
})

describe('paging a search', () => {
  const keys: Record<(typeof carSorts)[number], (car: SearchedCar, search: Search) => number> = {
    newest: (car) => -Date.parse(car.posted_at),
    price: (car) => car.price_minor ?? Infinity,
    '-price': (car) => (car.price_minor === null ? Infinity : -car.price_minor),
    mileage: (car) => toMillimeters(car) ?? Infinity,
    '-year': (car) => (car.year === null ? Infinity : -car.year),
    nearest: (car, { near = '' }) => computeExpectedMiles(near, car),
    relevance: (car, { q = '' }) => -(matchCar(car, q) * 1e13 + Date.parse(car.posted_at)),
  }

  it.each(carSorts)('sorted by %s returns every car once, in order', async (sort) => {
    for (const filters of [
      { q: 'o' },
      { brand: 'Audi,BMW', q: 'port' },
      { condition: 'Good,Fair' },
    ] as Search[]) {
      const search = sort === 'nearest' ? withNear(filters) : filters
      const seenIds: string[] = []
      let nextUrl: string | null = `/api/cars?${new URLSearchParams({ ...search, sort, limit: '7' })}`
      while (nextUrl) {
        const response: Response = await fetch(server.url + nextUrl)
        expect(response.status).toBe(200)
        seenIds.push(...((await response.json()) as Car[]).map((car) => car._id))
        nextUrl = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1] ?? null
      }
      expect([...seenIds].sort()).toEqual(idsOf(find(cars, search)))
      const values = seenIds.map((id) =>
        keys[sort](
          cars.find((car) => car.id === id)!,
          search,
        ),
      )
      expect(values).toEqual([...values].sort((a, b) => (a === b ? 0 : a - b)))
    }
  })

  it('continues correctly when cars are edited, sold, and added between pages', async () => {
    const { ctx } = server
    const search = { condition: 'Excellent', sort: 'newest', limit: 5 }
    const firstResponse = await list(search)
    const remainingIds = idsOf(find(cars, search)).filter(
      (id) => !firstResponse.body.some((car) => car._id === id),
    )
    const edit = (id: string, change: { price_minor?: number; state?: 'sold' | 'instock' }) =>
      ctx.db.updateTable('cars').set(change).where('id', '=', id).execute()
    const shownCar = cars.find((car) => car.id === firstResponse.body[4]!._id)!
    await edit(shownCar.id, { state: 'sold' })
    const edited = cars.find((car) => car.id === remainingIds[0])!
    await edit(edited.id, { price_minor: 123 })
    const { searchParams } = new URL(/<([^>]+)>/.exec(firstResponse.headers.get('link')!)![1]!, server.url)
    const secondResponse = await list({ ...search, cursor: searchParams.get('cursor'), limit: 200 })
    expect(ids(secondResponse.body)).toEqual(remainingIds)
    await edit(shownCar.id, { state: shownCar.state as 'instock' })
    await edit(edited.id, { price_minor: edited.price_minor! })
  })

  it('rejects a cursor from another sort order or with invalid content', async () => {
    const cursorOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    for (const [sort, value] of [
      ['newest', [1, '1']],
      ['relevance', ['x', '1']],
      ['price', [1, '1) or 1=1 --']],
      ['price', [1, '99999999999999999999']],
    ] as const) {
      const response = await call(server.url, 'listCars', {
        query: { q: 'model', sort, cursor: cursorOf(value) },
      })
      expect([response.status, response.body.errors?.[0]?.path]).toEqual([400, 'cursor'])
    }
  })
})

describe('the filters of a request', () => {
  it.each([
    ['brand', 'Zastava'],
    ['brand', 'Audi,Zastava'],
    ['fuel', 'Petrol,Coal'],
    ['body', 'SUV'],
    ['transmission', 'x'],
    ['condition', 'good'],
    ['priceMin', '-1'],
    ['priceMax', '1e5'],
    ['yearMin', '20.5'],
    ['mileageMax', 'far'],
    ['featured', 'yes'],
    ['sort', 'cheapest'],
    ['near', '4430'],
    ['near', '00000'],
    ['near', 'K1A 0B1'],
    // A military post office without coordinates.
    ['near', '34001'],
    ['q', 'x'.repeat(5000)],
    ['fuel', ['Petrol', 'Diesel']],
  ])('report the invalid field in %s=%s', async (field, value) => {
    for (const name of ['listCars', 'getCarFacets'] as const) {
      if (name === 'getCarFacets' && field === 'sort') continue
      const response = await call(server.url, name, { query: { [field]: value } })
      expect([response.status, response.body.errors?.[0]?.path.split('.')[0]]).toEqual([400, field])
    }
  })

  it('are ignored if they are empty', async () => {
    const empty = {
      q: ' ',
      place: '',
      brand: '',
      fuel: ',',
      priceMin: '',
      priceMax: '',
      yearMin: '',
      mileageMax: '',
    }
    const { body, headers } = await list(empty)
    expect(headers.get('x-total-count')).toBe(String(find(cars, {}).length))
    expect(ids(body).length).toBe(Math.min(200, find(cars, {}).length))
  })

  it('accept prices as users type them, and lists with blanks and duplicates', async () => {
    const { headers } = await list({ priceMax: '$20,000.00', fuel: ' Petrol, Diesel,Petrol,' })
    const expected = find(cars, { priceMax: '20000', fuel: 'Petrol,Diesel' })
    expect(headers.get('x-total-count')).toBe(String(expected.length))
  })
})

describe('search terms', () => {
  const count = async (q: string) => Number((await list({ q })).headers.get('x-total-count'))
  const countAll = () => find(cars, {}).length

  it.each(['"', '""', "'", '*', '-', '^', '()', ':', '+', '🚗', '🚗 🏎️', '—', '%', '\\', ';'])(
    'are empty in %s, which filters nothing',
    async (q) => expect(await count(q)).toBe(countAll()),
  )

  it.each([
    ['audi" OR "bmw', 'audi or bmw'],
    ['model_name:audi', 'model name audi'],
    ['model NOT audi', 'model not audi'],
    ['NEAR(model range, 5)', 'near model range 5'],
    ['^model', 'model'],
    ['mod*', 'mod'],
    ['-model', 'model'],
    ['{location} : port', 'location port'],
    ["x'); drop table cars; --", 'x drop table cars'],
    ['and', 'and'],
    ['🚗model🚗', 'model'],
    ['МОДЕЛЬ ﷽ 𞤀𞤣 ไทย', 'модель ﷽ 𞤀𞤣 ไทย'],
  ])('are plain text, not operators: %s', async (q, plainQuery) => {
    expect(await count(q)).toBe(find(cars, { q: plainQuery }).length)
  })

  it('match regardless of case and accents', async () => {
    expect(await count('MALAGA')).toBe(find(cars, { q: 'Málaga' }).length)
    expect(await count('málaga')).toBeGreaterThan(0)
  })

  it.each([
    [['f150', 'F-150', 'f 150', 'F15'], ['F-150 XLT', 'F150 Lariat', 'F 150 King Ranch'], 'F-350 XL'],
    [['crv', 'CR-V', 'cr v'], ['CR-V EX', 'CRV Touring'], 'Civic'],
    [['id4', 'ID.4', 'id 4'], ['ID.4 Pro', 'ID4', 'ID 4 GTX'], 'ID.3'],
    [['rav4', 'RAV 4'], ['RAV4 Limited', 'RAV 4'], 'GR 4'],
    [['e220d', 'E 220d', 'e 220 d'], ['E 220 d', 'E220d', 'E 220d'], 'E 300 d'],
    [['santafe', 'Santa Fe'], ['Santa Fe', 'SantaFe'], 'Santana'],
    [['xtrail', 'x-trail'], ['X-Trail', 'XTrail'], 'Terrain'],
  ])('find all spellings of a name: %s', async (typed, names, otherName) => {
    const seller = await buildPerson(server.ctx, { account: 'seller' })
    const carIds = new Map<string, string>()
    const fields = { description: '', location: '' }
    for (const name of [...names, otherName])
      carIds.set(await buildCar(server.ctx, seller.id, { ...fields, model_name: name }), name)
    const namesFound = async (q: string, sort: string) =>
      (await list({ q, sort })).body.flatMap(({ _id }) => carIds.get(_id) ?? [])
    for (const q of typed)
      for (const sort of ['relevance', 'newest']) {
        expect((await namesFound(q, sort)).toSorted(), q).toEqual(names.toSorted())
        expect((await facets({ q })).body.total, q).toBeGreaterThanOrEqual(names.length)
      }
    for (const id of carIds.keys()) await server.ctx.db.deleteFrom('cars').where('id', '=', id).execute()
  })

  it('never fail, for any input', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', maxLength: 100 }),
        fc.string({ maxLength: 100 }),
        async (q, place) => {
          const responses = await Promise.all([list({ q, place, sort: 'relevance' }), facets({ q, place })])
          // The server rejects control characters.
          for (const { status } of responses) expect([200, 400]).toContain(status)
        },
      ),
      { numRuns: RANDOM_RUNS },
    )
  })

  it('rank a model’s name above a description', async () => {
    const id = cars.find((car) => car.state === 'instock')!.id
    const otherId = cars.findLast((car) => car.state === 'instock')!.id
    const set = (car: string, fields: { model_name?: string; description?: string }) =>
      server.ctx.db.updateTable('cars').set(fields).where('id', '=', car).execute()
    const [carBefore, otherCarBefore] = [id, otherId].map((which) => cars.find((car) => car.id === which)!)
    await set(id, { description: 'With a zagato badge' })
    await set(otherId, { model_name: 'Zagato' })
    expect((await list({ q: 'zagato', sort: 'relevance' })).body.map((car) => car._id)).toEqual([otherId, id])
    await set(id, { description: carBefore!.description })
    await set(otherId, { model_name: otherCarBefore!.model_name })
  })
})
