import { sql } from 'kysely'
import type { Db, Row } from '../../db/tables.ts'

export type Attempt = Row<'attempts'>

export const LIVE = ['opening', 'open'] as const

/** Literal, since SQLite uses a partial index only where it can prove its condition. */
export const isLive = sql<boolean>`attempts.state in (${sql.join(LIVE.map((state) => sql.lit(state)))})`

export function insertAttempt(db: Db, attempt: Attempt) {
  return db.insertInto('attempts').values(attempt).execute()
}

export function findAttempt(db: Db, id: string): Promise<Attempt | undefined> {
  return db.selectFrom('attempts').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findAttemptByIntent(db: Db, intentId: string): Promise<Attempt | undefined> {
  return db.selectFrom('attempts').selectAll().where('intent_id', '=', intentId).executeTakeFirst()
}

/** The attempt that holds something now; the unique indexes allow one. */
export function findLiveAttempt(
  db: Db,
  of: 'car_id' | 'purchase_id' | 'buyer_id',
  id: string,
): Promise<Attempt | undefined> {
  return db
    .selectFrom('attempts')
    .selectAll()
    .where(of, '=', id)
    .where('state', 'in', LIVE)
    .executeTakeFirst()
}

export interface EndedHold {
  start: Date
  end: Date
  isEndedByAdmin: boolean
  isCardConfirmed: boolean
}

/** In milliseconds. */
export function lengthOfHold({ start, end }: EndedHold): number {
  return end.getTime() - start.getTime()
}

/**
 * The holds on a car that ended unpaid after that moment, other than by the car's removal; oldest first.
 * @param of.buyerId everybody's where it is left out
 */
export async function listEndedHolds(
  db: Db,
  of: { buyerId?: string; carId: string; since: Date },
): Promise<EndedHold[]> {
  const rows = await db
    .selectFrom('attempts')
    .select(['created_at', 'active_at', 'held_until', 'cancel_reason', 'card_confirmed'])
    .where('car_id', '=', of.carId)
    .$if(of.buyerId !== undefined, (query) => query.where('buyer_id', '=', of.buyerId!))
    .where('state', '=', 'cancelled')
    .where('cancel_reason', '<>', 'car-removed')
    .where('active_at', '>', of.since.toISOString())
    .orderBy('created_at')
    .execute()
  return rows.map(({ created_at, active_at, held_until, cancel_reason, card_confirmed }) => ({
    start: new Date(created_at),
    // It may be a while until somebody notices that a hold is over.
    end: new Date(active_at < held_until ? active_at : held_until),
    isEndedByAdmin: cancel_reason === 'ended-by-admin',
    isCardConfirmed: card_confirmed === 1,
  }))
}

/** When the buyer's holds since that moment began, on whichever car; oldest first. */
export async function listHoldStarts(db: Db, buyerId: string, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('attempts')
    .select('created_at')
    .where('buyer_id', '=', buyerId)
    .where('created_at', '>', since.toISOString())
    .where('intent_id', 'is not', null)
    .orderBy('created_at')
    .execute()
  return rows.map(({ created_at }) => new Date(created_at))
}

/** @returns false where the attempt was let go meanwhile. */
export async function openAttempt(
  db: Db,
  id: string,
  intent: { id: string; clientSecret: string },
): Promise<boolean> {
  const result = await db
    .updateTable('attempts')
    .set({ state: 'open', intent_id: intent.id, client_secret: intent.clientSecret })
    .where('id', '=', id)
    .where('state', '=', 'opening')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * @param from `['opening']` for an attempt whose client secret nobody has: an open one must be cancelled at Stripe first
 * @returns whether this call ended it: of many that try, one does. The client secret goes with it.
 */
export async function endAttempt(
  db: Db,
  id: string,
  from: readonly Attempt['state'][],
  end: Pick<Attempt, 'state' | 'cancel_reason' | 'cancelled_by' | 'card_confirmed'>,
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('attempts')
    .set({ ...end, client_secret: null, active_at: now.toISOString() })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Says why a live attempt is about to be cancelled, and by which admin, for whoever ends it. */
export function noteCancel(
  db: Db,
  id: string,
  reason: NonNullable<Attempt['cancel_reason']>,
  adminId: string | null,
) {
  return db
    .updateTable('attempts')
    .set({ cancel_reason: reason, cancelled_by: adminId })
    .where('id', '=', id)
    .where('state', 'in', LIVE)
    .execute()
}

export function touchAttempt(db: Db, id: string, now: Date) {
  return db.updateTable('attempts').set({ active_at: now.toISOString() }).where('id', '=', id).execute()
}

/** Live attempts that nobody touched since, or whose hold is over. */
export function listIdleAttempts(db: Db, idleSince: Date, now: Date, limit: number): Promise<Attempt[]> {
  return db
    .selectFrom('attempts')
    .selectAll()
    .where('state', 'in', LIVE)
    .where((where) =>
      where.or([
        where('active_at', '<=', idleSince.toISOString()),
        where('held_until', '<=', now.toISOString()),
      ]),
    )
    .orderBy('active_at')
    .limit(limit)
    .execute()
}
