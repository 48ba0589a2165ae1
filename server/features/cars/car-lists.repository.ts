import { sql, type RawBuilder } from 'kysely'
import type { CarFilters, FilterName } from '../../../contract/car-search.ts'
import { invalidField } from '../../../contract/problems.ts'
import { openPurchaseStates } from '../../../contract/purchases.ts'
import { matchText } from '../../db/full-text.ts'
import { readNewest, type Paging } from '../../db/read-newest.ts'
import type { Db } from '../../db/tables.ts'
import { readCursor, toPage, type Cursor, type Page } from '../../http/paging.ts'
import { countListedCars } from '../categories/category.repository.ts'
import { setFilters, textFilterNames, textOf, whereFiltered } from './car-filters.ts'
import { carOrders, type CarSort } from './car-sorts.ts'
import { selectCars } from './car.repository.ts'
import { toStoredCar, type StoredCar } from './stored-car.ts'

const OTHER_SORTING = 'Use a cursor from this list in this order.'

const isKept = sql<boolean>`cars.state <> 'withdrawn' and cars.hidden_at is null`

/** A list of more cars than this is read along its sort's index; the cars of a shorter one are collected and sorted. */
const MANY = 3000

/** The public list: cars in stock and reserved that pass the filters. By `relevance` only where `q` holds a word. */
export async function listListedCars(
  db: Db,
  { sort: wanted, limit, cursor, ...filters }: CarFilters & { sort: CarSort } & Paging,
): Promise<Page<StoredCar>> {
  const sort = wanted === 'relevance' && !setFilters(filters).includes('q') ? 'newest' : wanted
  const total = await countFoundCars(db, filters)
  const after = readCursorOf(sort, cursor)
  if (total === 0) return { items: [], next: null, total }
  const rows = await readFoundCars(db, filters, sort, { after, count: limit + 1, walk: total > MANY })
  return toPage(rows, limit, total, (row) => [row.sort_key, String(row.number)], toStoredCar)
}

/** The newest `count` cars of the public list. Quicker than a page of it, as it does not count them all. */
export async function listNewestListedCars(db: Db, filters: CarFilters, count: number): Promise<StoredCar[]> {
  const walk = await areManyFound(db, filters)
  const rows = await readFoundCars(db, filters, 'newest', { after: null, count, walk })
  return rows.map(toStoredCar)
}

async function areManyFound(db: Db, filters: CarFilters): Promise<boolean> {
  const some = sql`(select 1 from listed_cars where ${whereFiltered(filters)} limit ${MANY + 1})`
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${some}`.execute(db)
  return rows[0]!.count > MANY
}

/** Counts of a category, and of all, are kept; those by words alone are the full-text index's, others are counted. */
export async function countFoundCars(
  db: Db,
  filters: CarFilters,
  without: readonly FilterName[] = [],
): Promise<number> {
  const set = setFilters(filters).filter((name) => !without.includes(name))
  if (set.length === 0) return countListedCars(db, undefined)
  if (set.length === 1 && set[0] === 'category_name') return countListedCars(db, filters.category_name)
  const isByWords = set.every((name) => textFilterNames.some((textFilter) => textFilter === name))
  const text = isByWords ? matchText(textOf(filters, without)) : null
  const found = text?.numbers ?? sql`(select 1 from listed_cars where ${whereFiltered(filters, { without })})`
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${found}`.execute(db)
  return rows[0]!.count
}

interface FoundCar {
  number: number
  car_id: string
  sort_key: string | number
}

interface Span {
  after: Cursor | null
  count: number
  walk: boolean
}

function readFoundCars(db: Db, filters: CarFilters, sort: CarSort, span: Span) {
  const { direction } = carOrders[sort]
  return selectCars(db)
    .innerJoin(foundCars(filters, sort, span).as('found'), 'found.car_id', 'cars.id')
    .select(['found.sort_key', 'found.number'])
    .orderBy('found.sort_key', direction)
    .orderBy('found.number', direction)
    .execute()
}

/** One page's cars and their order, from the narrow rows alone. */
function foundCars(filters: CarFilters, sort: CarSort, { after, count, walk }: Span): RawBuilder<FoundCar> {
  const { key, direction } = carOrders[sort]
  const text = sort === 'relevance' ? matchText(filters) : null
  const from = text ? sql`car_text join listed_cars on listed_cars.number = car_text.rowid` : sql`listed_cars`
  const where = text
    ? sql`${text.isMatch} and ${whereFiltered(filters, { without: textFilterNames, walk })}`
    : whereFiltered(filters, { walk })
  const isBehind = sql.raw(direction === 'asc' ? '>' : '<')
  const behind = after
    ? sql`and (${key}, listed_cars.number) ${isBehind} (${after[0]}, ${Number(after[1])})`
    : sql``
  const way = sql.raw(direction)
  return sql`(select listed_cars.number, listed_cars.car_id, ${key} as sort_key from ${from} where ${where} ${behind}
    order by ${key} ${way}, listed_cars.number ${way} limit ${count})`
}

/** Every car that is not deleted, sold ones too: all of them, or one seller's. */
export function listKeptCars(
  db: Db,
  { sellerId, ...paging }: { sellerId?: string | undefined } & Paging,
): Promise<Page<StoredCar>> {
  const isWanted = sellerId === undefined ? isKept : sql<boolean>`${isKept} and cars.seller_id = ${sellerId}`
  return readNewest(
    selectCars(db).where(isWanted),
    ['cars.posted_at', 'cars.id'],
    paging,
    (row) => [row.posted_at, row.id],
    toStoredCar,
    db.selectFrom('cars').where(isWanted),
  )
}

/** On how many purchase lists each of these cars is, unpaid; those on none are left out. */
export async function countLists(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('purchases')
    .select((eb) => ['car_id', eb.fn.countAll<number>().as('count')])
    .where('car_id', 'in', ids)
    .where('state', 'in', openPurchaseStates)
    .groupBy('car_id')
    .execute()
  return new Map(rows.map((row) => [row.car_id, row.count]))
}

function readCursorOf(sort: CarSort, cursor: string | undefined): Cursor | null {
  const after = readCursor(cursor)
  const isOurs =
    after === null || (typeof after[0] === carOrders[sort].keyType && /^\d{1,15}$/.test(after[1]))
  if (!isOurs) throw invalidField('cursor', OTHER_SORTING)
  return after
}
