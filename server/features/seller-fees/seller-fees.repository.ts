import { sql, type RawBuilder } from 'kysely'
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
  const row = { fees: toFeesColumn(fees), total_minor: sumOfFees(fees) }
  await db
    .insertInto('seller_fees')
    .values({ seller_id: sellerId, ...row })
    .onConflict((conflict) => conflict.column('seller_id').doUpdateSet(row))
    .execute()
}

/**
 * Writes the seller's current fees to a batch of cars that have other ones. A reserved or sold car keeps those that
 * its buyer agreed to.
 * @returns the number of cars in the batch
 */
export async function chargeFees(db: Db, sellerId: string, limit: number): Promise<number> {
  const fees = await listSellerFees(db, sellerId)
  const current = toFeesColumn(fees)
  const rows = await selectOutdated(db, '<', sellerId, current)
    .unionAll(selectOutdated(db, '>', sellerId, current))
    .limit(limit)
    .execute()
  if (rows.length === 0) return 0
  await db
    .updateTable('cars')
    .set({ fees: current, fees_minor: sumOfFees(fees) })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('state', 'not in', ['reserved', 'sold'])
    .execute()
  return rows.length
}

type Text = string | RawBuilder<string>

/** Selects from the index `cars_by_fees`, which has the same conditions. SQLite uses it for `<` and `>`, not for `<>`. */
function selectOutdated(db: Db, side: '<' | '>', sellerId: Text, current: Text) {
  return db
    .selectFrom('cars')
    .select('cars.id')
    .where('cars.seller_id', '=', sellerId)
    .where('cars.fees', side, current)
    .where('cars.state', '<>', 'reserved')
    .where('cars.state', '<>', 'sold')
}

/** Returns the first seller after the given one, or else the first of all, whose cars have outdated fees. */
export async function findNextToCharge(db: Db, after: string): Promise<string | null> {
  const owner = sql.ref<string>('seller_fees.seller_id')
  const current = sql.ref<string>('seller_fees.fees')
  const row = await db
    .selectFrom('seller_fees')
    .select('seller_id')
    .where(({ or, exists }) =>
      or([exists(selectOutdated(db, '<', owner, current)), exists(selectOutdated(db, '>', owner, current))]),
    )
    .orderBy(({ eb }) => eb('seller_id', '<=', after))
    .orderBy('seller_id')
    .executeTakeFirst()
  return row?.seller_id ?? null
}

export async function deleteAllSellerFees(db: Db, sellerId: string): Promise<void> {
  await db.deleteFrom('seller_fees').where('seller_id', '=', sellerId).execute()
}
