import { dealTransitions, type DealState, type DealTransition } from '../../../contract/deal-life.ts'
import type { FeeRate } from '../../../contract/fees.ts'
import { newId } from '../../db/id.ts'
import type { ExpressionBuilder } from 'kysely'
import type { Db, Row, Tables } from '../../db/tables.ts'

/** A sale from the payment to the seller's payout. */
export interface Deal {
  purchaseId: string
  paymentId: string
  carId: string
  buyerId: string
  sellerId: string
  state: DealState
  /** The state to return to after a problem or a dispute. */
  resumedState: Row<'deals'>['resumed_state']
  /** The Stripe charge ID; null for sales made before payouts were introduced. */
  chargeId: string | null
  feeRate: FeeRate
  proposals: HandoverProposal[]
  /** The agreed time of the handover; null if no time is agreed. */
  handoverAt: string | null
  place: string
  codeCounter: number
  codeFailures: number
  codeBlockedUntil: string | null
  confirmedAt: string | null
  confirmedBy: Row<'deals'>['confirmed_by']
  releaseAt: string | null
  releasedAt: string | null
  reminders: number
  remindAt: string | null
  /** The listing at the time of the payment. */
  listing: SoldListing
  createdAt: string
}

/** The times that a side has proposed for the handover. */
interface HandoverProposal {
  by: 'buyer' | 'seller'
  times: string[]
  at: string
}

/** A listing's fields by name, and the URLs of its photos; empty for sales made before payouts were introduced. */
export interface SoldListing {
  fields?: Record<string, string | number | null>
  images?: string[]
}

export async function insertDeal(
  db: Db,
  deal: Pick<Deal, 'purchaseId' | 'paymentId' | 'carId' | 'buyerId' | 'sellerId' | 'chargeId' | 'place'> &
    Pick<Deal, 'feeRate' | 'listing' | 'remindAt' | 'createdAt'>,
): Promise<void> {
  await db
    .insertInto('deals')
    .values({
      purchase_id: deal.purchaseId,
      payment_id: deal.paymentId,
      car_id: deal.carId,
      buyer_id: deal.buyerId,
      seller_id: deal.sellerId,
      state: 'paid',
      resumed_state: null,
      charge_id: deal.chargeId,
      fee_basis_points: deal.feeRate.basisPoints,
      fee_minimum: deal.feeRate.minimum,
      fee_maximum: deal.feeRate.maximum,
      place: deal.place,
      handover_at: null,
      code_blocked_until: null,
      confirmed_at: null,
      confirmed_by: null,
      release_at: null,
      released_at: null,
      remind_at: deal.remindAt,
      listing: JSON.stringify(deal.listing),
      created_at: deal.createdAt,
    })
    .execute()
}

export async function findDeal(db: Db, purchaseId: string): Promise<Deal | null> {
  const row = await db
    .selectFrom('deals')
    .selectAll()
    .where('purchase_id', '=', purchaseId)
    .executeTakeFirst()
  return row ? toDeal(row) : null
}

type DealChange = Partial<
  Pick<
    Deal,
    'handoverAt' | 'place' | 'proposals' | 'confirmedAt' | 'confirmedBy' | 'releaseAt' | 'releasedAt'
  >
>

/**
 * Takes a transition of the state machine. The update is conditional, so only one of several concurrent calls
 * takes it.
 * @returns the deal afterward, or null if its state does not allow the transition
 */
export async function moveDeal(
  db: Db,
  purchaseId: string,
  transition: DealTransition,
  change: DealChange = {},
): Promise<Deal | null> {
  const { from, to } = dealTransitions[transition]
  const interrupts = to === 'problem' || to === 'disputed'
  const row = await db
    .updateTable('deals')
    .set((eb) => ({
      state: to === 'resumed' ? stateToResume(eb) : to,
      resumed_state: interrupts ? stateToKeep(eb) : to === 'resumed' ? keptInProblem(eb) : null,
      ...toColumns(change),
    }))
    .where('purchase_id', '=', purchaseId)
    .where('state', 'in', [...from])
    .returningAll()
    .executeTakeFirst()
  return row ? toDeal(row) : null
}

type Update = ExpressionBuilder<Tables, 'deals'>

/**
 * Selects the state to resume later. If a dispute interrupts a problem, the state from before the problem
 * is retained.
 */
function stateToKeep(eb: Update) {
  return eb
    .case()
    .when('state', '=', 'problem')
    .then(eb.ref('resumed_state'))
    .else(eb.ref('state') as never)
    .end()
}

function stateToResume(eb: Update) {
  return eb
    .case()
    .when(isBackInProblem(eb))
    .then('problem' as const)
    .else(eb.fn.coalesce('resumed_state', eb.val('paid' as const)))
    .end()
}

function keptInProblem(eb: Update) {
  return eb.case().when(isBackInProblem(eb)).then(eb.ref('resumed_state')).else(null).end()
}

/** Builds the condition that a dispute ends and the problem that it interrupted is still open. */
function isBackInProblem(eb: Update) {
  const openProblem = eb
    .selectFrom('deal_problems')
    .select('id')
    .whereRef('deal_problems.purchase_id', '=', 'deals.purchase_id')
    .where('decided_at', 'is', null)
  return eb.and([eb('state', '=', 'disputed'), eb.exists(openProblem)])
}

/** Changes a deal without changing its state, provided that the state is one of `from`. */
export async function updateDeal(
  db: Db,
  purchaseId: string,
  from: readonly DealState[],
  change: DealChange,
): Promise<Deal | null> {
  const row = await db
    .updateTable('deals')
    .set(toColumns(change))
    .where('purchase_id', '=', purchaseId)
    .where('state', 'in', [...from])
    .returningAll()
    .executeTakeFirst()
  return row ? toDeal(row) : null
}

/**
 * Records that a payout was sent while a problem or a dispute interrupted the deal, which then continues as
 * released.
 */
export async function resumeAsReleased(db: Db, purchaseId: string, releasedAt: string): Promise<void> {
  await db
    .updateTable('deals')
    .set({ resumed_state: 'released', released_at: releasedAt })
    .where('purchase_id', '=', purchaseId)
    .where('state', 'in', ['problem', 'disputed'])
    .execute()
}

/** Number of wrong codes before a one-hour lockout. */
const MAX_CODE_FAILURES = 5
const CODE_BLOCK_MS = 3_600_000

/**
 * Counts an attempt to enter the code before the code is compared. The count is in the database, so restarts
 * and other processes do not reset it.
 * @returns null if the attempt is allowed; otherwise, the end of the block
 */
export async function countCodeAttempt(db: Db, purchaseId: string, now: Date): Promise<string | null> {
  const time = now.toISOString()
  await db
    .updateTable('deals')
    .set({ code_failures: 0, code_blocked_until: null })
    .where('purchase_id', '=', purchaseId)
    .where('code_blocked_until', '<=', time)
    .execute()
  const blockedUntil = new Date(now.getTime() + CODE_BLOCK_MS).toISOString()
  const counted = await db
    .updateTable('deals')
    .set(({ eb, case: when }) => ({
      code_failures: eb('code_failures', '+', 1),
      code_blocked_until: when()
        .when('code_failures', '>=', MAX_CODE_FAILURES - 1)
        .then(blockedUntil)
        .else(null)
        .end(),
    }))
    .where('purchase_id', '=', purchaseId)
    .where('code_failures', '<', MAX_CODE_FAILURES)
    .executeTakeFirst()
  if (counted.numUpdatedRows === 1n) return null
  const deal = await findDeal(db, purchaseId)
  return deal?.codeBlockedUntil ?? blockedUntil
}

export async function clearCodeAttempts(db: Db, purchaseId: string): Promise<void> {
  await db
    .updateTable('deals')
    .set({ code_failures: 0, code_blocked_until: null })
    .where('purchase_id', '=', purchaseId)
    .execute()
}

/** An entry of a deal's history, which both sides and admins see. */
export interface DealEvent {
  at: string
  side: Row<'deal_events'>['side']
  text: string
}

export async function insertDealEvent(
  db: Db,
  purchaseId: string,
  { side, actorId = null, text }: { side: DealEvent['side']; actorId?: string | null; text: string },
  now: Date,
): Promise<void> {
  await db
    .insertInto('deal_events')
    .values({ id: newId(), purchase_id: purchaseId, at: now.toISOString(), side, actor_id: actorId, text })
    .execute()
}

/** Lists a deal's history, oldest first. */
export function listDealEvents(db: Db, purchaseId: string): Promise<DealEvent[]> {
  return db
    .selectFrom('deal_events')
    .select(['at', 'side', 'text'])
    .where('purchase_id', '=', purchaseId)
    .orderBy('at')
    .orderBy('id')
    .execute()
}

/** Lists deals whose handover counts as confirmed by now. */
export async function listDealsToAssume(db: Db, now: Date, limit: number): Promise<Deal[]> {
  const rows = await db
    .selectFrom('deals')
    .selectAll()
    .where('state', '=', 'handover-agreed')
    .where('release_at', '<=', now.toISOString())
    .orderBy('release_at')
    .limit(limit)
    .execute()
  return rows.map(toDeal)
}

/** Lists deals whose next reminder is due. */
export async function listDealsToRemind(db: Db, now: Date, limit: number): Promise<Deal[]> {
  const rows = await db
    .selectFrom('deals')
    .selectAll()
    .where('remind_at', '<=', now.toISOString())
    .orderBy('remind_at')
    .limit(limit)
    .execute()
  return rows.map(toDeal)
}

/**
 * Records a deal's reminder, and schedules the next one.
 * @returns true if this call recorded the reminder
 */
export async function recordReminder(db: Db, deal: Deal, remindAt: string | null): Promise<boolean> {
  const result = await db
    .updateTable('deals')
    .set({ reminders: deal.reminders + 1, remind_at: remindAt })
    .where('purchase_id', '=', deal.purchaseId)
    .where('reminders', '=', deal.reminders)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Lists deals that were released before a time and are not closed yet. */
export async function listDealsToClose(db: Db, releasedBefore: Date, limit: number): Promise<Deal[]> {
  const rows = await db
    .selectFrom('deals')
    .selectAll()
    .where('state', '=', 'released')
    .where('released_at', '<', releasedBefore.toISOString())
    .limit(limit)
    .execute()
  return rows.map(toDeal)
}

function toColumns(change: DealChange) {
  return {
    handover_at: change.handoverAt,
    place: change.place,
    proposals: change.proposals && JSON.stringify(change.proposals),
    confirmed_at: change.confirmedAt,
    confirmed_by: change.confirmedBy,
    release_at: change.releaseAt,
    released_at: change.releasedAt,
  }
}

/** Converts a row, which may include columns from joined tables, to a deal. */
export function toDeal(row: Row<'deals'>): Deal {
  return {
    purchaseId: row.purchase_id,
    paymentId: row.payment_id,
    carId: row.car_id,
    buyerId: row.buyer_id,
    sellerId: row.seller_id,
    state: row.state,
    resumedState: row.resumed_state,
    chargeId: row.charge_id,
    feeRate: { basisPoints: row.fee_basis_points, minimum: row.fee_minimum, maximum: row.fee_maximum },
    proposals: JSON.parse(row.proposals) as HandoverProposal[],
    handoverAt: row.handover_at,
    place: row.place,
    codeCounter: row.code_counter,
    codeFailures: row.code_failures,
    codeBlockedUntil: row.code_blocked_until,
    confirmedAt: row.confirmed_at,
    confirmedBy: row.confirmed_by,
    releaseAt: row.release_at,
    releasedAt: row.released_at,
    reminders: row.reminders,
    remindAt: row.remind_at,
    listing: JSON.parse(row.listing) as SoldListing,
    createdAt: row.created_at,
  }
}
