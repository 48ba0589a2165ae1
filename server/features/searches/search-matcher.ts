import { facetNames, type FacetName } from '../../../contract/cars/car-facets.ts'
import type { CarFilters } from '../../../contract/cars/car-search.ts'
import { MM_PER_MILE } from '../../../contract/cars/mileage.ts'
import { createTextTest, type SearchedTexts } from '../../db/full-text.ts'
import { getFacetColumn, sharedNames, UNKNOWN, type SharedName } from '../../search/car-columns.ts'
import {
  getFilterRange,
  sharedFilterNames,
  sharedFilters,
  type DatedFilters,
} from '../../search/car-filters.ts'
import { getWarrantyKind } from '../../search/dated-warranty.ts'
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

const indexOf = Object.fromEntries(sharedNames.map((name, index) => [name, index])) as Record<
  SharedName,
  number
>

/** A range that also admits unknown values. */
const ANYTHING = [-Infinity, Infinity] as const

/**
 * A search as tests of one car. The ranges are compared first, because a test of two numbers rejects most searches
 * of a group for a fraction of the time that the other tests take.
 */
export class SearchTest {
  readonly #lowestPrice: number
  readonly #highestPrice: number
  readonly #shortest: number
  readonly #longest: number
  /** The fields that the other tests read, as in `findChangedFields`. */
  readonly #fields: number
  readonly #tests: readonly ((car: ComparedFacts) => boolean)[]

  constructor(filters: DatedFilters) {
    const [lowestPrice, highestPrice] = getFilterRange('price', filters) ?? ANYTHING
    const [shortest, longest] = getFilterRange('mileage', filters) ?? ANYTHING
    this.#lowestPrice = lowestPrice
    this.#highestPrice = highestPrice
    this.#shortest = shortest * MM_PER_MILE
    this.#longest = longest * MM_PER_MILE
    const values = sharedFilterNames.flatMap((name) => sharedFilters[name](filters) ?? [])
    const admitsTexts = createTextTest(filters)
    this.#fields =
      values.reduce((fields, { column }) => fields | toFieldBit(indexOf[column]), 0) |
      (filters.featured === undefined ? 0 : FEATURED) |
      (admitsTexts ? TEXTS : 0)
    this.#tests = [
      ...(filters.featured === undefined ? [] : [({ isFeatured }: ComparedFacts) => isFeatured]),
      ...values.map(({ column, admits }) => {
        const index = indexOf[column]
        return ({ shared }: ComparedFacts) => admits(shared[index]!)
      }),
      ...(admitsTexts ? [({ texts }: ComparedFacts) => admitsTexts(texts)] : []),
    ]
  }

  /** Reports whether the search finds a car with these values. */
  passes(car: ComparedFacts): boolean {
    return this.passesRanges(car) && this.#tests.every((test) => test(car))
  }

  /** Reports whether the price and the mileage are within the ranges of the search. */
  passesRanges({ priceMinor, distanceMm }: ComparedFacts): boolean {
    const price = priceMinor ?? UNKNOWN
    const distance = distanceMm ?? UNKNOWN
    return (
      price >= this.#lowestPrice &&
      price <= this.#highestPrice &&
      distance >= this.#shortest &&
      distance <= this.#longest
    )
  }

  /** Reports whether a test other than the ranges reads one of the changed fields. */
  reads(changed: number): boolean {
    return (this.#fields & changed) !== 0
  }
}

const FEATURED = 1
const TEXTS = 2
/** Number of bits for shared values. If there are more values, some share a bit. */
const SHARED_BITS = 28

function toFieldBit(index: number): number {
  return 4 << (index % SHARED_BITS)
}

/** Returns the fields, other than price and mileage, in which a car differs, as a set of bits. */
export function findChangedFields(before: ComparedFacts, after: ComparedFacts): number {
  const hasOtherTexts = before.texts.all !== after.texts.all || before.texts.location !== after.texts.location
  return after.shared.reduce<number>(
    (fields, value, index) => (value === before.shared[index] ? fields : fields | toFieldBit(index)),
    (before.isFeatured === after.isFeatured ? 0 : FEATURED) | (hasOtherTexts ? TEXTS : 0),
  )
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
export function listSearchGroups(filters: CarFilters): string[] {
  for (const name of grouping) {
    const values = name === 'brand' ? (filters.brand ?? getFilteredMakes(filters)) : filters[name]
    if (values) return values.map((value) => buildValueKey(getFacetColumn(name), value))
  }
  return [ANY]
}

/** Returns all groups of searches that may find a car. */
export function listCarGroups({ shared }: ComparedFacts): string[] {
  const groups = grouping.map((name) => {
    const value = shared[indexOf[getFacetColumn(name)]] ?? null
    return buildValueKey(getFacetColumn(name), name === 'warranty' ? getWarrantyKind(value) : value)
  })
  return [...groups, ANY]
}

/** Returns the car with the current name of its make. */
export function updateCarMake(car: ComparedFacts, currentMakes: ReadonlyMap<string, string>): ComparedFacts {
  const make = car.shared[indexOf.category_name]!
  const currentMake = currentMakes.get(String(make))
  return currentMake === undefined
    ? car
    : { ...car, shared: car.shared.with(indexOf.category_name, currentMake) }
}

function getFilteredMakes({ category_name: make }: CarFilters): string[] | undefined {
  return make === undefined ? undefined : [make]
}

function buildValueKey(column: SharedName, value: SharedValue): string {
  return `${column} ${value}`
}
