import { sql, type ExpressionBuilder } from 'kysely'
import type { Db, Row, Tables } from '../../db/tables.ts'
import { isActiveSale } from './payment.repository.ts'

/** An attempt to pay. While its state is `opening` or `open`, it reserves the car. */
export interface Attempt {
  id: string
  purchaseId: string
  carId: string
  buyerId: string
  intentId: string | null
  /** The client secret that the browser uses to pay, or null once the attempt is over. */
  clientSecret: string | null
  /** In cents. */
  amount: number
  currency: string
  /** True if the amount is the deposit of a reservation. */
  isDeposit: boolean
  state: AttemptState
  /** The reason why the attempt was canceled or is about to be canceled. */
  cancelReason: CancelReason | null
  /** The admin who ended the attempt, or null if no admin did. */
  canceledBy: string | null
  heldUntil: string
}

export type AttemptState = Row<'attempts'>['state']
export type CancelReason = NonNullable<Row<'attempts'>['cancel_reason']>

export const LIVE_STATES = ['opening', 'open'] as const

/**
 * The states are literals, not parameters. SQLite uses a partial index only if it can prove the index's
 * condition.
 */
export const isLive = sql<boolean>`attempts.state in (${sql.join(LIVE_STATES.map((state) => sql.lit(state)))})`

export async function insertAttempt(
  db: Db,
  attempt: Pick<
    Attempt,
    'id' | 'purchaseId' | 'carId' | 'buyerId' | 'amount' | 'currency' | 'isDeposit' | 'heldUntil'
  >,
  now: Date,
): Promise<Attempt> {
  const row: Row<'attempts'> = {
    id: attempt.id,
    purchase_id: attempt.purchaseId,
    car_id: attempt.carId,
    buyer_id: attempt.buyerId,
    intent_id: null,
    client_secret: null,
    amount: attempt.amount,
    currency: attempt.currency,
    is_deposit: attempt.isDeposit ? 1 : 0,
    state: 'opening',
    cancel_reason: null,
    cancelled_by: null,
    held_until: attempt.heldUntil,
    created_at: now.toISOString(),
    active_at: now.toISOString(),
  }
  await db.insertInto('attempts').values(row).execute()
  return toAttempt(row)
}

export async function findAttempt(db: Db, id: string): Promise<Attempt | null> {
  const row = await db.selectFrom('attempts').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toAttempt(row) : null
}

export async function findAttemptByIntent(db: Db, intentId: string): Promise<Attempt | null> {
  const row = await db.selectFrom('attempts').selectAll().where('intent_id', '=', intentId).executeTakeFirst()
  return row ? toAttempt(row) : null
}

const holders = { car: 'car_id', purchase: 'purchase_id', buyer: 'buyer_id' } as const

/** Finds the live attempt for a car, purchase, or buyer. Unique indexes allow only one. */
export async function findLiveAttempt(
  db: Db,
  target: keyof typeof holders,
  id: string,
): Promise<Attempt | null> {
  const row = await db
    .selectFrom('attempts')
    .selectAll()
    .where(holders[target], '=', id)
    .where('state', 'in', LIVE_STATES)
    .executeTakeFirst()
  return row ? toAttempt(row) : null
}

export interface EndedHold {
  start: Date
  end: Date
  isEndedByAdmin: boolean
}

/** Returns the length of a hold in milliseconds. */
export function holdDurationMs({ start, end }: EndedHold): number {
  return end.getTime() - start.getTime()
}

/**
 * Lists the holds on a car that ended unpaid after `since`, oldest first. Holds that ended because the car
 * was removed are excluded.
 * @param target.buyerId null for the holds of all buyers who have bought nothing so far
 */
export async function listEndedHolds(
  db: Db,
  target: { buyerId: string | null; carId: string; since: Date },
): Promise<EndedHold[]> {
  const rows = await db
    .selectFrom('attempts')
    .select(['created_at', 'active_at', 'held_until', 'cancel_reason'])
    .where('car_id', '=', target.carId)
    .where((eb) => (target.buyerId === null ? eb.not(hasBought(eb)) : eb('buyer_id', '=', target.buyerId)))
    .where('state', '=', 'cancelled')
    .where('cancel_reason', '<>', 'car-removed')
    .where('active_at', '>', target.since.toISOString())
    .orderBy('created_at')
    .execute()
  return rows.map(({ created_at, active_at, held_until, cancel_reason }) => ({
    start: new Date(created_at),
    // The end of a hold may be detected some time after the hold expired.
    end: new Date(active_at < held_until ? active_at : held_until),
    isEndedByAdmin: cancel_reason === 'ended-by-admin',
  }))
}

function hasBought({ exists, selectFrom }: ExpressionBuilder<Tables, 'attempts'>) {
  const sales = selectFrom('payments').select('payments.id').where(isActiveSale)
  return exists(sales.whereRef('payments.buyer_id', '=', 'attempts.buyer_id'))
}

/**
 * Returns the start times of the buyer's holds on any car after `since`, oldest first. Attempts without an
 * intent are excluded.
 */
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

/**
 * Opens an attempt for its PaymentIntent.
 * @returns false if the attempt has already ended
 */
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

export type AttemptEnd = Pick<Attempt, 'state' | 'cancelReason' | 'canceledBy'>

/**
 * Ends a payment attempt.
 * @param from `['opening']` for an attempt whose client secret no one has received yet; an open attempt must
 * be canceled in Stripe first
 * @returns true if this call ended the attempt: only one of several concurrent calls does. The client secret
 * is deleted with it.
 */
export async function endAttempt(
  db: Db,
  id: string,
  from: readonly AttemptState[],
  end: AttemptEnd,
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('attempts')
    .set({
      state: end.state,
      cancel_reason: end.cancelReason,
      cancelled_by: end.canceledBy,
      client_secret: null,
      active_at: now.toISOString(),
    })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Records why a live attempt is about to be canceled, and the admin who cancels it. The call that ends the attempt can
 * then report this.
 * @param formerAdminId the admin whose record may be replaced; if another admin has recorded a reason since,
 * that reason stays
 */
export function recordCancel(
  db: Db,
  id: string,
  { reason, adminId }: { reason: CancelReason; adminId: string | null },
  formerAdminId: string | null,
) {
  return db
    .updateTable('attempts')
    .set({ cancel_reason: reason, cancelled_by: adminId })
    .where('id', '=', id)
    .where('state', 'in', LIVE_STATES)
    .where('cancelled_by', formerAdminId === null ? 'is' : '=', formerAdminId)
    .execute()
}

/**
 * Clears a live attempt's record that the car is being removed, when the car stays on the market after all.
 */
export function clearRemoval(db: Db, id: string) {
  return db
    .updateTable('attempts')
    .set({ cancel_reason: null })
    .where('id', '=', id)
    .where('state', 'in', LIVE_STATES)
    .where('cancel_reason', '=', 'car-removed')
    .execute()
}

export function touchAttempt(db: Db, id: string, now: Date) {
  return db.updateTable('attempts').set({ active_at: now.toISOString() }).where('id', '=', id).execute()
}

/** Lists live attempts that have had no activity since `idleSince`, and those whose hold has expired. */
export async function listIdleAttempts(
  db: Db,
  idleSince: Date,
  now: Date,
  limit: number,
): Promise<Attempt[]> {
  const rows = await db
    .selectFrom('attempts')
    .selectAll()
    .where('state', 'in', LIVE_STATES)
    .where((eb) =>
      eb.or([eb('active_at', '<=', idleSince.toISOString()), eb('held_until', '<=', now.toISOString())]),
    )
    .orderBy('active_at')
    .limit(limit)
    .execute()
  return rows.map(toAttempt)
}

function toAttempt(row: Row<'attempts'>): Attempt {
  return {
    id: row.id,
    purchaseId: row.purchase_id,
    carId: row.car_id,
    buyerId: row.buyer_id,
    intentId: row.intent_id,
    clientSecret: row.client_secret,
    amount: row.amount,
    currency: row.currency,
    isDeposit: row.is_deposit === 1,
    state: row.state,
    cancelReason: row.cancel_reason,
    canceledBy: row.cancelled_by,
    heldUntil: row.held_until,
  }
}
