import { sql } from 'kysely'
import type { CarFilters } from '../../../contract/cars/car-search.ts'
import { availabilities, type AllCarsSort, type Availability } from '../../../contract/cars/cars.ts'
import { invalidField } from '../../../contract/api/problems.ts'
import { openPurchaseStates } from '../../../contract/purchases.ts'
import type { Context } from '../../context.ts'
import { wordsOf } from '../../db/full-text.ts'
import { readCursor, toPage, type Cursor, type Page } from '../../db/page.ts'
import type { Paging } from '../../db/read-newest.ts'
import type { Db } from '../../db/tables.ts'
import type { AllCarsQuery } from '../../search/sort-and-filter-cars.ts'
import type { CarSort } from '../../search/car-orders.ts'
import type { FoundCar } from '../../search/find-cars.ts'
import { selectCars, toCar } from './car.row.ts'
import type { Car } from './car.ts'

const OTHER_SORTING = 'Use a cursor from this list in this order.'

export const isListed = sql<boolean>`cars.state in ('instock', 'reserved')`

type Sources = Pick<Context, 'db' | 'search'>

/**
 * Finds the numbers of the publicly listed cars that match the filters. These cars are in stock or reserved.
 * Sorts by `relevance` only if `q` contains a search term.
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

/** Lists the newest `count` cars of the public list. */
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

/** Reads cars by their numbers, without those that have been sold or deleted in the meantime. */
export async function readListedCars(db: Db, numbers: readonly number[]): Promise<ReadonlyMap<number, Car>> {
  const rows = await selectCars(db)
    .innerJoin('listed_cars', 'listed_cars.car_id', 'cars.id')
    .select('listed_cars.number')
    .where('listed_cars.number', 'in', numbers)
    .execute()
  return new Map(rows.map((row) => [row.number, toCar(row)]))
}

/** Filters for the cars of one seller or all sellers. They include sold cars but not deleted ones. */
export interface AllCarsFilters {
  sellerId?: string | undefined
  q?: string | undefined
  /** The states to list. Cars in other states are still counted. */
  states: readonly Availability[]
}

type AllCarsPosition = Paging & { sort: AllCarsSort; offset?: number | undefined; from?: string | undefined }

/**
 * Lists the selected cars.
 * @throws ProblemError 400 for `cursor` if no list returned it
 */
export async function selectAllCars(
  { db, search }: Sources,
  { limit, cursor, offset = 0, ...wanted }: AllCarsFilters & AllCarsPosition,
): Promise<Page<Car>> {
  const after = readMoment(cursor)
  const { counts, cars, ...found } = await search.sortAndFilter({
    ...wanted,
    after,
    offset,
    count: limit + 1,
  })
  const total = wanted.states.reduce((sum, state) => sum + counts[state], 0)
  const { items, next } = toPage(
    cars,
    limit,
    total,
    ([postedAt, id]) => [new Date(postedAt).toISOString(), id],
    ([, id]) => id,
  )
  const page = { items: await readAllCars(db, items), next: wanted.sort === 'newest' ? next : null, total }
  return wanted.from === undefined || found.offset === null ? page : { ...page, offset: found.offset }
}

/** Counts the selected cars in each state. */
export async function countSelectedCars(
  { search }: Pick<Context, 'search'>,
  filters: Omit<AllCarsFilters, 'states'>,
): Promise<Record<Availability, number>> {
  const { counts } = await search.sortAndFilter({
    ...filters,
    states: availabilities,
    sort: 'newest',
    after: null,
    offset: 0,
    count: 0,
  })
  return counts
}

/** Reads cars in the order of the IDs, without those that have been deleted in the meantime. */
async function readAllCars(db: Db, ids: readonly string[]): Promise<Car[]> {
  const rows = await selectCars(db).where('cars.id', 'in', ids).where('cars.hidden_at', 'is', null).execute()
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => rowOf.get(id) ?? []).map(toCar)
}

/**
 * Counts, for each of these cars, the purchase lists on which it is unpaid. Cars that are on no list are left
 * out.
 */
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

/**
 * Returns the cursor for a car. A time is written as an ISO date string, so that a cursor from another sort
 * order can be recognized.
 */
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

function readMoment(cursor: string | undefined): AllCarsQuery['after'] {
  const after = readCursor(cursor)
  if (after === null) return null
  const postedAt = Date.parse(String(after[0]))
  if (typeof after[0] !== 'string' || Number.isNaN(postedAt)) throw invalidField('cursor', OTHER_SORTING)
  return [postedAt, after[1]]
}
