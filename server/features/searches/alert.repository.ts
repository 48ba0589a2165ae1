import { sql } from 'kysely'
import type { AlertReason } from '../../../contract/search-limits.ts'
import { isDue, type SendingTimes } from '../../core/messages/sending-times.ts'
import type { Db } from '../../db/tables.ts'
import { nameInSql } from '../cars/car.row.ts'

export interface NewAlert {
  searchId: string
  carId: string
  reason: AlertReason
}

/** Number of alerts per statement. Each has five parameters. */
const ALERTS_PER_INSERT = 500

/** Queues alerts, unless the search has reported the car before, for any reason. */
export async function insertAlerts(db: Db, alerts: readonly NewAlert[], now: Date): Promise<void> {
  for (let from = 0; from < alerts.length; from += ALERTS_PER_INSERT) {
    const some = alerts.slice(from, from + ALERTS_PER_INSERT)
    const known = await listKnown(db, some)
    const rows = some
      .filter(({ searchId, carId }) => !known.has(`${searchId} ${carId}`))
      .map(({ searchId, carId, reason }) => ({
        search_id: searchId,
        car_id: carId,
        reason,
        state: 'queued' as const,
        queued_at: now.toISOString(),
        sent_at: null,
      }))
    if (rows.length > 0)
      await db
        .insertInto('search_alerts')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  }
}

async function listKnown(db: Db, alerts: readonly NewAlert[]): Promise<ReadonlySet<string>> {
  const pairs = alerts.map(({ searchId, carId }) => sql`(${searchId}, ${carId})`)
  const rows = await db
    .selectFrom('search_alerts')
    .select(['search_id', 'car_id'])
    .where(sql<boolean>`(search_id, car_id) in (values ${sql.join(pairs)})`)
    .execute()
  return new Set(rows.map(({ search_id: searchId, car_id: carId }) => `${searchId} ${carId}`))
}

/** Lists the searches with queued alerts that are due, those that have waited longest first. */
export async function listDueSearches(db: Db, times: SendingTimes, limit: number): Promise<string[]> {
  const rows = await selectDue(db, times)
    .select('saved_searches.id')
    .select(({ fn }) => fn.min('queued_at').as('first'))
    .groupBy('saved_searches.id')
    .orderBy('first')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the data for a search's email, or undefined if it is not due, or its user's account was deleted. */
export function findDueSearch(db: Db, id: string, times: SendingTimes) {
  return selectDue(db, times)
    .innerJoin('users', 'users.id', 'saved_searches.user_id')
    .select(['saved_searches.id', 'saved_searches.name', 'query', 'token'])
    .select(['user_id as userId', 'users.email', 'users.email_verified as isVerified'])
    .where('saved_searches.id', '=', id)
    .where('users.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
}

function selectDue(db: Db, times: SendingTimes) {
  return db
    .selectFrom('search_alerts')
    .innerJoin('saved_searches', 'saved_searches.id', 'search_alerts.search_id')
    .where('search_alerts.state', '=', 'queued')
    .where('saved_searches.deleted_at', 'is', null)
    .where('stopped_at', 'is', null)
    .where(({ ref }) => isDue(ref('every'), ref('queued_at'), times))
}

/** A car of a search's email. */
export interface AlertedCar {
  id: string
  name: string
  priceMinor: number | null
  location: string
  reason: AlertReason
}

/** Lists the cars of a search's queued alerts that are still listed, newest alerts first. */
export function listQueuedCars(db: Db, searchId: string): Promise<AlertedCar[]> {
  return db
    .selectFrom('search_alerts')
    .innerJoin('listed_cars', 'listed_cars.car_id', 'search_alerts.car_id')
    .innerJoin('cars', 'cars.id', 'search_alerts.car_id')
    .select(['cars.id', 'cars.all_in_minor as priceMinor', 'cars.location', 'reason'])
    .select(sql<string>`${nameInSql}`.as('name'))
    .where('search_id', '=', searchId)
    .where('search_alerts.state', '=', 'queued')
    .orderBy('queued_at', 'desc')
    .orderBy('cars.id')
    .execute()
}

/** Deletes the queued alerts of cars that are not listed anymore. If listed again, they are reported then. */
export async function deleteAlertsForUnlistedCars(db: Db, searchId: string): Promise<void> {
  await db
    .deleteFrom('search_alerts')
    .where('search_id', '=', searchId)
    .where('state', '=', 'queued')
    .where('car_id', 'not in', (eb) => eb.selectFrom('listed_cars').select('car_id'))
    .execute()
}

export async function markAlertsAsSent(db: Db, searchId: string, now: Date): Promise<void> {
  await db
    .updateTable('search_alerts')
    .set({ state: 'sent', sent_at: now.toISOString() })
    .where('search_id', '=', searchId)
    .where('state', '=', 'queued')
    .execute()
}
