/**
 * `npm run price:check -- FILE.csv` measures how well the price comparison predicts the prices of real listings.
 * Each car is estimated from the others. The columns are make, model, year, mileage, unit (mi or km), fuel,
 * transmission, engineCc, and price.
 */
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { MileageUnit } from '../contract/cars/car-numbers.ts'
import { toMiles } from '../contract/cars/mileage.ts'
import { labelPrice, MIN_SIMILAR_CARS } from '../contract/cars/price-labels.ts'
import { ComparableCars, type PricedCar } from '../server/search/prices/comparable-cars.ts'
import { estimatePrice } from '../server/search/prices/estimate-price.ts'
import { print } from './bootstrap/print.cjs'

const columns = [
  'make',
  'model',
  'year',
  'mileage',
  'unit',
  'fuel',
  'transmission',
  'engineCc',
  'price',
] as const
type Listing = Record<(typeof columns)[number], string>

const [file] = process.argv.slice(2)
if (file === undefined) stopWith('Usage: npm run price:check -- FILE.csv')
const listings = readListings(file)
const start = performance.now()
const { errors, insideCount } = estimateAll(listings)
const msPerCar = (performance.now() - start) / listings.length
const ratedCount = errors.length
print(
  [
    `n ${listings.length}`,
    `rated ${percent(ratedCount / listings.length)}`,
    `median error ${percent(quantile(errors, 0.5))}`,
    `p90 error ${percent(quantile(errors, 0.9))}`,
    `inside the 80% range ${percent(insideCount / ratedCount)}`,
    `${msPerCar.toFixed(2)} ms per car`,
  ].join('\n'),
)

function readListings(path: string): PricedCar[] {
  const rows = parse<Listing>(readFileSync(path), { columns: true, trim: true, bom: true })
  const missing = columns.filter((column) => rows.length > 0 && !(column in rows[0]!))
  if (missing.length > 0) stopWith(`The file has no column named ${missing.join(', ')}.`)
  const cars = rows.map(toCar).filter(({ priceMinor }) => priceMinor > 0)
  if (cars.length === 0) stopWith('The file has no listings with a price.')
  return cars
}

function toCar(row: Listing, index: number): PricedCar {
  const number = (text: string) => (text === '' ? null : Number(text))
  return {
    id: String(index),
    make: row.make || null,
    model: row.model || null,
    fuel: row.fuel || null,
    transmission: row.transmission || null,
    engineCc: number(row.engineCc),
    year: number(row.year),
    miles: toMiles(number(row.mileage), (row.unit || null) as MileageUnit | null),
    priceMinor: Math.round(Number(row.price) * 100),
    soldAt: null,
  }
}

/** Returns the relative errors of the estimates, in ascending order, and how many prices are in their ranges. */
function estimateAll(cars: readonly PricedCar[]) {
  const comparables = new ComparableCars()
  for (const car of cars) comparables.add(car)
  const errors: number[] = []
  let insideCount = 0
  for (const car of cars) {
    const { n, closest } = comparables.find(car)
    if (n < MIN_SIMILAR_CARS) continue
    const estimate = estimatePrice(car, closest)
    errors.push(Math.abs(estimate.mid / car.priceMinor - 1))
    if (labelPrice(car.priceMinor, estimate) === 'in-line') insideCount++
  }
  return { errors: errors.sort((a, b) => a - b), insideCount }
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? NaN
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`
}

function stopWith(message: string): never {
  print(message)
  process.exit(2)
}
