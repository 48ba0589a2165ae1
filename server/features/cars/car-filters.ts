import { sql, type RawBuilder } from 'kysely'
import type { CarFilters, FilterName } from '../../../contract/car-search.ts'
import { matchText, type TextSearch } from '../../db/full-text.ts'
import type { CarKindsTable } from '../../db/tables.ts'

/** Literal, since SQLite uses a partial index only where it can prove its condition. */
export const isListed = sql<boolean>`cars.state in ('instock', 'reserved')`

type Kind = Omit<CarKindsTable, 'id'>
type KindFilter = keyof typeof kindFilters
type TextFilter = (typeof textFilterNames)[number]
type OtherFilter = Exclude<FilterName, KindFilter | TextFilter>

/** Filters by words, which the full-text index answers. */
export const textFilterNames = ['q', 'place'] as const

/** Filters that look at a car's kind alone. Each says it twice: to the database, and of a kind that was read. */
const kindFilters = {
  category_name: oneOf('category_name', ({ category_name: name }) =>
    name === undefined ? undefined : [name],
  ),
  brand: oneOf('category_name', ({ brand }) => brand),
  fuel: oneOf('fuel', ({ fuel }) => fuel),
  body: oneOf('body', ({ body }) => body),
  transmission: oneOf('transmission', ({ transmission }) => transmission),
  condition: oneOf('condition', ({ condition }) => condition),
  year: {
    isSet: ({ yearMin, yearMax }: CarFilters) => yearMin !== undefined || yearMax !== undefined,
    toSql: ({ yearMin, yearMax }: CarFilters) =>
      sql<boolean>`year > 0 and ${between('year', yearMin, yearMax)}`,
    admits: ({ yearMin, yearMax }: CarFilters, { year }: Kind) =>
      year > 0 && (yearMin === undefined || year >= yearMin) && (yearMax === undefined || year <= yearMax),
  },
}

/** The names of those kind filters that are set and that do not admit the kind. */
export function kindFiltersAgainst(filters: CarFilters, kind: Kind): KindFilter[] {
  return setKindFilters(filters).filter((name) => !kindFilters[name].admits(filters, kind))
}

/** Mileages are compared in whole millimetres. */
export const MM_A_MILE = 1_609_344

/** A filter that looks at the listed car, as a condition on `listed_cars`; null where it is not set. */
const carFilters: Record<OtherFilter, (filters: CarFilters) => RawBuilder<boolean> | null> = {
  featured: ({ featured }) =>
    featured === undefined
      ? null
      : sql`listed_cars.car_id in (select id from cars where featured_at is not null and ${isListed})`,
  price: ({ priceMin, priceMax }) =>
    priceMin === undefined && priceMax === undefined
      ? null
      : sql`listed_cars.price_minor is not null and ${between('listed_cars.price_minor', priceMin, priceMax)}`,
  mileage: ({ mileageMax }) =>
    mileageMax === undefined ? null : sql`listed_cars.distance_mm <= ${mileageMax * MM_A_MILE}`,
}

/** Which filters are set; words without a letter or digit set none. */
export function setFilters(filters: CarFilters): FilterName[] {
  const words = textFilterNames.filter((name) => matchText({ [name]: filters[name] }) !== null)
  const others = (Object.keys(carFilters) as OtherFilter[]).filter(
    (name) => carFilters[name](filters) !== null,
  )
  return [...words, ...setKindFilters(filters), ...others]
}

/**
 * The condition on `listed_cars` that all filters make, but those `without`.
 * @param walk keeps SQLite from collecting the cars kind by kind, so that it walks the sort's index instead: right
 * where many cars match and few are wanted.
 */
export function whereFiltered(
  filters: CarFilters,
  { without = [], walk = false }: { without?: readonly FilterName[]; walk?: boolean } = {},
): RawBuilder<boolean> {
  const conditions: RawBuilder<boolean>[] = []
  const kinds = setKindFilters(filters).filter((name) => !without.includes(name))
  if (kinds.length > 0) {
    const isWanted = sql.join(
      kinds.map((name) => kindFilters[name].toSql(filters)),
      sql` and `,
    )
    const kindId = walk ? sql`+listed_cars.kind_id` : sql`listed_cars.kind_id`
    conditions.push(sql`${kindId} in (select id from car_kinds where ${isWanted})`)
  }
  for (const [name, toSql] of Object.entries(carFilters)) {
    const condition = without.includes(name as FilterName) ? null : toSql(filters)
    if (condition) conditions.push(condition)
  }
  const text = matchText(textOf(filters, without))
  if (text) conditions.push(sql`listed_cars.number in ${text.numbers}`)
  return conditions.length > 0 ? sql`${sql.join(conditions, sql` and `)}` : sql`true`
}

/** The words to look for, but those of the filters left out. */
export function textOf(filters: CarFilters, without: readonly FilterName[] = []): TextSearch {
  const { q, place } = filters
  return { q: without.includes('q') ? undefined : q, place: without.includes('place') ? undefined : place }
}

/** Every kind filter; each is a question to a thousand kinds. */
export const kindFilterNames = Object.keys(kindFilters) as KindFilter[]

function setKindFilters(filters: CarFilters): KindFilter[] {
  return kindFilterNames.filter((name) => kindFilters[name].isSet(filters))
}

function oneOf(
  column: Exclude<keyof Kind, 'year'>,
  chosen: (filters: CarFilters) => readonly string[] | undefined,
) {
  return {
    isSet: (filters: CarFilters) => chosen(filters) !== undefined,
    toSql: (filters: CarFilters) => sql<boolean>`${sql.ref(column)} in (${sql.join([...chosen(filters)!])})`,
    admits: (filters: CarFilters, kind: Kind) => chosen(filters)!.includes(kind[column]),
  }
}

function between(column: string, min: number | undefined, max: number | undefined): RawBuilder<boolean> {
  const bounds: RawBuilder<boolean>[] = []
  if (min !== undefined) bounds.push(sql`${sql.ref(column)} >= ${min}`)
  if (max !== undefined) bounds.push(sql`${sql.ref(column)} <= ${max}`)
  return sql`${sql.join(bounds, sql` and `)}`
}
