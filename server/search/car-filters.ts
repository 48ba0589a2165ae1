import { choiceNames, eachChoice } from '../../contract/car-choices.ts'
import { ranges, type RangeName } from '../../contract/car-numbers.ts'
import type { CarFilters, FilterName } from '../../contract/car-search.ts'
import { wordsOf } from '../db/full-text.ts'
import { kindNumbers, type CarColumns, type Kind, type KindNumber } from './car-columns.ts'

type KindFilter = keyof typeof kindFilters
type OtherFilter = Exclude<FilterName, KindFilter>

/** Filters that look at a car's kind alone. */
const kindFilters = {
  category_name: oneOf('category_name', ({ category_name: name }) =>
    name === undefined ? undefined : [name],
  ),
  brand: oneOf('category_name', ({ brand }) => brand),
  ...eachChoice((name) => oneOf(name, ({ [name]: chosen }) => chosen)),
  ...(Object.fromEntries(kindNumbers.map((name) => [name, within(name)])) as Record<
    KindNumber,
    ReturnType<typeof within>
  >),
}

/** Whether a filter of each car's own is set; words without a letter or digit set none. */
const otherFilters: Record<OtherFilter, (filters: CarFilters) => boolean> = {
  q: ({ q = '' }) => wordsOf(q).length > 0,
  place: ({ place = '' }) => wordsOf(place).length > 0,
  price: (filters) => isRangeSet('price', filters),
  mileage: (filters) => isRangeSet('mileage', filters),
  featured: ({ featured }) => featured !== undefined,
}

/** Which filters are set. */
export function setFilters(filters: CarFilters): FilterName[] {
  const others = (Object.keys(otherFilters) as OtherFilter[]).filter((name) => otherFilters[name](filters))
  return [...others, ...setKindFilters(filters)]
}

/** The bounds that a car's own numbers keep to; a car without the value keeps to none but the widest. */
export interface Bounds {
  minPrice: number
  maxPrice: number
  minDistance: number
  maxDistance: number
  isFeatured: 0 | 1
}

/** Distances are compared in whole millimeters. */
export const MM_A_MILE = 1_609_344

export function boundsOf(filters: CarFilters): Bounds {
  const [minPrice, maxPrice] = rangeOf('price', filters)
  const [minDistance, maxDistance] = rangeOf('mileage', filters)
  return {
    minPrice,
    maxPrice,
    minDistance: minDistance * MM_A_MILE,
    maxDistance: maxDistance * MM_A_MILE,
    isFeatured: filters.featured === undefined ? 0 : 1,
  }
}

/** What keeps a car from being found: nothing, the one filter at that place of `filterOrder`, or more than one. */
export const NONE = 0
export const SEVERAL = 255
export const filterOrder: readonly (FilterName | null)[] = [
  null,
  ...(Object.keys(otherFilters) as OtherFilter[]),
  ...(Object.keys(kindFilters) as KindFilter[]),
]
export const placeOf = (filter: FilterName): number => filterOrder.indexOf(filter)
export const FIRST_OF_KINDS = placeOf('category_name')

/** Of each kind, by its place, what is against it. */
export function againstKinds(filters: CarFilters, { kinds }: CarColumns): Uint8Array {
  const set = setKindFilters(filters)
  const against = new Uint8Array(kinds.length)
  for (const name of set) {
    const place = placeOf(name)
    for (let at = 1; at < kinds.length; at++)
      if (!kindFilters[name].admits(filters, kinds[at]!)) against[at] = against[at] === NONE ? place : SEVERAL
  }
  against[0] = SEVERAL
  return against
}

function setKindFilters(filters: CarFilters): KindFilter[] {
  return (Object.keys(kindFilters) as KindFilter[]).filter((name) => kindFilters[name].isSet(filters))
}

function oneOf(
  column: 'category_name' | (typeof choiceNames)[number],
  chosen: (filters: CarFilters) => readonly string[] | undefined,
) {
  return {
    isSet: (filters: CarFilters) => chosen(filters) !== undefined,
    admits: (filters: CarFilters, kind: Kind) => chosen(filters)!.includes(kind[column]),
  }
}

function within(name: KindNumber) {
  return {
    isSet: (filters: CarFilters) => isRangeSet(name, filters),
    admits: (filters: CarFilters, { [name]: value }: Kind) => {
      const [min, max] = rangeOf(name, filters)
      return value > 0 && value >= min && value <= max
    },
  }
}

const isRangeSet = (name: RangeName, filters: CarFilters) => rangeOf(name, filters).some(Number.isFinite)

/** What isn't known is within no range but the whole. */
function rangeOf(name: RangeName, filters: CarFilters): readonly [min: number, max: number] {
  const { min, max } = ranges[name]
  const from = min && filters[min.param]
  const to = filters[max.param]
  return from === undefined && to === undefined ? [-Infinity, Infinity] : [from ?? 0, to ?? Infinity]
}
