import { sql, type SelectQueryBuilder } from 'kysely'
import type { FeedStatus } from '../../../contract/feed-names.ts'
import type { FeedCarSort, FeedReason } from '../../../contract/feeds.ts'
import { firstPhoto } from '../../db/car-photos.ts'
import { joinJsonTexts } from '../../db/engines/json.ts'
import { foldCase } from '../../db/engines/texts.ts'
import type { Page } from '../../db/page.ts'
import { hasWords, readPage, type ListOrders, type ListSources, type ListPosition } from '../../db/list.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { nameInSql, formatCarRowName } from '../cars/car.row.ts'
import type { Feed } from './feed.repository.ts'
import { selectMarketCars } from './stock.repository.ts'

/**
 * Time without a fetch, in milliseconds, after which a feed is stale. Receivers fetch a feed at least once a
 * day.
 */
export const SILENT_MS = 24 * 3600_000

export interface FeedCarStatus {
  carId: string
  postedAt: string
  status: FeedStatus
  reasons: FeedReason[]
  /** True if the car dropped out of the feed and its seller has not been notified yet. */
  needsNotice: boolean
}

export type NamedCar = Pick<FeedCarStatus, 'status' | 'reasons'> & { id: string; name: string; image: string }

interface FeedCarFilters {
  q?: string | undefined
  status?: FeedStatus | undefined
}

export function listFeedCars(
  { db, search }: ListSources,
  feedId: string,
  query: FeedCarFilters & ListPosition<FeedCarSort>,
): Promise<Page<NamedCar>> {
  const rows = selectFeedCars(db, feedId)
  const { q, status } = query
  const matchingRows = rows
    .$if(status !== undefined, (some) => some.where('feed_cars.status', '=', status!))
    .where(hasWords(q, (word) => word.isIn(nameInSql, reasonText)))
  return readPage(search, { rows, matchingRows, withDetails: withNames, toItem: toNamed }, orders, query)
}

const reasonText = joinJsonTexts('feed_cars.reasons', 'message')

const orders: ListOrders<FeedCarSort> = {
  keys: {
    name: foldCase(nameInSql),
    // Cars in the feed come first, and excluded ones last.
    status: sql`case feed_cars.status when 'in' then 0 when 'warned' then 1 else 2 end`,
    why: foldCase(reasonText),
  },
  maybeNull: ['why'],
  moment: 'feed_cars.posted_at',
  id: 'feed_cars.car_id',
}

function selectFeedCars(db: Db, feedId: string) {
  return db
    .selectFrom('feed_cars')
    .innerJoin('cars', 'cars.id', 'feed_cars.car_id')
    .where('feed_cars.feed_id', '=', feedId)
}

function withNames(rows: SelectQueryBuilder<Tables, 'feed_cars' | 'cars', object>) {
  return rows
    .select(['feed_cars.posted_at', 'feed_cars.car_id', 'feed_cars.status', 'feed_cars.reasons'])
    .select(['cars.year', 'cars.category_name', 'cars.model_name', firstPhoto.as('image')])
}

function toNamed(row: Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number]): NamedCar {
  const reasons = JSON.parse(row.reasons) as FeedReason[]
  return { id: row.car_id, name: formatCarRowName(row), image: row.image, status: row.status, reasons }
}

/** Lists the cars that dropped out and whose seller has not been notified yet. */
export async function listNewlyDroppedCars(db: Db, feedId: string): Promise<NamedCar[]> {
  const rows = await withNames(selectFeedCars(db, feedId)).where('feed_cars.is_news', '=', 1).execute()
  return rows.map(toNamed)
}

export async function markDropsNotified(db: Db, feedId: string): Promise<void> {
  await db
    .updateTable('feed_cars')
    .set({ is_news: 0 })
    .where('feed_id', '=', feedId)
    .where('is_news', '=', 1)
    .execute()
}

export async function countFeedCars(db: Db, feedId: string): Promise<Record<FeedStatus, number>> {
  const rows = await db
    .selectFrom('feed_cars')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('feed_id', '=', feedId)
    .groupBy('status')
    .execute()
  const counts = { in: 0, warned: 0, out: 0 }
  for (const { status, count } of rows) counts[status] = count
  return counts
}

export async function findChecked(
  db: Db,
  feedId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FeedStatus>> {
  const rows = await db
    .selectFrom('feed_cars')
    .select(['car_id', 'status'])
    .where('feed_id', '=', feedId)
    .where('car_id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.car_id, row.status]))
}

/** Inserts the results of a check. The earlier results must have been deleted. */
export async function insertChecked(db: Db, feedId: string, cars: readonly FeedCarStatus[]): Promise<void> {
  const rows = cars.map((car) => ({
    feed_id: feedId,
    car_id: car.carId,
    posted_at: car.postedAt,
    status: car.status,
    reasons: JSON.stringify(car.reasons),
    is_news: car.needsNotice ? (1 as const) : (0 as const),
  }))
  if (rows.length > 0) await db.insertInto('feed_cars').values(rows).execute()
}

export async function dropChecked(db: Db, feedId: string, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('feed_cars').where('feed_id', '=', feedId).where('car_id', 'in', ids).execute()
}

/** Deletes the results of cars that are no longer on the market. */
export async function dropRemoved(db: Db, feedId: string, sellerId: string): Promise<void> {
  await db
    .deleteFrom('feed_cars')
    .where('feed_id', '=', feedId)
    .where('car_id', 'not in', selectMarketCars(db, sellerId))
    .execute()
}

export function isStale({ fetchedAt, createdAt }: Pick<Feed, 'fetchedAt' | 'createdAt'>, now: Date): boolean {
  return now.getTime() - Date.parse(fetchedAt ?? createdAt) > SILENT_MS
}
