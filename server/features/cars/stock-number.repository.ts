import { sql } from 'kysely'
import { isAlike } from '../../db/engines/texts.ts'
import type { Db } from '../../db/tables.ts'

/** That of the car that was added last of those that have one. */
export async function findNewestStockNumber(db: Db, sellerId: string): Promise<string | null> {
  const row = await db
    .selectFrom('cars')
    .select('stock_no')
    .where('seller_id', '=', sellerId)
    .where('stock_no', 'is not', null)
    .orderBy('posted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.stock_no ?? null
}

/** The seller's car with this number, in whichever case; those that were deleted have left theirs. */
export async function findCarWithStockNumber(
  db: Db,
  sellerId: string,
  number: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('cars')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where(isAlike(sql`stock_no`, number))
    .where('stock_no', 'is not', null)
    .where('hidden_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}
