import { defaultFeeRate, type FeeRate } from '../../../contract/fees.ts'
import { newId } from '../../db/id.ts'
import type { Db, Row } from '../../db/tables.ts'

/** The `seller_id` of the general rate. */
const EVERYONE = ''

/** Returns the rate that a seller pays: their own, the general one, or the default. */
export async function findFeeRate(db: Db, sellerId: string): Promise<FeeRate> {
  const rows = await current(db).where('seller_id', 'in', [sellerId, EVERYONE]).execute()
  const row = rows.find((each) => each.seller_id === sellerId) ?? rows[0]
  return row ? toFeeRate(row) : defaultFeeRate
}

export async function findGeneralFeeRate(db: Db): Promise<FeeRate> {
  return findFeeRate(db, EVERYONE)
}

export interface SellerFeeRate extends FeeRate {
  sellerId: string
  sellerName: string
  sellerEmail: string
}

/** Lists the sellers with their own rate, by name. */
export async function listSellerFeeRates(db: Db): Promise<SellerFeeRate[]> {
  const rows = await current(db)
    .innerJoin('users', 'users.id', 'fee_rates.seller_id')
    .select(['users.full_name', 'users.email'])
    .orderBy('users.full_name')
    .orderBy('users.id')
    .execute()
  return rows.map((row) => ({
    ...toFeeRate(row),
    sellerId: row.seller_id,
    sellerName: row.full_name,
    sellerEmail: row.email,
  }))
}

/**
 * Replaces a rate. Earlier rates remain as a record.
 * @param sellerId null for the general rate
 * @param rate null to return a seller to the general rate
 * @returns true if there was a change
 */
export async function replaceFeeRate(
  db: Db,
  sellerId: string | null,
  rate: FeeRate | null,
  by: { adminId: string; now: Date },
): Promise<boolean> {
  const at = by.now.toISOString()
  const ended = await db
    .updateTable('fee_rates')
    .set({ ended_at: at })
    .where('seller_id', '=', sellerId ?? EVERYONE)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (rate === null) return ended.numUpdatedRows > 0n
  await db
    .insertInto('fee_rates')
    .values({
      id: newId(),
      seller_id: sellerId ?? EVERYONE,
      basis_points: rate.basisPoints,
      minimum: rate.minimum,
      maximum: rate.maximum,
      set_by: by.adminId,
      set_at: at,
      ended_at: null,
    })
    .execute()
  return true
}

function current(db: Db) {
  return db.selectFrom('fee_rates').selectAll('fee_rates').where('ended_at', 'is', null)
}

function toFeeRate(row: Row<'fee_rates'>): FeeRate {
  return { basisPoints: row.basis_points, minimum: row.minimum, maximum: row.maximum }
}
