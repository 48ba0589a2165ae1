import { sql } from 'kysely'
import type { BankAction } from '../../../contract/deposits.ts'
import {
  closedDisputeStates,
  disputeStates,
  type DisputeState,
  type Evidence,
} from '../../../contract/disputes.ts'
import { countEach, type ListSources } from '../../db/list.ts'
import type { Page } from '../../db/page.ts'
import { readNewest, type Paging } from '../../db/read-newest.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Dispute } from '../../gateways/payments/payments.ts'

/** A disputed payment, as Stripe last described it, with our evidence. */
export interface StoredDispute {
  id: string
  paymentId: string
  purchaseId: string
  /** In cents. */
  amount: number
  /** The bank's reason, such as `fraudulent`. */
  reason: string
  state: DisputeState
  openedAt: string
  dueBy: string | null
  closedAt: string | null
  evidence: Evidence
  /** The time when an admin last changed the evidence; null if none has. */
  editedAt: string | null
  submittedAt: string | null
}

/** Stores a dispute, or its new state, and returns the state before, or null if the dispute is new. */
export async function saveDispute(
  db: Db,
  { paymentId, purchaseId }: Pick<StoredDispute, 'paymentId' | 'purchaseId'>,
  dispute: Dispute,
  now: Date,
): Promise<DisputeState | null> {
  const before = await findDispute(db, dispute.id)
  const isClosed = closedDisputeStates.includes(dispute.state)
  const current = {
    amount: dispute.amount,
    reason: dispute.reason,
    state: dispute.state,
    due_by: dispute.dueBy?.toISOString() ?? null,
    closed_at: isClosed ? (before?.closedAt ?? now.toISOString()) : null,
  }
  await db
    .insertInto('disputes')
    .values({
      id: dispute.id,
      payment_id: paymentId,
      purchase_id: purchaseId,
      opened_at: dispute.openedAt.toISOString(),
      edited_at: null,
      submitted_at: null,
      submitted_by: null,
      ...current,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(current))
    .execute()
  return before?.state ?? null
}

export async function findDispute(db: Db, id: string): Promise<StoredDispute | null> {
  const row = await db.selectFrom('disputes').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toDispute(row) : null
}

/** Condition for the disputes of the payments that a deal consists of, without refunded deposits. */
export const isOfDeal = sql<boolean>`(
  exists (select 1 from deals
    where deals.purchase_id = disputes.purchase_id and deals.payment_id = disputes.payment_id)
  or exists (select 1 from deposits
    where deposits.payment_id = disputes.payment_id and deposits.state = 'credited'))`

export async function hasOpenDispute(db: Db, purchaseId: string): Promise<boolean> {
  const row = await db
    .selectFrom('disputes')
    .select('id')
    .where('purchase_id', '=', purchaseId)
    .where('closed_at', 'is', null)
    .where(isOfDeal)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function isDisputeOfDeal(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('disputes')
    .select('id')
    .where('id', '=', id)
    .where(isOfDeal)
    .executeTakeFirst()
  return row !== undefined
}

/** Reports whether a bank has returned a payment to the buyer. */
export async function hasLostDispute(db: Db, paymentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('disputes')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'lost')
    .executeTakeFirst()
  return row !== undefined
}

const withdrawnStates: readonly DisputeState[] = [
  'needs_response',
  'under_review',
  'appeal_needs_response',
  'appeal_under_review',
]

/**
 * Selects the effect of the disputes on a payment, in a query of purchases or of payments. While a bank decides about a
 * dispute, it holds the money, even if the buyer has won another dispute. The minimum is alphabetical.
 */
export function selectBankAction(paymentId: string, purchaseId: string) {
  return sql<BankAction | null>`(select
      min(case when disputes.state = 'lost' then 'returned-by-bank' else 'held-by-bank' end)
    from disputes
    where disputes.purchase_id = ${sql.ref(purchaseId)} and disputes.payment_id = ${sql.ref(paymentId)}
      and disputes.state in ('lost', ${sql.join(withdrawnStates)}))`
}

/** Reports whether a bank holds the money of a payment until it decides a dispute. */
export async function isHeldByBank(db: Db, paymentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('disputes')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('state', 'in', withdrawnStates)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the amount that was lost in the disputes of a purchase's deal, in cents. */
export async function sumLostDisputes(db: Db, purchaseId: string): Promise<number> {
  const { sum } = await db
    .selectFrom('disputes')
    .select(({ fn }) => fn.sum<number | null>('amount').as('sum'))
    .where('purchase_id', '=', purchaseId)
    .where('state', '=', 'lost')
    .where(isOfDeal)
    .executeTakeFirstOrThrow()
  return sum ?? 0
}

/** Saves the evidence that an admin has changed. */
export async function saveEvidence(db: Db, id: string, evidence: Evidence, now: Date): Promise<void> {
  await db
    .updateTable('disputes')
    .set({ evidence: JSON.stringify(evidence), edited_at: now.toISOString() })
    .where('id', '=', id)
    .execute()
}

/** Saves evidence from our records, unless an admin has changed or submitted the evidence. */
export async function saveStagedEvidence(db: Db, id: string, evidence: Evidence): Promise<void> {
  await db
    .updateTable('disputes')
    .set({ evidence: JSON.stringify(evidence) })
    .where('id', '=', id)
    .where('edited_at', 'is', null)
    .where('submitted_at', 'is', null)
    .execute()
}

/**
 * Records that an admin submitted the evidence.
 * @returns true if this call recorded the submission
 */
export async function recordSubmission(db: Db, id: string, adminId: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('disputes')
    .set({ submitted_at: now.toISOString(), submitted_by: adminId })
    .where('id', '=', id)
    .where('submitted_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** A dispute with the names that admins see. */
export interface ListedDispute extends StoredDispute {
  carName: string
  buyerName: string
  sellerName: string
}

/** Lists disputes, newest first. */
export function listDisputes(db: Db, paging: Paging): Promise<Page<ListedDispute>> {
  return readNewest(
    selectListed(db),
    ['disputes.opened_at', 'disputes.id'],
    paging,
    (row) => [row.opened_at, row.id],
    toListedDispute,
  )
}

export async function findListedDispute(db: Db, id: string): Promise<ListedDispute | null> {
  const row = await selectListed(db).where('disputes.id', '=', id).executeTakeFirst()
  return row ? toListedDispute(row) : null
}

export function countDisputes({ db, search }: ListSources): Promise<Record<DisputeState, number>> {
  return countEach(search, db.selectFrom('disputes'), sql`disputes.state`, disputeStates)
}

function selectListed(db: Db) {
  return db
    .selectFrom('disputes')
    .innerJoin('purchases', 'purchases.id', 'disputes.purchase_id')
    .innerJoin('users as seller', 'seller.id', 'purchases.seller_id')
    .selectAll('disputes')
    .select(['purchases.car_name', 'purchases.buyer_name', 'seller.full_name as seller_name'])
}

type ListedRow = Awaited<ReturnType<ReturnType<typeof selectListed>['execute']>>[number]

function toListedDispute(row: ListedRow): ListedDispute {
  return {
    ...toDispute(row),
    carName: row.car_name,
    buyerName: row.buyer_name,
    sellerName: row.seller_name,
  }
}

function toDispute(row: Row<'disputes'>): StoredDispute {
  return {
    id: row.id,
    paymentId: row.payment_id,
    purchaseId: row.purchase_id,
    amount: row.amount,
    reason: row.reason,
    state: row.state,
    openedAt: row.opened_at,
    dueBy: row.due_by,
    closedAt: row.closed_at,
    evidence: JSON.parse(row.evidence) as Evidence,
    editedAt: row.edited_at,
    submittedAt: row.submitted_at,
  }
}
