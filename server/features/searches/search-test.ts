import { facetNames, type FacetName } from '../../../contract/cars/car-facets.ts'
import type { CarFilters } from '../../../contract/cars/car-search.ts'
import { MM_A_MILE } from '../../../contract/cars/mileage.ts'
import { createTextTest, type SearchedTexts } from '../../db/full-text.ts'
import { columnOf, sharedNames, type SharedName } from '../../search/car-columns.ts'
import { rangeOf, sharedFilterNames, sharedFilters } from '../../search/car-filters.ts'
import type { SharedValue } from '../../search/coded-column.ts'

/** The values of a listed car that a search compares. */
export interface ComparedFacts {
  /** The shared values, in the order of `sharedNames`. */
  shared: readonly SharedValue[]
  /** The price in cents. */
  priceMinor: number | null
  distanceMm: number | null
  isFeatured: boolean
  texts: SearchedTexts
}

export type SearchTest = (car: ComparedFacts) => boolean

const indexOf = Object.fromEntries(sharedNames.map((name, index) => [name, index])) as Record<
  SharedName,
  number
>

/** Creates a test that admits the same cars as the search. Quick comparisons come first. */
export function createSearchTest(filters: CarFilters): SearchTest {
  const price = rangeOf('price', filters)
  const mileage = rangeOf('mileage', filters)
  const values = sharedFilterNames.flatMap((name) => sharedFilters[name](filters) ?? [])
  const tests: SearchTest[] = [
    ...(price ? [({ priceMinor }: ComparedFacts) => isWithin(priceMinor, price)] : []),
    ...(mileage ? [({ distanceMm }: ComparedFacts) => isWithin(distanceMm, mileage, MM_A_MILE)] : []),
    ...(filters.featured === undefined ? [] : [({ isFeatured }: ComparedFacts) => isFeatured]),
    ...values.map(({ column, admits }): SearchTest => {
      const index = indexOf[column]
      return ({ shared }) => admits(shared[index]!)
    }),
  ]
  const admitsTexts = createTextTest(filters)
  if (admitsTexts) tests.push(({ texts }) => admitsTexts(texts))
  return (car) => tests.every((test) => test(car))
}

function isWithin(value: number | null, [min, max]: readonly [min: number, max: number], unit = 1): boolean {
  return value !== null && value >= min * unit && value <= max * unit
}

/** The filters whose values group searches, those with the most distinct values first. */
const grouping: readonly FacetName[] = [
  'model',
  'brand',
  ...facetNames.filter((name) => !['model', 'brand', 'label'].includes(name)),
  'label',
]
const ANY = 'any'

/** Returns the groups of a search. A car that the search finds belongs to exactly one of them. */
export function groupsOfSearch(filters: CarFilters): string[] {
  for (const name of grouping) {
    const values = name === 'brand' ? (filters.brand ?? makeOf(filters)) : filters[name]
    if (values) return values.map((value) => groupOf(columnOf(name), value))
  }
  return [ANY]
}

/** Returns all groups of searches that may find a car. */
export function groupsOfCar({ shared }: ComparedFacts): string[] {
  const groups = grouping.map((name) => groupOf(columnOf(name), shared[indexOf[columnOf(name)]] ?? null))
  return [...groups, ANY]
}

/** Returns the car with the present name of its make. */
export function withPresentMake(
  car: ComparedFacts,
  presentMakes: ReadonlyMap<string, string>,
): ComparedFacts {
  const make = car.shared[indexOf.category_name]!
  const presentMake = presentMakes.get(String(make))
  return presentMake === undefined
    ? car
    : { ...car, shared: car.shared.with(indexOf.category_name, presentMake) }
}

function makeOf({ category_name: make }: CarFilters): string[] | undefined {
  return make === undefined ? undefined : [make]
}

function groupOf(column: SharedName, value: SharedValue): string {
  return `${column} ${value}`
}
