import type { RowError } from '../../../contract/imports.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import { createQuotaProblem } from '../../../contract/api/quotas.ts'
import type { Context } from '../../context.ts'
import { attempt } from '../../db/engines/attempts.ts'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/tables.ts'
import { guardProblem } from '../../http/problem.ts'
import { insertCar, updateCar } from '../cars/car.repository.ts'
import { moveCar } from '../cars/car-state.repository.ts'
import type { Car, CarFields } from '../cars/car.ts'
import { notifySellerOfReview } from '../cars/review-notices.ts'
import { assertStockNumberFree } from '../cars/stock-numbers.ts'
import { readSale } from '../cars/sold-elsewhere-rules.ts'
import { statusAfterEdit } from '../cars/vin-conflicts.ts'
import { findOwnCarWithVin, holdCar } from '../cars/vin.repository.ts'
import type { ImportRow } from './import-rows.repository.ts'
import { emptyCarFields } from './plan/empty-car-fields.ts'
import { getReviewReason } from './plan/review-reason.ts'

/**
 * Values that are copied from the seller's newest car to new cars if the spreadsheet does not contain them.
 */
export type NewCarDefaults = Pick<CarFields, 'location' | 'sellerContact'>

export const NO_DEFAULTS: NewCarDefaults = { location: '', sellerContact: '' }

/**
 * Reads the defaults from the seller's newest car.
 * @param before the start of the import. Later cars are ignored, since they may come from the import itself.
 */
export async function readNewCarDefaults(db: Db, sellerId: string, before: string): Promise<NewCarDefaults> {
  const newest = await db
    .selectFrom('cars')
    .select(['location', 'contact as sellerContact'])
    .where('seller_id', '=', sellerId)
    .where('hidden_at', 'is', null)
    .where('posted_at', '<', before)
    .orderBy('posted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest ?? NO_DEFAULTS
}

export interface RowToApply {
  sellerId: string
  row: ImportRow
  /** The car's current data, or null for a new car or one that no longer exists. */
  car: Car | null
  defaults: NewCarDefaults
  isLedgerFull: boolean
}

/** The imported car, or the reason why the row was not imported. */
export type RowOutcome = { carId: string } | { action: 'held' | 'error'; rowError: RowError }

const IMPORT_AGAIN = 'Import the file again.'

/**
 * Imports one row in the transaction of its batch. All checks that may reject the row run before anything is
 * written.
 */
export async function applyRow(trx: Db, ctx: Context, request: RowToApply): Promise<RowOutcome> {
  try {
    return await attempt(trx, () => importRow(trx, ctx, request))
  } catch (error) {
    const guardedProblem = guardProblem(error)
    if (guardedProblem) return rejectRow(new ProblemError(guardedProblem).message)
    if (error instanceof ProblemError) return rejectRow(error.message)
    throw error
  }
}

async function importRow(trx: Db, ctx: Context, request: RowToApply): Promise<RowOutcome> {
  const { sellerId, row, car, defaults, isLedgerFull } = request
  if (isLedgerFull) throw createQuotaProblem('ledgerRowsPerHour', ctx.config.quotas)
  if (row.action === 'create')
    return addCar(trx, ctx, sellerId, { ...emptyCarFields, ...defaults, ...row.plannedFields })
  if (!car || car.sellerId !== sellerId || car.isHidden)
    return rejectRow('This car was deleted after the file was read.')
  const heldReason = getReviewReason(car)
  if (heldReason) return { action: 'held', rowError: { column: '', value: '', ...heldReason } }
  if (car.version !== row.version) return rejectRow('This car was changed after the file was read.')
  if (row.isSold) return markAsSold(trx, ctx, car)
  return row.action === 'off-lot' ? takeOffLot(trx, ctx, car) : changeCar(trx, ctx, car, row)
}

/** Adds a new car as a draft. */
async function addCar(
  trx: Db,
  ctx: Context,
  sellerId: string,
  fieldValues: Omit<CarFields, 'images' | 'shots'>,
): Promise<RowOutcome> {
  if (fieldValues.vin && (await findOwnCarWithVin(trx, fieldValues.vin, { sellerId, inAnyState: true })))
    return rejectRow('You added a car with this VIN after the file was read.')
  await assertStockNumberFree(trx, fieldValues.stockNo, { sellerId })
  const id = newId()
  const fields = { ...fieldValues, images: [], shots: {} }
  await insertCar(trx, { id, sellerId, fields, state: 'draft', idempotency: null }, ctx.now())
  return { carId: id }
}

async function changeCar(
  trx: Db,
  ctx: Context,
  car: Car,
  { plannedFields: fieldValues }: ImportRow,
): Promise<RowOutcome> {
  // The row contains nothing but photos.
  if (Object.keys(fieldValues).length === 0) return { carId: car.id }
  const fields = { ...car, ...fieldValues }
  const identity = { sellerId: car.sellerId, carId: car.id }
  if (fields.stockNo !== car.stockNo) await assertStockNumberFree(trx, fields.stockNo, identity)
  const { state, heldVin } = await statusAfterEdit(trx, car, fields, ctx.now())
  if (!(await updateCar(trx, car, { fields, state }))) return rejectRow('This car was changed just now.')
  if (heldVin !== null && heldVin !== car.heldVin) await holdCar(trx, car.id, heldVin)
  if (state === 'in-review' && car.state !== state)
    await notifySellerOfReview(trx, ctx, { ...car, ...fields })
  return { carId: car.id }
}

async function takeOffLot(trx: Db, ctx: Context, car: Car): Promise<RowOutcome> {
  const isMoved = await moveCar(trx, car, { to: 'withdrawn', isHidden: false }, ctx.now())
  return isMoved ? { carId: car.id } : rejectRow('This car was changed just now.')
}

/** Marks a car as sold elsewhere at its current price, with the day of the import as the sale date. */
async function markAsSold(trx: Db, ctx: Context, car: Car): Promise<RowOutcome> {
  const saleMove = {
    to: 'sold-elsewhere',
    soldElsewhere: readSale(car, {}, ctx.now()),
    isHidden: false,
  } as const
  const isMoved = await moveCar(trx, car, saleMove, ctx.now())
  return isMoved ? { carId: car.id } : rejectRow('This car was changed just now.')
}

function rejectRow(message: string): RowOutcome {
  return { action: 'error', rowError: { column: '', value: '', message, fix: IMPORT_AGAIN } }
}
