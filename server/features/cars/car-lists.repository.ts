import { sql } from 'kysely'
import { invalidField } from '../../../contract/problems.ts'
import type { Db } from '../../db/tables.ts'
import { readCursor, toPage, type Page } from '../../http/paging.ts'
import { countListedCars } from '../categories/category.repository.ts'
import { carOrders, type CarSort } from './car-sorts.ts'
import { selectCars } from './car.repository.ts'
import { toStoredCar, type StoredCar } from './stored-car.ts'

interface Paging {
  limit: number
  cursor?: string | undefined
}

/** Literal, since SQLite uses a partial index only where it can prove its condition. */
const isListed = sql<boolean>`cars.state in ('instock', 'reserved')`
const isKept = sql<boolean>`cars.state <> 'withdrawn' and cars.hidden_at is null`

/** The public list: in stock and reserved, of one category or all. */
export async function listListedCars(
  db: Db,
  filter: { categoryName?: string | undefined; isFeatured: boolean; sort: CarSort } & Paging,
): Promise<Page<StoredCar>> {
  const { categoryName, isFeatured } = filter
  const narrowed = selectCars(db)
    .where(isListed)
    .$if(categoryName !== undefined, (query) => query.where('cars.category_name', '=', categoryName!))
    .$if(isFeatured, (query) => query.where('cars.featured_at', 'is not', null))
  const total = isFeatured
    ? await countFeaturedCars(db, categoryName)
    : await countListedCars(db, categoryName)
  return page(narrowed, filter.sort, filter, total)
}

/** Every car that is not deleted, sold ones too: all of them, or one seller's. */
export async function listKeptCars(
  db: Db,
  { sellerId, ...paging }: { sellerId?: string | undefined } & Paging,
): Promise<Page<StoredCar>> {
  const narrowed = selectCars(db)
    .where(isKept)
    .$if(sellerId !== undefined, (query) => query.where('cars.seller_id', '=', sellerId!))
  const { count } = await db
    .selectFrom('cars')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isKept)
    .$if(sellerId !== undefined, (query) => query.where('seller_id', '=', sellerId!))
    .executeTakeFirstOrThrow()
  return page(narrowed, 'newest', paging, count)
}

async function countFeaturedCars(db: Db, categoryName: string | undefined): Promise<number> {
  const { count } = await db
    .selectFrom('cars')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('featured_at', 'is not', null)
    .where(isListed)
    .$if(categoryName !== undefined, (query) => query.where('category_name', '=', categoryName!))
    .executeTakeFirstOrThrow()
  return count
}

async function page(
  narrowed: ReturnType<typeof selectCars>,
  sort: CarSort,
  { limit, cursor }: Paging,
  total: number,
): Promise<Page<StoredCar>> {
  const { key, keyType, direction } = carOrders[sort]
  const after = readCursor(cursor)
  if (after && typeof after[0] !== keyType)
    throw invalidField('cursor', 'This cursor belongs to another sorting')
  const isBehind = direction === 'asc' ? sql.raw('>') : sql.raw('<')
  const rows = await narrowed
    .select(key.as('sort_key'))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(${key}, cars.id) ${isBehind} (${after![0]}, ${after![1]})`),
    )
    .orderBy(key, direction)
    .orderBy('cars.id', direction)
    .limit(limit + 1)
    .execute()
  return toPage(rows, limit, total, (row) => [row.sort_key, row.id], toStoredCar)
}
