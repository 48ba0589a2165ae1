import { newId } from '../../db/id.ts'
import type { Db, Row } from '../../db/tables.ts'

/** A partial refund requested by an admin. */
export interface RefundPart {
  id: string
  paymentId: string
  /** In cents. */
  amount: number
  /** The reason that the buyer and the seller see. */
  reason: string
}

/**
 * Inserts an open partial refund.
 * @throws if the payment already has an open partial refund
 */
export async function insertRefundPart(
  db: Db,
  { paymentId, amount, reason }: Omit<RefundPart, 'id'>,
  now: Date,
): Promise<RefundPart> {
  const row: Row<'refund_parts'> = {
    id: newId(),
    payment_id: paymentId,
    amount,
    reason,
    state: 'open',
    asked_at: now.toISOString(),
  }
  await db.insertInto('refund_parts').values(row).execute()
  return toRefundPart(row)
}

export async function findOpenPart(db: Db, paymentId: string): Promise<RefundPart | null> {
  const row = await selectOpenParts(db).where('payment_id', '=', paymentId).executeTakeFirst()
  return row ? toRefundPart(row) : null
}

/** Lists the open partial refunds of all payments of a purchase. */
export async function listOpenRefundParts(db: Db, purchaseId: string): Promise<RefundPart[]> {
  const rows = await selectOpenParts(db)
    .where('payment_id', 'in', ({ selectFrom }) =>
      selectFrom('payments').select('payments.id').where('purchase_id', '=', purchaseId),
    )
    .orderBy('asked_at')
    .execute()
  return rows.map(toRefundPart)
}

export async function listOpenParts(db: Db, limit: number): Promise<RefundPart[]> {
  const rows = await selectOpenParts(db).orderBy('asked_at').limit(limit).execute()
  return rows.map(toRefundPart)
}

/**
 * Ends partial refunds that are still open.
 * @returns the refunds that this call ended
 */
export async function endRefundParts(
  db: Db,
  ids: readonly string[],
  state: 'done' | 'failed',
): Promise<RefundPart[]> {
  if (ids.length === 0) return []
  const rows = await db
    .updateTable('refund_parts')
    .set({ state })
    .where('id', 'in', ids)
    .where('state', '=', 'open')
    .returningAll()
    .execute()
  return rows.map(toRefundPart)
}

function selectOpenParts(db: Db) {
  return db.selectFrom('refund_parts').selectAll().where('state', '=', 'open')
}

function toRefundPart(row: Row<'refund_parts'>): RefundPart {
  return { id: row.id, paymentId: row.payment_id, amount: row.amount, reason: row.reason }
}
