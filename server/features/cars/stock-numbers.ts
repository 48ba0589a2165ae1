import { ProblemError } from '../../../contract/problems.ts'
import { FIRST_STOCK_NUMBER, nextStockNumber } from '../../../contract/stock-numbers.ts'
import type { Db } from '../../db/tables.ts'
import { findCarWithStockNumber, findNewestStockNumber } from './stock-number.repository.ts'

/** The one after the newest of the seller's, or after that, which no car of theirs has. */
export async function proposeStockNumber(db: Db, sellerId: string): Promise<string> {
  const newest = await findNewestStockNumber(db, sellerId)
  let number = newest === null ? FIRST_STOCK_NUMBER : nextStockNumber(newest)
  while (await findCarWithStockNumber(db, sellerId, number)) number = nextStockNumber(number)
  return number
}

/** @throws ProblemError `stock-number-taken`, which names the seller's car that has it */
export async function refuseTakenStockNumber(
  db: Db,
  number: string | null,
  own: { sellerId: string; carId?: string },
): Promise<void> {
  const carID = number && (await findCarWithStockNumber(db, own.sellerId, number))
  if (!carID || carID === own.carId) return
  const message = `Another of your cars has stock number ${number}. Enter a different one.`
  throw new ProblemError('stock-number-taken', { errors: [{ path: 'stockNo', message }], facts: { carID } })
}
