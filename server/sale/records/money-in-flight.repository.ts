import type { Db } from '../../db/tables.ts'
import { toDeal, type Deal } from './deal.repository.ts'

/**
 * Reports whether a user is the buyer or the seller of a payment whose deal, reservation, refund, or dispute is still
 * open. A failed refund of a sale is not open, because the sale stands.
 */
export async function hasMoneyInFlight(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where(({ eb, or }) => or([eb('buyer_id', '=', userId), eb('seller_id', '=', userId)]))
    .where(({ and, eb, exists, or, selectFrom }) =>
      or([
        eb('payments.state', '=', 'refund-pending'),
        and([eb('is_sale', '=', 0), eb('payments.state', '=', 'refund-failed')]),
        exists(
          selectFrom('deals')
            .select('deals.purchase_id')
            .whereRef('deals.purchase_id', '=', 'payments.purchase_id')
            .where('deals.state', 'not in', ['released', 'closed', 'refunded']),
        ),
        exists(
          selectFrom('deposits')
            .select('payment_id')
            .whereRef('payment_id', '=', 'payments.id')
            .where('deposits.state', '=', 'held'),
        ),
        exists(
          selectFrom('refund_parts')
            .select('refund_parts.payment_id')
            .whereRef('refund_parts.payment_id', '=', 'payments.id')
            .where('refund_parts.state', '=', 'open'),
        ),
        exists(
          selectFrom('disputes')
            .select('disputes.id')
            .whereRef('disputes.purchase_id', '=', 'payments.purchase_id')
            .where('closed_at', 'is', null),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Lists a seller's deals whose handover was confirmed since a time. */
export async function listDealsConfirmedSince(db: Db, sellerId: string, since: Date): Promise<Deal[]> {
  const rows = await db
    .selectFrom('deals')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .where('confirmed_at', '>=', since.toISOString())
    .execute()
  return rows.map(toDeal)
}
