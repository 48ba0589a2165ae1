import { sumOfFees, type SellerFee } from '../../../contract/all-in-price.ts'
import { fromFeesColumn, toFeesColumn } from '../../db/fees-column.ts'
import type { Db } from '../../db/tables.ts'

/** Returns a seller's fees in their order. */
export async function listSellerFees(db: Db, sellerId: string): Promise<SellerFee[]> {
  const row = await db
    .selectFrom('seller_fees')
    .select('fees')
    .where('seller_id', '=', sellerId)
    .executeTakeFirst()
  return row ? fromFeesColumn(row.fees) : []
}

/** Replaces a seller's fees. Cars that are added or released later get them from a trigger. */
export async function replaceSellerFees(db: Db, sellerId: string, fees: readonly SellerFee[]): Promise<void> {
  if (fees.length === 0) return deleteSellerFeesOf(db, sellerId)
  const row = { fees: toFeesColumn(fees), total_minor: sumOfFees(fees) }
  await db
    .insertInto('seller_fees')
    .values({ seller_id: sellerId, ...row })
    .onConflict((conflict) => conflict.column('seller_id').doUpdateSet(row))
    .execute()
}

/** Writes the fees to a seller's cars. A reserved or sold car keeps those that its buyer agreed to. */
export async function chargeFees(db: Db, sellerId: string, fees: readonly SellerFee[]): Promise<void> {
  await db
    .updateTable('cars')
    .set({ fees: toFeesColumn(fees), fees_minor: sumOfFees(fees) })
    .where('seller_id', '=', sellerId)
    .where('state', 'not in', ['reserved', 'sold'])
    .execute()
}

export async function deleteSellerFeesOf(db: Db, sellerId: string): Promise<void> {
  await db.deleteFrom('seller_fees').where('seller_id', '=', sellerId).execute()
}
