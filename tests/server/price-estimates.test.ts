import { describe, expect, it } from 'vitest'
import { ComparableCars, type PricedCar } from '../../server/search/prices/comparable-cars.ts'
import { estimatePrice, type PricedFacts } from '../../server/search/prices/estimate-price.ts'
import { createRandom } from '../../server/seed/random.ts'

const random = createRandom(41)
const between = (min: number, max: number) => min + random() * (max - min)

/** Returns cars whose prices follow a curve, with some noise and a few outliers. */
function randomCars(count: number): PricedFacts[] {
  return Array.from({ length: count }, () => {
    const [year, miles] = [Math.round(between(2016, 2022)), Math.round(between(5_000, 120_000))]
    const outlier = random() < 0.05 ? between(0.3, 3) : 1
    const price =
      20_000 * Math.exp(0.1 * (year - 2019) - (0.06 * miles) / 10_000 + between(-0.1, 0.1)) * outlier
    return { year, miles, priceMinor: Math.round(price * 100) }
  })
}

/** Solves linear equations of any size by elimination with pivots. */
function solve(matrix: number[][], values: number[]): number[] {
  const rows = matrix.map((row, index) => [...row, values[index]!])
  for (let column = 0; column < rows.length; column++) {
    const pivot = rows.slice(column).reduce((a, b) => (Math.abs(a[column]!) >= Math.abs(b[column]!) ? a : b))
    const index = rows.indexOf(pivot)
    ;[rows[column], rows[index]] = [pivot, rows[column]!]
    for (const row of rows)
      if (row !== pivot) {
        const factor = row[column]! / pivot[column]!
        for (let place = column; place < row.length; place++) row[place]! -= factor * pivot[place]!
      }
  }
  return rows.map((row, index) => row.at(-1)! / row[index]!)
}

/**
 * Returns the expected price in cents, computed as plainly as possible: each round repeats every car in the
 * design matrix, and the expectation of the slopes enters as two more rows.
 */
function estimatePlainly(car: { year: number; miles: number }, cars: readonly PricedFacts[]): number {
  const rows = cars.map(({ year, miles, priceMinor }) => ({
    x: [1, year! - car.year, (miles! - car.miles) / 10_000],
    y: Math.log(priceMinor),
    close: 1 / (1 + ((year! - car.year) / 1.5) ** 2 + ((miles! - car.miles) / 20_000) ** 2),
  }))
  let robust = rows.map(() => 1)
  let beta = [0, 0, 0]
  for (let round = 0; round < 4; round++) {
    const observations = [
      ...rows.map(({ x, y, close }, index) => ({ x, y, weight: close * robust[index]! })),
      { x: [0, 1, 0], y: 0.09, weight: 2 },
      { x: [0, 0, 1], y: -0.05, weight: 2 },
    ]
    const sum = (of: (row: (typeof observations)[number]) => number) =>
      observations.reduce((total, row) => total + row.weight * of(row), 0)
    const places = [0, 1, 2]
    beta = solve(
      places.map((a) => places.map((b) => sum(({ x }) => x[a]! * x[b]!))),
      places.map((a) => sum(({ x, y }) => x[a]! * y)),
    )
    const residuals = rows.map(
      ({ x, y }) => y - x.reduce((total, value, place) => total + value * beta[place]!, 0),
    )
    const sorted = residuals
      .map((residual, index) => ({ size: Math.abs(residual), close: rows[index]!.close }))
      .sort((a, b) => a.size - b.size)
    const half = sorted.reduce((total, { close }) => total + close, 0) / 2
    let reached = 0
    const median = sorted.find(({ close }) => (reached += close) >= half)!.size
    const limit = 4.685 * (median * 1.4826 + 1e-4)
    robust = residuals.map((residual) =>
      Math.abs(residual) >= limit ? 0 : (1 - (residual / limit) ** 2) ** 2,
    )
  }
  return Math.exp(beta[0]!)
}

describe('an estimated price', () => {
  it('equals a plain computation of the same regression, to the cent', () => {
    for (let round = 0; round < 200; round++) {
      const cars = randomCars(Math.round(between(8, 100)))
      const car = { year: Math.round(between(2016, 2022)), miles: between(0, 150_000) }
      expect(Math.abs(estimatePrice(car, cars).mid - estimatePlainly(car, cars))).toBeLessThanOrEqual(0.51)
    }
  })

  it('is in its range, and its parts add up to it', () => {
    for (let round = 0; round < 200; round++) {
      const cars = randomCars(Math.round(between(8, 40)))
      const { low, mid, high, parts } = estimatePrice({ year: 2020, miles: between(0, 100_000) }, cars)
      expect(low).toBeLessThanOrEqual(mid)
      expect(high).toBeGreaterThanOrEqual(mid)
      expect(parts.average + parts.year + parts.mileage).toBe(mid)
    }
  })

  it('is higher for a newer car and lower for more miles, even if all other cars are the same', () => {
    const cars = Array.from({ length: 8 }, () => ({ year: 2019, miles: 50_000, priceMinor: 2_000_000 }))
    const same = estimatePrice({ year: 2019, miles: 50_000 }, cars)
    expect(same.mid).toBe(2_000_000)
    // The range never ends within 1% of the expected price.
    expect(same.low).toBe(1_980_100)
    expect(same.high).toBe(2_020_100)
    expect(estimatePrice({ year: 2020, miles: 50_000 }, cars).mid).toBeGreaterThan(same.mid)
    expect(estimatePrice({ year: 2019, miles: 80_000 }, cars).mid).toBeLessThan(same.mid)
  })

  it('is not changed by more than 2% by a car at a hundredth of its price', () => {
    const cars = randomCars(30)
    const car = { year: 2019, miles: 60_000 }
    const before = estimatePrice(car, cars).mid
    const after = estimatePrice(car, [...cars, { ...car, priceMinor: Math.round(before / 100) }]).mid
    expect(Math.abs(after / before - 1)).toBeLessThan(0.02)
  })

  it('exists if no car has a year or a mileage', () => {
    const cars = Array.from({ length: 8 }, () => ({ year: null, miles: null, priceMinor: 900_000 }))
    expect(estimatePrice({ year: null, miles: null }, cars).mid).toBe(900_000)
  })
})

const base: PricedCar = {
  id: 'car',
  make: 'Ford',
  model: 'F-150',
  fuel: 'Petrol',
  transmission: 'Automatic',
  engineCc: 3500,
  year: 2019,
  miles: 40_000,
  priceMinor: 3_000_000,
  soldAt: null,
}

/** Reports whether a car is comparable with one that differs in these fields. */
function isComparable(fields: Partial<PricedCar>, own: Partial<PricedCar> = {}): boolean {
  const cars = new ComparableCars()
  cars.add({ ...base, ...own, id: 'other', ...fields })
  return cars.find({ ...base, ...own }).n === 1
}

describe('comparable cars', () => {
  it.each([
    { make: 'Tesla' },
    { model: 'F-250' },
    { fuel: 'Diesel' },
    { transmission: 'Manual' },
    { engineCc: 3601 },
    { engineCc: 3399 },
    { year: 2022 },
    { year: 2016 },
    { model: null },
    { fuel: null },
    { transmission: null },
    { engineCc: null },
    { year: null },
    { miles: null },
    { id: base.id },
  ])('exclude a car that differs by %j', (fields) => {
    expect(isComparable(fields)).toBe(false)
  })

  it.each([{ engineCc: 3600 }, { engineCc: 3400 }, { year: 2021 }, { year: 2017 }, { miles: 250_000 }])(
    'include a car that differs by %j',
    (fields) => {
      expect(isComparable(fields)).toBe(true)
    },
  )

  it.each(['model', 'fuel', 'transmission', 'engineCc', 'year', 'miles'] as const)(
    'include a car if both have no %s',
    (name) => {
      expect(isComparable({}, { [name]: null })).toBe(true)
    },
  )

  it('are all counted, but only the 100 closest are used', () => {
    const cars = new ComparableCars()
    for (let index = 0; index < 300; index++)
      cars.add({ ...base, id: `${index}`, miles: 40_000 + index * 10 })
    const { n, closest } = cars.find(base)
    expect(n).toBe(300)
    expect(closest.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, index) => `${index}`))
  })
})
