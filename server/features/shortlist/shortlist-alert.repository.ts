import { sql, type RawBuilder } from 'kysely'
import type { Availability } from '../../../contract/cars/cars.ts'
import { DEFAULT_SHORTLIST_FREQUENCY } from '../../../contract/shortlist-limits.ts'
import { isDue, type SendingTimes } from '../../core/messages/sending-times.ts'
import type { Db } from '../../db/tables.ts'
import { nameInSql } from '../cars/car.row.ts'

/** SQL for whether a car is listed. */
const isListed = sql<boolean>`exists (select 1 from listed_cars where listed_cars.car_id = cars.id)`

/**
 * SQL for whether the user bought the car most recently. After a refund, that stays true until another user buys the
 * car.
 */
const isBoughtByUser = sql<boolean>`(
  exists (
    select 1 from payments where payments.buyer_id = shortlist.user_id and payments.car_id = cars.id
    and payments.is_sale = 1
  ) and not exists (
    select 1 from payments where payments.car_id = cars.id and payments.is_sale = 1 and payments.state = 'paid'
    and payments.buyer_id <> shortlist.user_id
  ))`

/**
 * SQL for whether there are unreported changes. The price of a car only counts while the car is listed. The
 * state of the user's own car and of a car that the user bought is not reported.
 */
const hasUnreportedChanges = sql<boolean>`(cars.seller_id <> shortlist.user_id and case when ${isListed}
  then shortlist.notified_listed = 0 or cars.all_in_minor is distinct from shortlist.notified_price_minor
  else shortlist.notified_listed = 1 and not ${isBoughtByUser} end)`

/**
 * Marks the shortlisted cars, among these IDs, that differ from the last notification, and unmarks those that do
 * not differ anymore. A repetition changes nothing.
 * @param carIds all cars if null
 */
export async function markShortlistNews(
  db: Db,
  carIds: ReadonlySet<string> | null,
  now: Date,
): Promise<void> {
  if (carIds === null) return mark(db, sql`true`, now)
  const ids = [...carIds]
  for (let from = 0; from < ids.length; from += IDS_PER_UPDATE)
    await mark(db, sql`cars.id in (${sql.join(ids.slice(from, from + IDS_PER_UPDATE))})`, now)
}

const IDS_PER_UPDATE = 500

async function mark(db: Db, where: RawBuilder<unknown>, now: Date): Promise<void> {
  const time = now.toISOString()
  await sql`update shortlist set
    changed_at = case when ${hasUnreportedChanges} then coalesce(changed_at, ${time}) end,
    left_at = case when ${isListed} then left_at else coalesce(left_at, ${time}) end
    from cars where cars.id = shortlist.car_id and ${where} and (
      ${hasUnreportedChanges} <> (changed_at is not null) or (left_at is null and not ${isListed}))`.execute(
    db,
  )
}

/** Lists the users with due changes, those that have waited longest first. */
export async function listUsersWithNews(db: Db, times: SendingTimes, limit: number): Promise<string[]> {
  const rows = await selectDue(db, times)
    .select('shortlist.user_id')
    .select(({ fn }) => fn.min('changed_at').as('first'))
    .groupBy('shortlist.user_id')
    .orderBy('first')
    .limit(limit)
    .execute()
  return rows.map((row) => row.user_id)
}

/** Returns the recipient of a user's changes, or undefined if none are due, or the account was deleted. */
export function findNewsRecipient(db: Db, userId: string, times: SendingTimes) {
  return selectDue(db, times)
    .innerJoin('users', 'users.id', 'shortlist.user_id')
    .select(['users.email', 'users.email_verified as isVerified'])
    .where('shortlist.user_id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
}

/** SQL for how often a user gets notifications: as often as emails, or daily if the user wants no emails. */
const notificationFrequency = sql<string>`case every when 'never' then 'daily'
  else coalesce(every, ${sql.lit(DEFAULT_SHORTLIST_FREQUENCY)}) end`

function selectDue(db: Db, times: SendingTimes) {
  return db
    .selectFrom('shortlist')
    .leftJoin('shortlist_emails', 'shortlist_emails.user_id', 'shortlist.user_id')
    .where('changed_at', 'is not', null)
    .where('removed_at', 'is', null)
    .where(({ ref }) => isDue(notificationFrequency, ref('changed_at'), times))
}

/** A shortlisted car that differs from the last notification. */
export interface ShortlistNews {
  carId: string
  name: string
  state: Availability
  isListed: boolean
  priceMinor: number | null
  wasListed: boolean
  formerPriceMinor: number | null
}

/** Lists a user's cars with unreported changes, longest waiting first. */
export async function listShortlistNews(db: Db, userId: string): Promise<ShortlistNews[]> {
  const rows = await db
    .selectFrom('shortlist')
    .innerJoin('cars', 'cars.id', 'shortlist.car_id')
    .select(['cars.id as carId', 'cars.state', 'cars.all_in_minor as priceMinor'])
    .select(['notified_listed', 'notified_price_minor as formerPriceMinor'])
    .select([
      sql<string>`${nameInSql}`.as('name'),
      sql<number>`case when ${isListed} then 1 else 0 end`.as('is_listed'),
    ])
    .where('shortlist.user_id', '=', userId)
    .where('changed_at', 'is not', null)
    .where('removed_at', 'is', null)
    .where(hasUnreportedChanges)
    .orderBy('changed_at')
    .orderBy('cars.id')
    .execute()
  return rows.map(({ notified_listed: known, is_listed: listed, ...row }) => ({
    ...row,
    isListed: listed === 1,
    wasListed: known === 1,
  }))
}

/** Records that a user has been notified of everything about these cars, and that nothing else waits. */
export async function recordNotified(db: Db, userId: string, news: readonly ShortlistNews[]): Promise<void> {
  await db
    .updateTable('shortlist')
    .set({ changed_at: null })
    .where('user_id', '=', userId)
    .where('changed_at', 'is not', null)
    .where('removed_at', 'is', null)
    .execute()
  for (const { carId, isListed: listed, priceMinor } of news)
    await db
      .updateTable('shortlist')
      .set(listed ? { notified_listed: 1, notified_price_minor: priceMinor } : { notified_listed: 0 })
      .where('user_id', '=', userId)
      .where('car_id', '=', carId)
      .execute()
}
