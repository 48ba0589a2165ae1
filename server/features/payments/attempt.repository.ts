import type { Db, Row } from '../../db/tables.ts'

export type Attempt = Row<'attempts'>

export const LIVE = ['opening', 'open'] as const

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

/** The buyer's holds on the car that ran out or were let go, and ended after that moment; oldest first. */
export async function listEndedHolds(
  db: Db,
  of: { buyerId: string; carId: string; since: Date },
): Promise<{ start: Date; end: Date }[]> {
  const rows = await db
    .selectFrom('attempts')
    .select(['created_at', 'active_at', 'held_until'])
    .where('buyer_id', '=', of.buyerId)
    .where('car_id', '=', of.carId)
    .where('cancel_reason', 'in', ['expired', 'released'])
    .where('active_at', '>', of.since.toISOString())
    .orderBy('created_at')
    .execute()
  return rows.map(({ created_at, active_at, held_until }) => ({
    start: new Date(created_at),
    // It may be a while until somebody notices that a hold is over.
    end: new Date(active_at < held_until ? active_at : held_until),
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
  end: { state: 'succeeded' } | { state: 'cancelled'; cancel_reason: NonNullable<Attempt['cancel_reason']> },
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
