import { bodyLabel } from '../../../contract/body-label.ts'
import { bodies, conditions, fuels, transmissions } from '../../../contract/car-choices.ts'
import type { CarFilters, FacetName, FilterName } from '../../../contract/car-search.ts'
import { fuelLabel } from '../../../contract/fuel-label.ts'
import { chooseOne } from '../../../contract/input-messages.ts'
import { formatMoney, parsePrice } from '../../../contract/money.ts'
import type { FieldError } from '../../../contract/problems.ts'

/** What a search's address may hold, in the words of the list's own query. */
export type FilterKey = Exclude<keyof CarFilters, 'category_name' | 'featured'>
export type Filters = Partial<Record<FilterKey, string>>

const LISTS: readonly FacetName[] = ['brand', 'fuel', 'body', 'transmission', 'condition']
const AMOUNTS = ['priceMin', 'priceMax', 'yearMin', 'yearMax', 'mileageMax'] as const
const KEYS: readonly FilterKey[] = ['q', 'place', ...LISTS, ...AMOUNTS]
export type Amount = (typeof AMOUNTS)[number]

const NAMES: Record<FilterKey, string> = {
  q: 'Search words',
  place: 'Location',
  brand: 'Make',
  fuel: 'Fuel',
  body: 'Body',
  transmission: 'Transmission',
  condition: 'Condition',
  priceMin: 'Min price',
  priceMax: 'Max price',
  yearMin: 'Min model year',
  yearMax: 'Max model year',
  mileageMax: 'Max mileage',
}

/** Makes are the server's to know. */
const CHOICES: Partial<Record<FacetName, readonly string[]>> = {
  fuel: fuels,
  body: bodies,
  transmission: transmissions,
  condition: conditions,
}

const figures = new Intl.NumberFormat('en-US')

/** One thing the list is narrowed by, and the filters that stay without it. */
export interface Chip {
  /** Of the contract's filters the one that this belongs to. */
  filter: FilterName
  text: string
  without: Filters
}

/** What an address says, without what no list could be narrowed by: a price that is none, a year of five digits. */
export function readFilters(search: URLSearchParams): Filters {
  const filters: Filters = {}
  for (const key of KEYS) {
    const value = search.get(key)?.trim()
    if (value && (!isAmount(key) || parseAmount(key, value) !== null)) filters[key] = value
  }
  // The address of one brand's cars, as search engines know it.
  const category = search.get('category')
  return category && !filters.brand ? { ...filters, brand: category } : filters
}

export function toSearch(filters: Filters, sort: string | undefined): URLSearchParams {
  const search = new URLSearchParams()
  for (const key of KEYS) if (filters[key]) search.set(key, filters[key])
  if (sort) search.set('sort', sort)
  return search
}

export function chosenIn(filters: Filters, facet: FacetName): string[] {
  return filters[facet]?.split(',').filter((value) => value !== '') ?? []
}

/** With this option chosen, or no longer. */
export function toggled(filters: Filters, facet: FacetName, value: string): Filters {
  const chosen = chosenIn(filters, facet)
  const next = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]
  return { ...filters, [facet]: next.join(',') }
}

/** With an end of a range set; ends in the wrong order change places. */
export function withAmount(filters: Filters, key: Amount, value: string): Filters {
  const next = { ...filters, [key]: value }
  const { priceMin, priceMax, yearMin, yearMax } = next
  if (priceMin && priceMax && Number(priceMin) > Number(priceMax))
    return { ...next, priceMin: priceMax, priceMax: priceMin }
  if (yearMin && yearMax && Number(yearMin) > Number(yearMax))
    return { ...next, yearMin: yearMax, yearMax: yearMin }
  return next
}

/**
 * What was typed as an address holds it: plain figures.
 * @returns null where it is no such amount
 */
export function parseAmount(key: Amount, typed: string): string | null {
  const text = typed.trim()
  if (text === '') return ''
  if (key.startsWith('price')) {
    const minor = parsePrice(text)
    return minor === null ? null : String(minor / 100)
  }
  const digits = key === 'mileageMax' ? text.replaceAll(',', '') : text
  return new RegExp(`^\\d{1,${key === 'mileageMax' ? 7 : 4}}$`).test(digits) ? String(Number(digits)) : null
}

/** What a field shows of it. */
export function showAmount(key: Amount, value: string | undefined): string {
  if (!value) return ''
  if (key.startsWith('price')) return formatMoney(parsePrice(value) ?? 0)
  return key === 'mileageMax' ? figures.format(Number(value)) : value
}

/** All that the list is narrowed by, in the order of the filters on the page. */
export function chipsOf(filters: Filters): Chip[] {
  const price = rangeText(filters, 'price')
  const year = rangeText(filters, 'year')
  return [
    ...(filters.q ? [chip('q', `“${filters.q}”`, { ...filters, q: '' })] : []),
    ...(price ? [chip('price', price, { ...filters, priceMin: '', priceMax: '' })] : []),
    ...LISTS.flatMap((facet) =>
      chosenIn(filters, facet).map((value) =>
        chip(facet, optionLabel(facet, value), toggled(filters, facet, value)),
      ),
    ),
    ...(year ? [chip('year', year, { ...filters, yearMin: '', yearMax: '' })] : []),
    ...(filters.mileageMax
      ? [
          chip('mileage', `Up to ${showAmount('mileageMax', filters.mileageMax)} mi`, {
            ...filters,
            mileageMax: '',
          }),
        ]
      : []),
    ...(filters.place ? [chip('place', `In ${filters.place}`, { ...filters, place: '' })] : []),
  ]
}

/** What the server does not know: as the page calls it, the server's advice, and the filters that stay without it. */
export interface WrongFilter {
  key: string
  name: string
  fix: string
  text: string
  without: Filters
}

/** Of the server's errors those about a filter; a value of several is named as `fuel.1`. */
export function wrongFiltersOf(filters: Filters, errors: readonly FieldError[]): WrongFilter[] {
  return errors.flatMap(({ path, message }) => {
    const [field, index] = path.split('.')
    const key = KEYS.find((known) => known === field)
    const given = key && filters[key]
    if (!given) return []
    const facet = LISTS.find((name) => name === key)
    const value = facet && index !== undefined ? distinct(given)[Number(index)] : undefined
    const fix = facet && value !== undefined ? fixOf(facet, message) : message
    const next = value === undefined ? '' : distinct(given).filter((other) => other !== value)
    const text = `“${shorten(value ?? given)}”`
    return [{ key: path, name: NAMES[key], fix, text, without: { ...filters, [key]: String(next) } }]
  })
}

/** The server's advice names what the wire has; people read labels. */
function fixOf(facet: FacetName, advice: string): string {
  const choices = CHOICES[facet]
  return choices ? chooseOne(choices.map((value) => optionLabel(facet, value))) : advice
}

export function optionLabel(facet: FacetName, value: string): string {
  if (facet === 'body') return bodyLabel(value)
  return facet === 'fuel' ? fuelLabel(value) : value
}

/** `1 car`, `238 cars` */
export function countCars(count: number): string {
  return `${figures.format(count)} ${count === 1 ? 'car' : 'cars'}`
}

/** The choices as the server reads them. */
function distinct(list: string): string[] {
  return [...new Set(list.split(',').map((part) => part.trim()))].filter((part) => part !== '')
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}

function chip(filter: FilterName, text: string, without: Filters): Chip {
  return { filter, text, without }
}

function rangeText(filters: Filters, name: 'price' | 'year'): string {
  const least = showAmount(`${name}Min`, filters[`${name}Min`])
  const most = showAmount(`${name}Max`, filters[`${name}Max`])
  if (least && most) return least === most ? least : `${least} to ${most}`
  if (least) return name === 'price' ? `${least} or more` : `${least} or newer`
  if (most) return name === 'price' ? `Under ${most}` : `${most} or older`
  return ''
}

function isAmount(key: FilterKey): key is Amount {
  return (AMOUNTS as readonly string[]).includes(key)
}
