import type { Db, Row } from '../../db/tables.ts'
import type { PayoutAccount } from '../../gateways/payments/payments.ts'

/** A seller's Stripe account. */
export interface StoredPayoutAccount extends PayoutAccount {
  userId: string
  checkedAt: string
}

export async function findPayoutAccount(db: Db, userId: string): Promise<StoredPayoutAccount | null> {
  const row = await db
    .selectFrom('payout_accounts')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? toAccount(row) : null
}

export async function findPayoutAccountById(db: Db, accountId: string): Promise<StoredPayoutAccount | null> {
  const row = await db
    .selectFrom('payout_accounts')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ? toAccount(row) : null
}

export async function savePayoutAccount(
  db: Db,
  userId: string,
  account: PayoutAccount,
  now: Date,
): Promise<void> {
  const time = now.toISOString()
  const values = { state: account.state, reasons: JSON.stringify(account.reasons), checked_at: time }
  await db
    .insertInto('payout_accounts')
    .values({ user_id: userId, account_id: account.id, created_at: time, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

/** Lists accounts that have not been read since the given time, oldest first. */
export async function listStalePayoutAccounts(
  db: Db,
  checkedBefore: Date,
  limit: number,
): Promise<StoredPayoutAccount[]> {
  const rows = await db
    .selectFrom('payout_accounts')
    .selectAll()
    .where('checked_at', '<', checkedBefore.toISOString())
    .orderBy('checked_at')
    .limit(limit)
    .execute()
  return rows.map(toAccount)
}

/**
 * Deletes the record of a deleted user's account. Payouts keep the account's ID, so a share can still be
 * recovered.
 */
export async function deleteUserPayoutAccount(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('payout_accounts').where('user_id', '=', userId).execute()
}

function toAccount(row: Row<'payout_accounts'>): StoredPayoutAccount {
  return {
    userId: row.user_id,
    id: row.account_id,
    state: row.state,
    reasons: JSON.parse(row.reasons) as string[],
    checkedAt: row.checked_at,
  }
}
