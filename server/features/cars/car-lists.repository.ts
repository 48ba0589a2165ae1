import { sql } from 'kysely'
import type { CarFilters } from '../../../contract/car-search.ts'
import { invalidField } from '../../../contract/problems.ts'
import { openPurchaseStates } from '../../../contract/purchases.ts'
import type { Context } from '../../context.ts'
import { wordsOf } from '../../db/full-text.ts'
import { readCursor, toPage, type Cursor, type Page } from '../../db/page.ts'
import { readNewest, type Paging } from '../../db/read-newest.ts'
import type { Db } from '../../db/tables.ts'
import type { CarSort } from '../../search/car-orders.ts'
import type { FoundCar } from '../../search/find-cars.ts'
import { selectCars, toCar } from './car.row.ts'
import type { Car } from './car.ts'

const OTHER_SORTING = 'Use a cursor from this list in this order.'

export const isListed = sql<boolean>`cars.state in ('instock', 'reserved')`
const isKept = sql<boolean>`cars.state <> 'withdrawn' and cars.hidden_at is null`

type Sources = Pick<Context, 'db' | 'search'>

/**
 * The numbers of the public list's cars: in stock and reserved, and pass the filters. By `relevance` only where `q` holds
 * a word.
 */
export async function findListedCars(
  { search }: Pick<Sources, 'search'>,
  { sort: wanted, limit, cursor, ...filters }: CarFilters & { sort: CarSort } & Paging,
): Promise<Page<number>> {
  const sort = wanted === 'relevance' && wordsOf(filters.q ?? '').length === 0 ? 'newest' : wanted
  const after = readPlace(sort, cursor)
  const { total, cars } = await search.find({ filters, sort, after, count: limit + 1 })
  return toPage(
    cars,
    limit,
    total,
    (car) => writePlace(sort, car),
    ([, number]) => number,
  )
}

/** The newest `count` cars of the public list. */
export async function listNewestListedCars(
  { db, search }: Sources,
  filters: CarFilters,
  count: number,
): Promise<Car[]> {
  const { cars } = await search.find({ filters, sort: 'newest', after: null, count })
  const numbers = cars.map(([, number]) => number)
  const read = await readListedCars(db, numbers)
  return numbers.flatMap((number) => read.get(number) ?? [])
}

/** By their numbers, without those that were sold or deleted since they were found. */
export async function readListedCars(db: Db, numbers: readonly number[]): Promise<ReadonlyMap<number, Car>> {
  const rows = await selectCars(db)
    .innerJoin('listed_cars', 'listed_cars.car_id', 'cars.id')
    .select('listed_cars.number')
    .where('listed_cars.number', 'in', numbers)
    .execute()
  return new Map(rows.map((row) => [row.number, toCar(row)]))
}

/** Every car that is not deleted, sold ones too: all of them, or one seller's. */
export function listKeptCars(
  db: Db,
  { sellerId, ...paging }: { sellerId?: string | undefined } & Paging,
): Promise<Page<Car>> {
  const isWanted = sellerId === undefined ? isKept : sql<boolean>`${isKept} and cars.seller_id = ${sellerId}`
  return readNewest(
    selectCars(db).where(isWanted),
    ['cars.posted_at', 'cars.id'],
    paging,
    (row) => [row.posted_at, row.id],
    toCar,
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

/** A moment is written as such, so that a cursor of another order is known for one. */
function writePlace(sort: CarSort, [key, number]: FoundCar): Cursor {
  return [sort === 'newest' ? new Date(key).toISOString() : key, String(number)]
}

function readPlace(sort: CarSort, cursor: string | undefined): FoundCar | null {
  const after = readCursor(cursor)
  if (after === null) return null
  const [key, number] = after
  const place = sort === 'newest' ? Date.parse(String(key)) : key
  const isOurs = typeof key === (sort === 'newest' ? 'string' : 'number') && /^\d{1,15}$/.test(number)
  if (!isOurs || typeof place !== 'number' || Number.isNaN(place)) throw invalidField('cursor', OTHER_SORTING)
  return [place, Number(number)]
}
