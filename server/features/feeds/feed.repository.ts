import type { FeedKind } from '../../../contract/feed-names.ts'
import type { Db, Row } from '../../db/tables.ts'

/** A feed of a seller's cars at a secret URL. */
export interface Feed {
  id: string
  sellerId: string
  kind: FeedKind
  secret: string
  createdAt: string
  /** The time of the last fetch, or null before the first one. */
  fetchedAt: string | null
  fetchedCars: number | null
  /**
   * The ID of the newest change to any car at the time of the last check. `checkedSeller` contains the
   * seller, year, and rules that were checked against.
   */
  checkedChange: number
  checkedSeller: string
}

function toFeed(row: Row<'feeds'>): Feed {
  return {
    id: row.id,
    sellerId: row.user_id,
    kind: row.kind,
    secret: row.secret,
    createdAt: row.created_at,
    fetchedAt: row.fetched_at,
    fetchedCars: row.fetched_cars,
    checkedChange: row.checked_change,
    checkedSeller: row.checked_seller,
  }
}

export async function insertFeed(
  db: Db,
  { id, sellerId, kind, secret }: Pick<Feed, 'id' | 'sellerId' | 'kind' | 'secret'>,
  now: Date,
): Promise<void> {
  const unfetched = { fetched_at: null, fetched_cars: null, silence_told_at: null }
  const unchecked = { checked_change: 0, checked_seller: '' }
  await db
    .insertInto('feeds')
    .values({
      id,
      user_id: sellerId,
      kind,
      secret,
      created_at: now.toISOString(),
      ...unfetched,
      ...unchecked,
    })
    .execute()
}

export async function findFeed(db: Db, id: string): Promise<Feed | null> {
  const row = await db.selectFrom('feeds').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toFeed(row) : null
}

export async function findFeedBySecret(db: Db, secret: string): Promise<Feed | null> {
  const row = await db.selectFrom('feeds').selectAll().where('secret', '=', secret).executeTakeFirst()
  return row ? toFeed(row) : null
}

export async function listSellerFeeds(db: Db, sellerId: string): Promise<Feed[]> {
  const rows = await db
    .selectFrom('feeds')
    .selectAll()
    .where('user_id', '=', sellerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toFeed)
}

export async function listFetchedFeeds(db: Db): Promise<Feed[]> {
  const rows = await db.selectFrom('feeds').selectAll().where('fetched_at', 'is not', null).execute()
  return rows.map(toFeed)
}

/**
 * Lists the feeds that have not been fetched since the given time and whose sellers have not been notified of
 * that.
 */
export async function listStaleFeeds(db: Db, since: Date): Promise<Feed[]> {
  const rows = await db
    .selectFrom('feeds')
    .selectAll()
    .where('silence_told_at', 'is', null)
    .where(({ fn }) => fn.coalesce('fetched_at', 'created_at'), '<', since.toISOString())
    .execute()
  return rows.map(toFeed)
}

/**
 * Records that the seller was notified of a stale feed.
 * @returns true if they had not been notified before
 */
export async function markStaleNotified(db: Db, id: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('feeds')
    .set({ silence_told_at: now.toISOString() })
    .where('id', '=', id)
    .where('silence_told_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Records that a feed was fetched.
 * @param cars the number of cars in it, or undefined if no body was sent
 */
export async function markFetched(db: Db, id: string, cars: number | undefined, now: Date): Promise<void> {
  await db
    .updateTable('feeds')
    .set({
      fetched_at: now.toISOString(),
      silence_told_at: null,
      ...(cars !== undefined && { fetched_cars: cars }),
    })
    .where('id', '=', id)
    .execute()
}

export async function markChecked(
  db: Db,
  id: string,
  { checkedChange, checkedSeller }: Pick<Feed, 'checkedChange' | 'checkedSeller'>,
): Promise<void> {
  await db
    .updateTable('feeds')
    .set({ checked_change: checkedChange, checked_seller: checkedSeller })
    .where('id', '=', id)
    .execute()
}

export async function deleteFeed(db: Db, id: string): Promise<number> {
  await db.deleteFrom('feed_cars').where('feed_id', '=', id).execute()
  const result = await db.deleteFrom('feeds').where('id', '=', id).executeTakeFirst()
  return Number(result.numDeletedRows)
}

export async function deleteSellerFeeds(db: Db, userId: string): Promise<void> {
  for (const { id } of await listSellerFeeds(db, userId)) await deleteFeed(db, id)
}
