import { sql } from 'kysely'
import { getUtcDay } from '../../../contract/calendar-day.ts'
import type { CarFilters } from '../../../contract/cars/car-search.ts'
import { availabilities, type AllCarsSort, type Availability } from '../../../contract/cars/cars.ts'
import { createFieldProblem } from '../../../contract/api/problems.ts'
import { openPurchaseStates } from '../../../contract/purchases.ts'
import type { Context } from '../../context.ts'
import { splitSearchText } from '../../db/full-text.ts'
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

type Sources = Pick<Context, 'db' | 'search' | 'now'>

/**
 * Finds the numbers of the listed cars, in stock or reserved, that match the filters. Sorts by `relevance`
 * only if `q` contains a search term.
 */
export async function findListedCars(
  { search, now }: Pick<Sources, 'search' | 'now'>,
  { sort: requested, limit, cursor, ...requestedFilters }: CarFilters & { sort: CarSort } & Paging,
): Promise<Page<number>> {
  const sort =
    requested === 'relevance' && splitSearchText(requestedFilters.q ?? '').length === 0 ? 'newest' : requested
  const after = readPosition(sort, cursor)
  const filters = { ...requestedFilters, today: getUtcDay(now()) }
  const { total, cars } = await search.find({ filters, sort, after, count: limit + 1 })
  return toPage(
    cars,
    limit,
    total,
    (car) => writeCursor(sort, car),
    ([, number]) => number,
  )
}

export async function listNewestListedCars(
  { db, search, now }: Sources,
  requestedFilters: CarFilters,
  count: number,
): Promise<Car[]> {
  const filters = { ...requestedFilters, today: getUtcDay(now()) }
  const { cars } = await search.find({ filters, sort: 'newest', after: null, count })
  const numbers = cars.map(([, number]) => number)
  const carsByNumber = await readListedCars(db, numbers)
  return numbers.flatMap((number) => carsByNumber.get(number) ?? [])
}

/** Reads cars by number, omitting those that have since been sold or deleted. */
export async function readListedCars(db: Db, numbers: readonly number[]): Promise<ReadonlyMap<number, Car>> {
  const rows = await selectCars(db)
    .innerJoin('listed_cars', 'listed_cars.car_id', 'cars.id')
    .select('listed_cars.number')
    .where('listed_cars.number', 'in', numbers)
    .execute()
  return new Map(rows.map((row) => [row.number, toCar(row)]))
}

/** Filters for the cars of one or all sellers, including sold cars but not deleted ones. */
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
  { limit, cursor, offset = 0, ...requested }: AllCarsFilters & AllCarsPosition,
): Promise<Page<Car>> {
  const after = readTimePosition(cursor)
  const { counts, cars, ...result } = await search.sortAndFilter({
    ...requested,
    after,
    offset,
    count: limit + 1,
  })
  const total = requested.states.reduce((sum, state) => sum + counts[state], 0)
  const { items, next } = toPage(
    cars,
    limit,
    total,
    ([postedAt, id]) => [new Date(postedAt).toISOString(), id],
    ([, id]) => id,
  )
  const page = { items: await readAllCars(db, items), next: requested.sort === 'newest' ? next : null, total }
  return requested.from === undefined || result.offset === null ? page : { ...page, offset: result.offset }
}

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

/** Reads cars in the order of the IDs, omitting those that have since been deleted. */
async function readAllCars(db: Db, ids: readonly string[]): Promise<Car[]> {
  const rows = await selectCars(db).where('cars.id', 'in', ids).where('cars.hidden_at', 'is', null).execute()
  const rowById = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => rowById.get(id) ?? []).map(toCar)
}

/** Counts the purchase lists on which each of these cars is unpaid. Cars on no list are omitted. */
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
 * Returns the cursor for a car. Times are written as ISO dates, so that a cursor from another sort order can
 * be recognized.
 */
function writeCursor(sort: CarSort, [key, number]: FoundCar): Cursor {
  return [sort === 'newest' ? new Date(key).toISOString() : key, String(number)]
}

function readPosition(sort: CarSort, cursor: string | undefined): FoundCar | null {
  const after = readCursor(cursor)
  if (after === null) return null
  const [key, number] = after
  const sortKey = sort === 'newest' ? Date.parse(String(key)) : key
  const isOurs = typeof key === (sort === 'newest' ? 'string' : 'number') && /^\d{1,15}$/.test(number)
  if (!isOurs || typeof sortKey !== 'number' || Number.isNaN(sortKey))
    throw createFieldProblem('cursor', OTHER_SORTING)
  return [sortKey, Number(number)]
}

function readTimePosition(cursor: string | undefined): AllCarsQuery['after'] {
  const after = readCursor(cursor)
  if (after === null) return null
  const postedAt = Date.parse(String(after[0]))
  if (typeof after[0] !== 'string' || Number.isNaN(postedAt))
    throw createFieldProblem('cursor', OTHER_SORTING)
  return [postedAt, after[1]]
}
