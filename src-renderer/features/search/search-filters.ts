import { choiceFacts, getOptionLabel, type FacetChoice } from '../../../contract/cars/car-choices.ts'
import {
  getFacetLabel,
  facetNames,
  isFacetChoice,
  type FacetName,
} from '../../../contract/cars/car-facets.ts'
import {
  mapRangeEnds,
  numberFacts,
  rangeNumbers,
  ranges,
  type MileageUnit,
  type RangeName,
  type RangeParam,
} from '../../../contract/cars/car-numbers.ts'
import { formatNumber, formatCount } from '../../../contract/number-format.ts'

import { convertSearchedMiles, toSearchedMiles } from '../../../contract/cars/mileage.ts'
import type { CarFilters, FilterName } from '../../../contract/cars/car-search.ts'
import { chooseOne } from '../../../contract/api/input-messages.ts'
import { formatMoney, parsePrice } from '../../../contract/money.ts'
import type { FieldError } from '../../../contract/api/problems.ts'

/** A URL parameter of a search, named as in the list endpoint's query. */
export type FilterKey = Exclude<keyof CarFilters, 'category_name' | 'featured'>
export type Filters = Partial<Record<FilterKey, string>>

/** The range of each minimum or maximum parameter. */
export const rangeByParam = mapRangeEnds((range) => range)
const KEYS: readonly FilterKey[] = [
  'q',
  'place',
  'near',
  'within',
  ...facetNames,
  ...(Object.keys(rangeByParam) as RangeParam[]),
]

const NAMES: Record<FilterKey, string> = {
  q: 'Search words',
  place: 'Location',
  near: 'ZIP code',
  within: 'Distance',
  brand: 'Make',
  model: 'Model',
  label: 'Price compared',
  ...(Object.fromEntries(Object.entries(choiceFacts).map(([name, { label }]) => [name, label])) as Record<
    FacetChoice,
    string
  >),
  seats: numberFacts.seats.label,
  ...mapRangeEnds((range, word) => `${word} ${ranges[range].title.toLowerCase()}`),
}

export interface Chip {
  /** The contract's name for the filter. */
  filter: FilterName
  text: string
  without: Filters
}

/** Reads the filters from a URL. Skips invalid amounts, such as a five-digit year. */
export function readFilters(search: URLSearchParams): Filters {
  const filters: Filters = {}
  for (const key of KEYS) {
    const value = search.get(key)?.trim()
    if (value && isUsable(key, value)) filters[key] = value
  }
  if (!filters.near) delete filters.within
  // Search engines index a make's cars under this parameter.
  const category = search.get('category')
  return category && !filters.brand ? { ...filters, brand: category } : filters
}

export function toSearch(filters: Filters, sort: string | undefined): URLSearchParams {
  const search = new URLSearchParams()
  for (const key of KEYS) if (filters[key]) search.set(key, filters[key])
  if (sort) search.set('sort', sort)
  return search
}

export function getChosenValues(filters: Filters, facet: FacetName): string[] {
  return filters[facet]?.split(',').filter((value) => value !== '') ?? []
}

export function toggleFacetValue(filters: Filters, facet: FacetName, value: string): Filters {
  const chosenValues = getChosenValues(filters, facet)
  const next = chosenValues.includes(value)
    ? chosenValues.filter((other) => other !== value)
    : [...chosenValues, value]
  return { ...filters, [facet]: next.join(',') }
}

/** Sets one end of a range. If the minimum exceeds the maximum, they are swapped. */
export function withAmount(filters: Filters, key: RangeParam, value: string): Filters {
  const next = { ...filters, [key]: value }
  const { min, max } = ranges[rangeByParam[key]]
  if (!min || !max) return next
  const [least, most] = [next[min.param], next[max.param]]
  if (!least || !most || Number(least) <= Number(most)) return next
  return { ...next, [min.param]: most, [max.param]: least }
}

/**
 * Converts typed text to an amount for the URL: plain digits, with mileage in miles.
 * @param unit the unit of the typed mileage
 * @returns null if the text is not a valid amount
 */
export function parseAmount(key: RangeParam, typed: string, unit: MileageUnit = 'mi'): string | null {
  const range = rangeByParam[key]
  const text = typed.trim()
  if (text === '') return ''
  if (range === 'price') {
    const minor = parsePrice(text)
    return minor === null ? null : String(minor / 100)
  }
  const { isGrouped, max } = numberFacts[range]
  const digits = isGrouped ? text.replaceAll(',', '') : text
  if (!/^\d+$/.test(digits) || digits.length > String(max).length) return null
  return String(range === 'mileage' ? toSearchedMiles(Number(digits), unit) : Number(digits))
}

export function showAmount(key: RangeParam, value: string | undefined, unit: MileageUnit = 'mi'): string {
  const range = rangeByParam[key]
  if (!value) return ''
  if (range === 'price') return formatMoney(parsePrice(value) ?? 0)
  if (range === 'mileage') return formatNumber(convertSearchedMiles(Number(value), unit))
  return numberFacts[range].isGrouped ? formatNumber(Number(value)) : value
}

/** Returns all active filters as chips, in the page's order. */
export function listFilterChips(filters: Filters, unit: MileageUnit = 'mi'): Chip[] {
  return [
    ...(filters.q ? [chip('q', `“${filters.q}”`, { ...filters, q: '' })] : []),
    ...rangeChips(filters, 'price'),
    ...facetNames.flatMap((facet) =>
      getChosenValues(filters, facet).map((value) =>
        chip(facet, chipText(facet, value), toggleFacetValue(filters, facet, value)),
      ),
    ),
    ...rangeNumbers.flatMap((name) => rangeChips(filters, name, unit)),
    ...nearChips(filters),
    ...(filters.place ? [chip('place', `In ${filters.place}`, { ...filters, place: '' })] : []),
  ]
}

/**
 * A filter value that the server rejects, with its label, the server's advice, and the filters that remain
 * without it.
 */
export interface WrongFilter {
  key: string
  name: string
  fix: string
  text: string
  without: Filters
}

/**
 * Returns the server errors that concern a filter. A path such as `fuel.1` identifies one of several values.
 */
export function findWrongFilters(filters: Filters, errors: readonly FieldError[]): WrongFilter[] {
  return errors.flatMap(({ path, message }) => {
    const [field, index] = path.split('.')
    const key = KEYS.find((candidate) => candidate === field)
    const rawValue = key && filters[key]
    if (!rawValue) return []
    const facet = facetNames.find((name) => name === key)
    const value = facet && index !== undefined ? distinct(rawValue)[Number(index)] : undefined
    const fix = facet && value !== undefined ? fixOf(facet, message) : message
    const next = value === undefined ? '' : distinct(rawValue).filter((other) => other !== value)
    const text = `“${shorten(value ?? rawValue)}”`
    return [{ key: path, name: NAMES[key], fix, text, without: { ...filters, [key]: String(next) } }]
  })
}

/** Returns the filters with the server's current names for outdated makes, or null if nothing changes. */
export function renameOutdatedMakes(filters: Filters, errors: readonly FieldError[]): Filters | null {
  const present = distinct(filters.brand ?? '')
  for (const { path, instead } of errors) {
    const [field, index] = path.split('.')
    if (field === 'brand' && instead) present[Number(index)] = instead
  }
  const brand = [...new Set(present)].join()
  return brand === distinct(filters.brand ?? '').join() ? null : { ...filters, brand }
}

/** Returns the advice with display labels instead of raw API values. */
function fixOf(facet: FacetName, advice: string): string {
  // Only the server knows the list of makes.
  if (!isFacetChoice(facet)) return advice
  return chooseOne(choiceFacts[facet].options.map((value) => getOptionLabel(facet, value)))
}

/** Returns a chip's label. A value that other facets could have, such as "Dealer", follows the facet's name. */
function chipText(facet: FacetName, value: string): string {
  if (facet === 'seats') return `${value} ${value === '1' ? 'seat' : 'seats'}`
  const label = getFacetLabel(facet, value)
  return isNamed(facet) ? `${NAMES[facet]}: ${label}` : label
}

function isNamed(facet: FacetName): boolean {
  return facet === 'title' || facet === 'accidents' || facet === 'warranty'
}

export function countCars(count: number): string {
  return formatCount(count, 'car')
}

/** Splits a comma-separated list and removes duplicates, as the server does. */
function distinct(list: string): string[] {
  return [...new Set(list.split(',').map((part) => part.trim()))].filter((part) => part !== '')
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}

function chip(filter: FilterName, text: string, without: Filters): Chip {
  return { filter, text, without }
}

function nearChips(filters: Filters): Chip[] {
  const { near, within } = filters
  if (!near) return []
  const text = within ? `Within ${within} mi of ${near}` : `Distance from ${near}`
  return [chip('within', text, { ...filters, near: '', within: '' })]
}

function rangeChips(filters: Filters, name: RangeName, unit: MileageUnit = 'mi'): Chip[] {
  const { min, max } = ranges[name]
  const text = rangeText(filters, name, unit)
  const cleared = { ...(min && { [min.param]: '' }), ...(max && { [max.param]: '' }) }
  return text ? [chip(name, text, { ...filters, ...cleared })] : []
}

function rangeText(filters: Filters, name: RangeName, unit: MileageUnit): string {
  const { min, max } = ranges[name]
  const least = min && showAmount(min.param, filters[min.param])
  const most = max && showAmount(max.param, filters[max.param], unit)
  if (least && most) return least === most ? most : `${least} to ${most}`
  return min && least ? min.text(least, unit) : max && most ? max.text(most, unit) : ''
}

function isUsable(key: FilterKey, value: string): boolean {
  if (key === 'within') return /^\d{1,7}$/.test(value)
  return !isAmount(key) || parseAmount(key, value) !== null
}

function isAmount(key: FilterKey): key is RangeParam {
  return key in rangeByParam
}
