import { sql } from 'kysely'
import { ProblemError } from '../../../contract/api/problems.ts'
import { FIRST_STOCK_NUMBER, nextStockNumber } from '../../../contract/cars/stock-numbers.ts'
import { isAlike } from '../../db/engines/texts.ts'
import type { Db } from '../../db/tables.ts'

/** Proposes a stock number: the first one after the seller's newest that none of their cars has. */
export async function proposeStockNumber(db: Db, sellerId: string): Promise<string> {
  const newest = await findNewestStockNumber(db, sellerId)
  let number = newest === null ? FIRST_STOCK_NUMBER : nextStockNumber(newest)
  while (await findCarWithStockNumber(db, sellerId, number)) number = nextStockNumber(number)
  return number
}

/**
 * Rejects a stock number that another of the seller's cars has.
 * @throws ProblemError `stock-number-taken`, which names that car
 */
export async function assertStockNumberFree(
  db: Db,
  number: string | null,
  owner: { sellerId: string; carId?: string },
): Promise<void> {
  const carID = number && (await findCarWithStockNumber(db, owner.sellerId, number))
  if (!carID || carID === owner.carId) return
  const message = `Another of your cars has stock number ${number}. Enter a different one.`
  throw new ProblemError('stock-number-taken', { errors: [{ path: 'stockNo', message }], facts: { carID } })
}

async function findNewestStockNumber(db: Db, sellerId: string): Promise<string | null> {
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

/** Finds the seller's car with this stock number, ignoring case. Deleted cars' numbers are free again. */
async function findCarWithStockNumber(db: Db, sellerId: string, number: string): Promise<string | null> {
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
