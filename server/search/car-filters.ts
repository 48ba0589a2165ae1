import { facetNames, type FacetName } from '../../contract/cars/car-facets.ts'
import { ranges, type RangeName } from '../../contract/cars/car-numbers.ts'
import type { CarFilters, FilterName } from '../../contract/cars/car-search.ts'
import { listMilesFrom } from '../core/zip-codes.ts'
import { splitSearchText } from '../db/full-text.ts'
import { getFacetColumn, sharedNumbers, type SharedName, type SharedNumber } from './car-columns.ts'
import { getCurrentWarranty } from './dated-warranty.ts'
import type { SharedValue } from './coded-column.ts'

/** The filters of a search with the UTC day of the search, when some warranties have expired. */
export type DatedFilters = CarFilters & { today: string }

/** The test that one filter applies to a shared value. */
export interface ValueTest {
  column: SharedName
  /** Two tests of the same column with equal keys admit the same values. */
  key: string
  admits(value: SharedValue): boolean
}

/** The filters on shared values. Each function returns null if its filter is not set. */
export const sharedFilters = {
  category_name: createChoiceFilter('category_name', ({ category_name: name }) =>
    name === undefined ? undefined : [name],
  ),
  within: isNear,
  ...(Object.fromEntries(
    facetNames.map((name) => [
      name,
      createChoiceFilter(getFacetColumn(name), ({ [name]: chosen }) => chosen),
    ]),
  ) as Record<FacetName, ReturnType<typeof createChoiceFilter>>),
  warranty: hasWarranty,
  ...(Object.fromEntries(sharedNumbers.map((name) => [name, within(name)])) as Record<
    SharedNumber,
    ReturnType<typeof within>
  >),
} satisfies Partial<Record<FilterName, (filters: DatedFilters) => ValueTest | null>>

type SharedFilter = keyof typeof sharedFilters
export const sharedFilterNames = Object.keys(sharedFilters) as SharedFilter[]
type OtherFilter = Exclude<FilterName, SharedFilter>

/**
 * Functions that report whether each of the other filters is set. Search terms without a letter or digit do
 * not set a filter.
 */
const otherFilters: Record<OtherFilter, (filters: CarFilters) => boolean> = {
  q: ({ q = '' }) => splitSearchText(q).length > 0,
  place: ({ place = '' }) => splitSearchText(place).length > 0,
  price: (filters) => getFilterRange('price', filters) !== null,
  mileage: (filters) => getFilterRange('mileage', filters) !== null,
  featured: ({ featured }) => featured !== undefined,
}

/** Returns the filters that are set. */
export function listActiveFilters(filters: DatedFilters): FilterName[] {
  const others = (Object.keys(otherFilters) as OtherFilter[]).filter((name) => otherFilters[name](filters))
  return [...others, ...sharedFilterNames.filter((name) => sharedFilters[name](filters) !== null)]
}

/**
 * Returns the bounds of a range filter, both inclusive, or null if neither is set. A price is in cents, a
 * mileage in miles.
 */
export function getFilterRange(
  name: RangeName,
  filters: CarFilters,
): readonly [min: number, max: number] | null {
  const { min, max } = ranges[name]
  const from = min && filters[min.param]
  const to = max && filters[max.param]
  return from === undefined && to === undefined ? null : [from ?? 0, to ?? Infinity]
}

/** Builds a filter for the chosen values. Numeric values are chosen as strings of digits. */
function createChoiceFilter(
  column: SharedName,
  chosen: (filters: CarFilters) => readonly string[] | undefined,
) {
  return (filters: CarFilters): ValueTest | null => {
    const values = chosen(filters)
    if (values === undefined) return null
    const admits = (value: SharedValue) => value !== null && values.includes(String(value))
    return { column, key: JSON.stringify(values), admits }
  }
}

/** Builds a filter for the kinds of warranties that have not expired. */
function hasWarranty({ warranty: kinds, today }: DatedFilters): ValueTest | null {
  if (kinds === undefined) return null
  const admits = (dated: SharedValue) => kinds.includes(String(getCurrentWarranty(today, dated)))
  return { column: 'datedWarranty', key: `${JSON.stringify(kinds)} on ${today}`, admits }
}

function isNear({ near, within: miles }: CarFilters): ValueTest | null {
  if (near === undefined || miles === undefined) return null
  const admits = (zip: SharedValue) => listMilesFrom(near)[Number(zip)]! <= miles
  return { column: 'zip', key: `${miles} from ${near}`, admits }
}

function within(column: SharedNumber) {
  return (filters: CarFilters): ValueTest | null => {
    const range = getFilterRange(column, filters)
    if (range === null) return null
    const [min, max] = range
    return {
      column,
      key: `${min} to ${max}`,
      admits: (value) => value !== null && Number(value) >= min && Number(value) <= max,
    }
  }
}
