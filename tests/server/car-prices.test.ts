import type { Updateable } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CarPrice } from '../../contract/cars/car-price.ts'
import type { Car } from '../../contract/cars/cars.ts'
import { labelPrice, type PriceLabel } from '../../contract/cars/price-labels.ts'
import { createPriceLabeler } from '../../server/features/cars/label-prices.ts'
import { estimatePrice } from '../../server/search/prices/estimate-price.ts'
import { createRandom } from '../../server/seed/random.ts'
import type { CarsTable, Row } from '../../server/db/tables.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson, type CarOverrides, type Person } from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const labelPrices = createPriceLabeler()

let server: TestServer
let seller: Person
beforeAll(async () => {
  server = await startTestServer()
  seller = await buildPerson(server.ctx, { account: 'seller' })
})
afterAll(() => server?.close())

const DAY_SECONDS = 24 * 3600
const sell = (fields: CarOverrides = {}) => buildCar(server.ctx, seller.id, fields)
const sellMany = (count: number, fields: (index: number) => CarOverrides) =>
  Promise.all(Array.from({ length: count }, (_, index) => sell(fields(index))))
const setState = (id: string, state: 'sold' | 'instock') =>
  server.ctx.db.updateTable('cars').set({ state }).where('id', '=', id).execute()
const dollars = (amount: number) => String(Math.round(amount))

async function priceOf(id: string, token?: string): Promise<CarPrice> {
  const { status, body } = await call<CarPrice>(server.url, 'getCarPrice', { params: { id }, token })
  expect(status).toBe(200)
  return body
}

async function labelsOf(query: object): Promise<Record<string, PriceLabel | null>> {
  const { body } = await call<Car[]>(server.url, 'listCars', { query: { limit: 200, ...query } })
  return Object.fromEntries(body.map(({ _id, priceLabel }) => [_id, priceLabel]))
}

describe('the price comparison of a car', () => {
  it('shows the range, the five closest cars, and the effects of year and mileage', async () => {
    const like = { category_name: 'BMW', model: 'X3', model_name: 'X3 xDrive' }
    const ids = await sellMany(12, (index) => ({
      ...like,
      mileage: 30_000 + index * 1_000,
      resell_price: dollars(30_000 - index * 150),
    }))
    const car = await sell({ ...like, year: 2022, mileage: 29_900, resell_price: '22,000' })
    const price = await priceOf(car)
    const { label, n, low, mid, high, comparables, parts, computedAt } = price
    expect({ label, n }).toEqual({ label: 'below', n: 12 })
    expect(low! <= mid! && mid! <= high!).toBe(true)
    expect(comparables.map(({ _id }) => _id)).toEqual([ids[0], ids[1], ids[2], ids[3], ids[4]])
    expect(comparables[0]).toEqual({
      _id: ids[0],
      name: '2021 BMW X3 xDrive',
      mileage: 30_000,
      mileageUnit: 'mi',
      priceMinor: 3_000_000,
      soldAt: null,
    })
    expect(parts.map(({ part }) => part)).toEqual(['average', 'year', 'mileage'])
    expect(parts.reduce((sum, { minor }) => sum + minor, 0)).toBe(mid)
    expect(parts[1]!.difference).toBeCloseTo(1, 5)
    expect(parts[1]!.minor).toBeGreaterThan(0)
    expect(parts[2]!.difference).toBeLessThan(0)
    expect(parts[2]!.minor).toBeGreaterThan(0)
    expect(Math.abs(Date.parse(computedAt) - Date.now())).toBeLessThan(60_000)
  })

  it('compares the prices that buyers pay, with the fees of their sellers', async () => {
    const like = { category_name: 'BMW', model: 'X7', model_name: 'X7 xDrive' }
    await sellMany(12, () => ({ ...like, resell_price: '20,000' }))
    const other = await buildPerson(server.ctx, { account: 'seller' })
    const body = { fees: [{ name: 'Preparation', amountMinor: 500_000 }] }
    expect((await call(server.url, 'saveSellerFees', { token: other.token, body })).status).toBe(200)
    const car = await buildCar(server.ctx, other.id, { ...like, resell_price: '20,000' })
    expect((await priceOf(car)).label).toBe('above')
    await labelPrices(server.ctx)
    expect((await labelsOf({ q: 'X7' }))[car]).toBe('above')
  })

  it('needs eight similar cars, and then follows every committed change', async () => {
    const like = { category_name: 'Tesla', model: 'Model S', fuel: 'Electric' as const }
    const [first, ...others] = await sellMany(8, () => like)
    expect(await priceOf(first!)).toMatchObject({
      label: 'not-enough',
      n: 7,
      low: null,
      mid: null,
      parts: [],
    })
    expect((await priceOf(first!)).comparables).toHaveLength(5)
    await sell({ ...like, mileage_unit: 'km', mileage: 61_155 })
    expect(await priceOf(first!)).toMatchObject({ label: 'in-line', n: 8 })
    const setOther = (change: Updateable<CarsTable>) =>
      server.ctx.db.updateTable('cars').set(change).where('id', '=', others[0]!).execute()
    const changes = [
      { fuel: 'Hybrid' },
      { transmission: 'Manual' },
      { model: 'Model X' },
      { category_name: 'Audi' },
      { engineCc: 2000 },
      { year: 2011 },
      { mileage: null },
      { price_minor: null },
      { state: 'withdrawn' },
    ] as const satisfies Partial<Row<'cars'>>[]
    const { all_in_minor: _generated, ...stored } = await server.ctx.db
      .selectFrom('cars')
      .selectAll()
      .where('id', '=', others[0]!)
      .executeTakeFirstOrThrow()
    for (const change of changes) {
      await setOther(change)
      expect((await priceOf(first!)).n, JSON.stringify(change)).toBe(7)
      await setOther(stored)
      expect((await priceOf(first!)).n, `without ${JSON.stringify(change)}`).toBe(8)
    }
    await setOther({ state: 'withdrawn' })
    expect(await priceOf(first!)).toMatchObject({ label: 'not-enough', n: 7 })
  })

  it('ignores cars that were withdrawn, sold elsewhere, or deleted, or that have no price', async () => {
    const like = { category_name: 'Audi', model: 'Q8' }
    const car = await sell(like)
    await sell({ ...like, state: 'withdrawn' })
    await sell({ ...like, state: 'draft' })
    await sell({
      ...like,
      state: 'sold-elsewhere',
      elsewhere_price_minor: 100_000,
      elsewhere_on: '2026-01-02',
    })
    await sell({ ...like, hidden_at: new Date().toISOString() })
    await sell({ ...like, resell_price: 'ask me' })
    expect((await priceOf(car)).n).toBe(0)
  })

  it('exists for a draft, but only for its seller', async () => {
    const draft = await sell({ category_name: 'BMW', model: 'i4', state: 'draft', resell_price: '' })
    expect(await priceOf(draft, seller.token)).toMatchObject({ label: null, n: 0 })
    const { status } = await call(server.url, 'getCarPrice', { params: { id: draft } })
    expect(status).toBe(404)
  })
})

describe('the labels of prices', () => {
  it('equal the result of comparing every car with every other car, after any changes', async () => {
    const random = createRandom(7)
    const pick = <T>(options: readonly T[]): T => options[Math.floor(random() * options.length)]!
    const facts = () => ({
      category_name: 'BMW',
      model: pick(['M1', 'M2']),
      fuel: pick(['Petrol', 'Diesel', null] as const),
      transmission: pick(['Manual', null] as const),
      engineCc: pick([1995, 2050, 2150, null]),
      year: pick([2015, 2016, 2017, 2018, null]),
      mileage: pick([null, 20_000, 50_000, 90_000]),
    })
    const price = () => ({ resell_price: dollars(15_000 + random() * 10_000) })
    const ids = await sellMany(250, () => ({ ...facts(), ...price() }))
    await labelPrices(server.ctx)
    for (let round = 0; round < 4; round++) {
      for (const id of ids.filter(() => random() < 0.05)) {
        const minor = Math.round(1_500_000 + random() * 1_000_000)
        await server.ctx.db
          .updateTable('cars')
          .set({
            ...facts(),
            price_minor: minor,
            state: pick(['instock', 'reserved', 'sold', 'withdrawn'] as const),
          })
          .where('id', '=', id)
          .execute()
      }
      await labelPrices(server.ctx)
      const stored = await server.ctx.db
        .selectFrom('cars')
        .selectAll()
        .where('model', 'in', ['M1', 'M2'])
        .execute()
      const priced = stored.filter(({ state }) => state !== 'withdrawn')
      for (const car of stored.filter(({ state }) => state === 'instock' || state === 'reserved')) {
        const comparables = priced.filter((other) => other !== car && isSimilar(car, other))
        const estimate =
          comparables.length < 8
            ? null
            : estimatePrice(
                { year: car.year, miles: car.mileage },
                comparables.map((other) => ({
                  year: other.year,
                  miles: other.mileage,
                  priceMinor: other.price_minor!,
                })),
              )
        expect(car.price_label, JSON.stringify(car)).toBe(labelPrice(car.price_minor!, estimate))
      }
    }
  })

  it('filter the market, are counted, and do not change the car’s version', async () => {
    const like = { category_name: 'Tesla', model: 'Roadster' }
    const ids = await sellMany(10, (index) => ({ ...like, resell_price: dollars(40_000 + index * 500) }))
    const cheap = await sell({ ...like, resell_price: '9,000' })
    const query = { brand: 'Tesla', model: 'Roadster' }
    expect(Object.values(await labelsOf(query))).toEqual(Array.from({ length: 11 }, () => null))
    await labelPrices(server.ctx)
    expect(await labelsOf({ ...query, label: 'below' })).toEqual({ [cheap]: 'below' })
    expect(Object.keys(await labelsOf({ ...query, label: 'below,in-line,above' }))).toHaveLength(11)
    expect(await labelsOf({ ...query, label: 'not-enough' })).toEqual({})
    const { status } = await call(server.url, 'listCars', { query: { label: 'cheap' } })
    expect(status).toBe(400)
    const { body: car } = await call<Car>(server.url, 'getCar', { params: { id: cheap } })
    expect(car).toMatchObject({ version: 1, priceLabel: 'below' })
    await setState(ids[0]!, 'sold')
    const { body: sold } = await call<Car>(server.url, 'getCar', { params: { id: ids[0]! } })
    expect(sold.priceLabel).toBeNull()
  })
})

// These tests advance the clock.
describe('the price of a sold car', () => {
  it('counts for 180 days', async () => {
    const like = { category_name: 'Audi', model: 'Q7' }
    const [first, sold] = await sellMany(9, () => like)
    await setState(sold!, 'sold')
    const price = await priceOf(first!)
    expect(price).toMatchObject({ label: 'in-line', n: 8 })
    const soldCars = price.comparables.filter(({ soldAt }) => soldAt !== null)
    expect(soldCars.map(({ _id }) => _id).filter((id) => id !== sold)).toEqual([])
    server.advance(179 * DAY_SECONDS)
    expect((await priceOf(first!)).n).toBe(8)
    server.advance(2 * DAY_SECONDS)
    expect(await priceOf(first!)).toMatchObject({ label: 'not-enough', n: 7 })
  })
})

describe('a failed run of the job', () => {
  it('loses no labels, because the next run computes them again', async () => {
    const ids = await sellMany(9, () => ({ category_name: 'Audi', model: 'A1' }))
    const run = createPriceLabeler()
    const failing = Object.create(server.ctx.db, {
      transaction: { value: () => ({ execute: () => Promise.reject(new Error('disk full')) }) },
    }) as typeof server.ctx.db
    await expect(run({ ...server.ctx, db: failing })).rejects.toThrow('disk full')
    await run(server.ctx)
    const labels = await labelsOf({ brand: 'Audi', model: 'A1' })
    expect(Object.values(labels)).toEqual(ids.map(() => 'in-line'))
  })
})

interface StoredCar {
  model: string | null
  fuel: string | null
  transmission: string | null
  engineCc: number | null
  year: number | null
  mileage: number | null
}

function isSimilar(car: StoredCar, other: StoredCar): boolean {
  const isNear = (a: number | null, b: number | null, most: number) =>
    a === null || b === null ? a === b : Math.abs(a - b) <= most
  return (
    car.model === other.model &&
    car.fuel === other.fuel &&
    car.transmission === other.transmission &&
    isNear(car.engineCc, other.engineCc, 100) &&
    isNear(car.year, other.year, 2) &&
    isNear(car.mileage, other.mileage, Infinity)
  )
}
