import { createRequire } from 'node:module'
import { choiceFacts } from '../../contract/cars/car-choices.ts'
import {
  facetNames,
  isFacetChoice,
  getRequestedMake,
  type FacetName,
} from '../../contract/cars/car-facets.ts'
import {
  mapRangeNumbers,
  ranges,
  type RangeNumber,
  type RangeParam,
} from '../../contract/cars/car-numbers.ts'
import { priceLabels } from '../../contract/cars/price-labels.ts'
import type { CarFacets, FilterName } from '../../contract/cars/car-search.ts'
import type { Row } from '../../server/db/tables.ts'
import { buildCar, buildPerson } from '../support/factories.ts'
import { createChances, pickRandomFacts } from '../support/random-cars.ts'
import type { TestServer } from '../support/server.ts'

export const categories = ['Tesla', 'Audi', 'BMW']
const models = [
  'Model 3 Long Range',
  'Model S',
  'A4 Avant',
  'Q5 Sportback',
  'X3 xDrive',
  'i4 eDrive40',
  'F-150 XLT',
  'F150 Lariat',
  'ID.4 Pro',
  'CR-V EX',
]
const places = ['Portland, OR', 'Port Angeles, WA', 'Orlando, FL', 'Málaga', 'New York', 'St. Paul, MN']
const descriptions = ['One owner, full book.', 'Towing hitch; AND a roof box.', 'Überführt aus Málaga', '']

export type SearchedCar = Row<'cars'> & { category_name: string }

/**
 * Builds cars of every kind, some with missing fields and some off the market. Every run builds the same
 * cars.
 */
export async function buildSearchedCars({ ctx }: TestServer, count: number): Promise<SearchedCar[]> {
  const chances = createChances(7)
  const zipChances = createChances(8)
  const { random, pick } = chances
  const seller = await buildPerson(ctx, { account: 'seller' })
  const dealer = await buildPerson(ctx, { account: 'seller', zip: '60601' })
  for (let n = 0; n < count; n++)
    await buildCar(ctx, zipChances.pick([seller, dealer]).id, {
      category_name: pick(categories),
      model_name: pick(models),
      description: pick(descriptions),
      location: pick(places),
      resell_price: random() < 0.1 ? 'ask me' : String(5_000 + Math.floor(random() * 40) * 1_250),
      zip: zipChances.random() < 0.5 ? zipChances.pick(zips) : null,
      ...pickRandomFacts(chances, ctx.now()),
      price_label: random() < 0.1 ? null : pick(priceLabels),
    })
  const cars = await ctx.db.selectFrom('cars').selectAll().execute()
  const today = ctx.now().toISOString().slice(0, 10)
  const hasExpired = ({ warranty, warrantyUntil: until }: Row<'cars'>) =>
    warranty !== 'as is' && until !== null && until < today
  return cars.map((car) => ({
    ...car,
    category_name: car.category_name ?? '',
    warranty: hasExpired(car) ? null : car.warranty,
    zip: car.zip ?? (car.seller_id === dealer.id ? '60601' : null),
  }))
}

/** A search in the form of a client's query parameters. */
export interface Search extends Partial<Record<FacetName | RangeParam, string>> {
  q?: string
  place?: string
  near?: string
  within?: string
  category_name?: string
  featured?: '1'
}

const splitWords = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
/** Models from the list above that have several spellings, without separators. */
const modelsSpelledTwice = ['f150', 'id4', 'crv']
/**
 * Reports whether the strings contain the typed words. If either side contains a name from this list, only
 * letters and digits are compared.
 */
function containsWords(typed: string | undefined, ...texts: string[]): boolean {
  const words = splitWords(typed ?? '')
  const textWords = texts.map(splitWords)
  const begins = (word: string) => textWords.some((all) => all.some((each) => each.startsWith(word)))
  const runs = textWords.flatMap((all) =>
    all.slice(1).map((word, index) => ({ run: all[index]! + word, first: all[index]! })),
  )
  return words.every((word, index) => {
    const joinedWords = [words[index - 1]! + word, word + words[index + 1]!].filter((run) =>
      modelsSpelledTwice.includes(run),
    )
    const isPartOfRun = runs.some(
      ({ run, first }) =>
        modelsSpelledTwice.includes(run) && run.startsWith(word) && word.length > first.length,
    )
    return begins(word) || joinedWords.some(begins) || isPartOfRun
  })
}

/**
 * Returns how well a car matches the search terms that it contains. Each term is weighted by the field that
 * contains it.
 */
export function matchCar(car: SearchedCar, typed: string): number {
  const weights: [text: string, weight: number][] = [
    [car.model_name, 8],
    [car.category_name, 6],
    [car.location, 3],
    [car.description, 1],
  ]
  const weightOf = (word: string) =>
    Math.max(...weights.map(([text, weight]) => (containsWords(word, text) ? weight : 0)))
  return splitWords(typed).reduce((total, word) => total + weightOf(word), 0)
}

const isListed = (list: string | undefined, value: string | number | null) =>
  list === undefined || (value !== null && list.split(',').includes(String(value)))
const columnOf = (facet: FacetName) =>
  facet === 'brand' ? 'category_name' : facet === 'label' ? 'price_label' : facet
function isWithin(value: number | null, min: string | undefined, max: string | undefined, scale = 1) {
  if (min === undefined && max === undefined) return true
  if (value === null) return false
  return (
    (min === undefined || value >= Number(min) * scale) && (max === undefined || value <= Number(max) * scale)
  )
}

export const toMillimeters = ({ mileage, mileage_unit: unit }: SearchedCar) =>
  mileage === null || unit === null ? null : mileage * (unit === 'mi' ? 1_609_344 : 1_000_000)

/** Some ZIP codes in every part of the country. */
export const zips = ['10001', '11201', '07030', '19104', '44304', '60601', '80202', '90012', '96813', '99501']
const coordinates = createRequire(import.meta.url)('zipcodes') as typeof import('zipcodes')

/** Computes the angle between two points from their vectors, unlike the server's formula. */
export function computeExpectedMiles(near: string, { zip }: SearchedCar): number {
  if (zip === null) return Infinity
  const [from, to] = [near, zip].map((code) => vectorOf(coordinates.lookup(code)!))
  const [a, b, c] = [0, 1, 2].map((axis) => {
    const [next, last] = [(axis + 1) % 3, (axis + 2) % 3]
    return from![next]! * to![last]! - from![last]! * to![next]!
  }) as [number, number, number]
  const dot = from!.reduce((sum, value, axis) => sum + value * to![axis]!, 0)
  return 3958.8 * Math.atan2(Math.hypot(a, b, c), dot)
}

function vectorOf({ latitude, longitude }: { latitude: number; longitude: number }): number[] {
  const [north, east] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180]
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)]
}

const checks: Record<FilterName, (car: SearchedCar, search: Search) => boolean> = {
  q: (car, { q }) => containsWords(q, car.model_name, car.category_name, car.description, car.location),
  place: (car, { place }) => containsWords(place, car.location),
  within: (car, { near, within }) =>
    within === undefined || computeExpectedMiles(near!, car) <= Number(within),
  category_name: (car, { category_name: name }) => name === undefined || car.category_name === name,
  ...(Object.fromEntries(
    facetNames.map((name) => [
      name,
      (car: SearchedCar, search: Search) => isListed(search[name], car[columnOf(name)]),
    ]),
  ) as Record<FacetName, (car: SearchedCar, search: Search) => boolean>),
  price: (car, { priceMin, priceMax }) => isWithin(car.price_minor, priceMin, priceMax, 100),
  ...mapRangeNumbers((name) => (car: SearchedCar, search: Search) => {
    const { min, max } = ranges[name]
    return isWithin(car[name], min && search[min.param], max && search[max.param])
  }),
  mileage: (car, { mileageMax }) => isWithin(toMillimeters(car), undefined, mileageMax, 1_609_344),
  featured: (car, { featured }) => featured === undefined || car.featured_at !== null,
}
const filterNames = Object.keys(checks) as FilterName[]

/** Finds the expected cars by checking them one by one. */
export function find(cars: SearchedCar[], search: Search, without?: FilterName): SearchedCar[] {
  const names = filterNames.filter((name) => name !== without)
  return cars
    .filter((car) => car.state === 'instock' || car.state === 'reserved')
    .filter((car) => names.every((name) => checks[name](car, search)))
}

/** Returns the expected facets, except the histogram's bounds, which may vary. */
export function countFacets(cars: SearchedCar[], search: Search): Omit<CarFacets, 'price'> {
  const counts = (name: FacetName) => {
    const found = find(cars, search, name)
    const countOf = (value: string) => found.filter((car) => String(car[columnOf(name)]) === value).length
    return optionsOf(name, found, search).map((value) => ({ value, count: countOf(value) }))
  }
  const total = find(cars, search).length
  const boundsOf = (name: RangeNumber) => {
    const numbers = find(cars, search, name).flatMap((car) => car[name] ?? [])
    return numbers.length > 0 ? { min: Math.min(...numbers), max: Math.max(...numbers) } : null
  }
  const miles = find(cars, search, 'mileage').flatMap((car) => {
    const distance = toMillimeters(car)
    return distance === null ? [] : distance / 1_609_344
  })
  const relax = filterNames
    .map((filter) => ({ filter, total: find(cars, search, filter).length }))
    .filter((row) => total === 0 && row.total > 0)
  return {
    total,
    ...(Object.fromEntries(facetNames.map((name) => [name, counts(name)])) as Record<
      FacetName,
      CarFacets['brand']
    >),
    ...mapRangeNumbers(boundsOf),
    mileage:
      miles.length > 0 ? { min: Math.floor(Math.min(...miles)), max: Math.ceil(Math.max(...miles)) } : null,
    relax,
  }
}

function optionsOf(name: FacetName, found: SearchedCar[], search: Search): readonly string[] {
  if (name === 'brand') return categories
  if (isFacetChoice(name)) return choiceFacts[name].options
  if (name === 'label') return priceLabels
  const brand = search.brand?.split(',')
  if (name === 'model' && getRequestedMake({ category_name: search.category_name, brand }) === null) return []
  const values = found.flatMap((car) => car[name] ?? []).map(String)
  const all = [...new Set([...values, ...(search[name]?.split(',') ?? [])])]
  return all.sort(new Intl.Collator('en', { numeric: true }).compare)
}
