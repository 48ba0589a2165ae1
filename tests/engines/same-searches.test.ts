import { fc } from '../support/fast-check.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { choiceFacts } from '../../contract/cars/car-choices.ts'
import { facetChoices } from '../../contract/cars/car-facets.ts'
import { carSorts, allCarsSorts } from '../../contract/cars/cars.ts'
import { buildCar, buildMake, buildPerson } from '../support/factories.ts'
import { createChances, pickRandomFacts } from '../support/random-cars.ts'
import type { TestServer } from '../support/server.ts'
import { startOnBoth, type BothEngines } from './both-engines.ts'
import { oddTexts } from './odd-texts.ts'
import { queryBoth, generateSearchInput } from './same-responses.ts'

/** Number of random searches. `npm run test:full` raises it. */
const SEARCHES = Number(process.env.SAME_SEARCHES ?? 200)

const CARS = 240
const MAX_PAGES = 4
const makes = ['Audi', 'Škoda', 'Wartburg & Söhne']

interface Seeded {
  admin: { token: string }
}

async function build({ ctx }: TestServer): Promise<Seeded> {
  const chances = createChances(11)
  const { random, pick, orNull } = chances
  const seller = await buildPerson(ctx, { account: 'seller' })
  const admin = await buildPerson(ctx, { role: 'admin' })
  for (const name of makes.slice(2)) await buildMake(ctx, { name })
  for (let index = 0; index < CARS; index++)
    await buildCar(ctx, seller.id, {
      category_name: pick(makes),
      model_name:
        index < oddTexts.length ? oddTexts[index]! : `${pick(oddTexts)} ${Math.floor(random() * 30)}`,
      model: orNull(pick(oddTexts).slice(0, 40)),
      description: pick(oddTexts),
      location: pick(oddTexts),
      contact: pick(oddTexts),
      stock_no: index % 3 ? null : `S-${index % 40}-${index}`,
      price_minor: orNull(500_000 + Math.floor(random() * 40) * 125_000),
      zip: orNull(pick(['44304', '97206', '60601'])),
      ...pickRandomFacts(chances, ctx.now()),
    })
  return { admin }
}

let bothEngines: BothEngines<Seeded>
beforeAll(async () => {
  bothEngines = await startOnBoth(build)
})
afterAll(() => bothEngines?.close())

const texts = [...oddTexts, ...makes]
const listOf = (options: readonly string[]) =>
  fc
    .subarray([...options], { minLength: 1, maxLength: Math.min(3, options.length) })
    .map((chosen) => chosen.join(','))
const filters = {
  place: generateSearchInput(texts, 120),
  category_name: fc.constantFrom(...makes),
  brand: listOf(makes),
  model: fc.constantFrom(...texts).map((name) => name.slice(0, 40).replaceAll(',', '')),
  ...Object.fromEntries(facetChoices.map((name) => [name, listOf(choiceFacts[name].options)])),
  seats: listOf(['2', '4', '5', '9']),
  priceMin: fc.integer({ min: 4, max: 56 }).map((thousands) => String(thousands * 1000)),
  priceMax: fc.integer({ min: 4, max: 56 }).map((thousands) => String(thousands * 1000)),
  yearMin: fc.integer({ min: 2011, max: 2025 }).map(String),
  yearMax: fc.integer({ min: 2011, max: 2025 }).map(String),
  mileageMax: fc.integer({ min: 0, max: 95 }).map((n) => String(n * 1000)),
  featured: fc.constant('1'),
  near: fc.constantFrom('44304', '97206'),
}
const search = fc.record({
  q: fc.option(generateSearchInput(texts, 200), { nil: undefined, freq: 3 }),
  sort: fc.constantFrom(...carSorts),
  limit: fc.integer({ min: 1, max: 40 }),
  filters: fc
    .subarray(Object.entries(filters), { maxLength: 3 })
    .chain((chosen) => fc.record(Object.fromEntries(chosen))),
})

describe('both engines', () => {
  it('find the same cars in the same order, page by page, with the same counts', async () => {
    let matchCount = 0
    await fc.assert(
      fc.asyncProperty(search, async ({ filters, ...rest }) => {
        // Distances need a ZIP code.
        const near = rest.sort === 'nearest' ? '44304' : undefined
        const params = JSON.parse(JSON.stringify({ near, ...rest, ...filters })) as Record<string, unknown>
        let page = await queryBoth(bothEngines, 'listCars', params)
        expect(page.status, JSON.stringify(page.body)).toBe(200)
        matchCount += Math.min(1, Number(page.total))
        for (let index = 1; index < MAX_PAGES; index++) {
          if (page.cursor === null) break
          page = await queryBoth(bothEngines, 'listCars', { ...params, cursor: page.cursor })
        }
        const { sort: _, limit: __, ...facets } = params
        await queryBoth(bothEngines, 'getCarFacets', facets)
      }),
      { numRuns: SEARCHES },
    )
    expect(matchCount, 'too few of the searches find anything').toBeGreaterThan(SEARCHES / 5)
  })

  it('sort the list of all cars in the same way', async () => {
    const query = fc.record({
      q: generateSearchInput(texts, 100),
      sort: fc.constantFrom(...allCarsSorts),
      offset: fc.nat({ max: 60 }),
      limit: fc.integer({ min: 1, max: 60 }),
    })
    await fc.assert(
      fc.asyncProperty(query, async (params) => {
        const page = await queryBoth(bothEngines, 'listAllCars', params, bothEngines.seeded.admin.token)
        expect(page.status).toBe(200)
      }),
      { numRuns: Math.ceil(SEARCHES / 5) },
    )
  })
})
