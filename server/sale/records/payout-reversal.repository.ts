import { newId } from '../../db/id.ts'
import type { Db, Row } from '../../db/tables.ts'

/** A reversed part of a payout. It is recorded before it is requested from Stripe. */
export interface PayoutReversal {
  id: string
  payoutId: string
  /** In cents. */
  amount: number
  state: Row<'payout_reversals'>['state']
  createdAt: string
}

export async function findReversalInProgress(db: Db, payoutId: string): Promise<PayoutReversal | null> {
  const row = await db
    .selectFrom('payout_reversals')
    .selectAll()
    .where('payout_id', '=', payoutId)
    .where('state', '=', 'sending')
    .executeTakeFirst()
  return row ? toReversal(row) : null
}

export async function insertReversal(
  db: Db,
  { payoutId, amount }: Pick<PayoutReversal, 'payoutId' | 'amount'>,
  now: Date,
): Promise<PayoutReversal> {
  const row: Row<'payout_reversals'> = {
    id: newId(),
    payout_id: payoutId,
    amount,
    state: 'sending',
    reversal_id: null,
    created_at: now.toISOString(),
  }
  await db.insertInto('payout_reversals').values(row).execute()
  return toReversal(row)
}

/**
 * Records the outcome of a payout reversal.
 * @returns false if the reversal was not in progress
 */
export async function endReversal(
  db: Db,
  id: string,
  outcome: { state: 'sent'; reversalId: string } | { state: 'failed' },
): Promise<boolean> {
  const result = await db
    .updateTable('payout_reversals')
    .set({ state: outcome.state, reversal_id: outcome.state === 'sent' ? outcome.reversalId : null })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

function toReversal(row: Row<'payout_reversals'>): PayoutReversal {
  return {
    id: row.id,
    payoutId: row.payout_id,
    amount: row.amount,
    state: row.state,
    createdAt: row.created_at,
  }
}
