import type { Db, Row } from '../../db/tables.ts'

/** A transfer to a seller for one deal. It is recorded before it is requested from Stripe. */
export interface Payout {
  id: string
  purchaseId: string
  sellerId: string
  accountId: string
  /** The amount that was paid and not refunded when the payout was computed, in cents. */
  paid: number
  fee: number
  /** The part that settles the seller's debt, in cents. */
  debt: number
  /** The amount of the transfer: `paid` without `fee` and `debt`. */
  amount: number
  /** The reversed part of the transfer. */
  reversed: number
  state: Row<'payouts'>['state']
  failure: string | null
  transferId: string | null
  attempts: number
  refusals: number
  /** The amount refunded since the payout for which the seller's share was recovered or became a debt. */
  returnedFor: number
  nextAttemptAt: string
  createdAt: string
  sentAt: string | null
}

export async function findPayout(db: Db, purchaseId: string): Promise<Payout | null> {
  const row = await db
    .selectFrom('payouts')
    .selectAll()
    .where('purchase_id', '=', purchaseId)
    .executeTakeFirst()
  return row ? toPayout(row) : null
}

export async function insertPayout(
  db: Db,
  row: Omit<Row<'payouts'>, 'reversed' | 'returned_for'>,
): Promise<void> {
  await db.insertInto('payouts').values(row).execute()
}

/** Changes a payout that is not sent. @returns false if it has been sent in the meantime */
export async function changeUnsentPayout(
  db: Db,
  id: string,
  change: Partial<Omit<Row<'payouts'>, 'id' | 'purchase_id'>>,
  attempts?: number,
): Promise<boolean> {
  const result = await db
    .updateTable('payouts')
    .set(change)
    .where('id', '=', id)
    .where('state', '<>', 'sent')
    .$if(attempts !== undefined, (query) => query.where('attempts', '=', attempts!))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Returns the debt that payouts in progress are about to settle, in cents. */
export async function sumDebtInProgress(db: Db, sellerId: string, exceptId: string): Promise<number> {
  const { sum } = await db
    .selectFrom('payouts')
    .select(({ fn }) => fn.sum<number | null>('debt').as('sum'))
    .where('seller_id', '=', sellerId)
    .where('state', '=', 'sending')
    .where('id', '<>', exceptId)
    .executeTakeFirstOrThrow()
  return sum ?? 0
}

export async function recordReturned(
  db: Db,
  id: string,
  { reversed, returnedFor }: { reversed?: number; returnedFor?: number },
): Promise<void> {
  await db.updateTable('payouts').set({ reversed, returned_for: returnedFor }).where('id', '=', id).execute()
}

/**
 * Lists the purchases whose payout is due: handed over, not interrupted, and not sent yet. Deals of sellers
 * who cannot receive payouts are left out. Payouts with an unknown outcome are always included, because
 * Stripe may have sent them.
 */
export async function listDuePayouts(db: Db, now: Date, limit: number): Promise<string[]> {
  const time = now.toISOString()
  const releasable = db
    .selectFrom('deals')
    .innerJoin('payout_accounts', 'payout_accounts.user_id', 'deals.seller_id')
    .leftJoin('payouts', 'payouts.purchase_id', 'deals.purchase_id')
    .select(['deals.purchase_id', 'deals.created_at as paid_at'])
    .where('deals.state', '=', 'handed-over')
    .where('payout_accounts.state', '=', 'active')
    .where(({ eb, or, and }) =>
      or([
        eb('payouts.id', 'is', null),
        and([eb('payouts.state', '=', 'failed'), eb('payouts.next_attempt_at', '<=', time)]),
      ]),
    )
  const unknown = db
    .selectFrom('payouts')
    .innerJoin('deals', 'deals.purchase_id', 'payouts.purchase_id')
    .select(['deals.purchase_id', 'deals.created_at as paid_at'])
    // SQLite uses the partial index of unsent payouts only with its own condition.
    .where('payouts.state', '<>', 'sent')
    .where('payouts.state', '=', 'sending')
    .where('payouts.next_attempt_at', '<=', time)
  const rows = await releasable.unionAll(unknown).orderBy('paid_at').limit(limit).execute()
  return rows.map((row) => row.purchase_id)
}

export function toPayout(row: Row<'payouts'>): Payout {
  return {
    id: row.id,
    purchaseId: row.purchase_id,
    sellerId: row.seller_id,
    accountId: row.account_id,
    paid: row.paid,
    fee: row.fee,
    debt: row.debt,
    amount: row.amount,
    reversed: row.reversed,
    state: row.state,
    failure: row.failure,
    transferId: row.transfer_id,
    attempts: row.attempts,
    refusals: row.refusals,
    returnedFor: row.returned_for,
    nextAttemptAt: row.next_attempt_at,
    createdAt: row.created_at,
    sentAt: row.sent_at,
  }
}
