import type { RowError } from '../../../contract/imports.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import { quotaExceeded } from '../../../contract/api/quotas.ts'
import type { Context } from '../../context.ts'
import { attempt } from '../../db/engines/attempts.ts'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/tables.ts'
import { guardProblem } from '../../http/problem.ts'
import { insertCar, updateCar } from '../cars/car.repository.ts'
import { moveCar } from '../cars/car-state.repository.ts'
import type { Car, CarFields } from '../cars/car.ts'
import { notifyInReview } from '../cars/review-notices.ts'
import { assertStockNumberFree } from '../cars/stock-numbers.ts'
import { readSale } from '../cars/sold-elsewhere-rules.ts'
import { statusAfterEdit } from '../cars/vin-conflicts.ts'
import { findOwnCarWithVin, holdCar } from '../cars/vin.repository.ts'
import type { ImportRow } from './import-rows.repository.ts'
import { emptyCarFields } from './plan/empty-car-fields.ts'
import { reviewReason } from './plan/review-reason.ts'

/** Values that a spreadsheet does not contain for a new car. They are copied from the seller's newest car. */
export type NewCarDefaults = Pick<CarFields, 'location' | 'sellerContact'>

export const NO_DEFAULTS: NewCarDefaults = { location: '', sellerContact: '' }

/**
 * Reads the defaults from the seller's newest car.
 * @param before the start of the import; cars added after it do not count, because they may come from the
 * import itself
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
  /** The current data of the car; null for a new car or one that no longer exists. */
  car: Car | null
  defaults: NewCarDefaults
  isLedgerFull: boolean
}

/** The car that the row became, or the reason why it was not imported. */
export type RowOutcome = { carId: string } | { action: 'held' | 'error'; why: RowError }

const AGAIN = 'Import the file again.'

/**
 * Imports one row in the transaction of its batch. All checks that may reject it run before it is written.
 */
export async function applyRow(trx: Db, ctx: Context, request: RowToApply): Promise<RowOutcome> {
  try {
    return await attempt(trx, () => putIn(trx, ctx, request))
  } catch (error) {
    const guarded = guardProblem(error)
    if (guarded) return rejectRow(new ProblemError(guarded).message)
    if (error instanceof ProblemError) return rejectRow(error.message)
    throw error
  }
}

async function putIn(trx: Db, ctx: Context, request: RowToApply): Promise<RowOutcome> {
  const { sellerId, row, car, defaults, isLedgerFull } = request
  if (isLedgerFull) throw quotaExceeded('ledgerRowsPerHour', ctx.config.quotas)
  if (row.action === 'create')
    return addCar(trx, ctx, sellerId, { ...emptyCarFields, ...defaults, ...row.said })
  if (!car || car.sellerId !== sellerId || car.isHidden)
    return rejectRow('This car was deleted after the file was read.')
  const held = reviewReason(car)
  if (held) return { action: 'held', why: { column: '', value: '', ...held } }
  if (car.version !== row.version) return rejectRow('This car was changed after the file was read.')
  if (row.isSold) return markAsSold(trx, ctx, car)
  return row.action === 'off-lot' ? takeOffLot(trx, ctx, car) : changeCar(trx, ctx, car, row)
}

/** Adds a new car. It is a draft until it has photos and its seller lists it. */
async function addCar(
  trx: Db,
  ctx: Context,
  sellerId: string,
  said: Omit<CarFields, 'images'>,
): Promise<RowOutcome> {
  if (said.vin && (await findOwnCarWithVin(trx, said.vin, { sellerId, inAnyState: true })))
    return rejectRow('You added a car with this VIN after the file was read.')
  await assertStockNumberFree(trx, said.stockNo, { sellerId })
  const id = newId()
  const fields = { ...said, images: [] }
  await insertCar(trx, { id, sellerId, fields, state: 'draft', idempotency: null }, ctx.now())
  return { carId: id }
}

async function changeCar(trx: Db, ctx: Context, car: Car, { said }: ImportRow): Promise<RowOutcome> {
  // The row contains nothing but photos.
  if (Object.keys(said).length === 0) return { carId: car.id }
  const fields = { ...car, ...said }
  const own = { sellerId: car.sellerId, carId: car.id }
  if (fields.stockNo !== car.stockNo) await assertStockNumberFree(trx, fields.stockNo, own)
  const { state, heldVin } = await statusAfterEdit(trx, car, fields, ctx.now())
  if (!(await updateCar(trx, car, { fields, state }))) return rejectRow('This car was changed just now.')
  if (heldVin !== null && heldVin !== car.heldVin) await holdCar(trx, car.id, heldVin)
  if (state === 'in-review' && car.state !== state) await notifyInReview(trx, ctx, { ...car, ...fields })
  return { carId: car.id }
}

async function takeOffLot(trx: Db, ctx: Context, car: Car): Promise<RowOutcome> {
  const isMoved = await moveCar(trx, car, { to: 'withdrawn', isHidden: false }, ctx.now())
  return isMoved ? { carId: car.id } : rejectRow('This car was changed just now.')
}

/** Marks a car as sold elsewhere at its current price, with the day of the import as the sale date. */
async function markAsSold(trx: Db, ctx: Context, car: Car): Promise<RowOutcome> {
  const move = { to: 'sold-elsewhere', soldElsewhere: readSale(car, {}, ctx.now()), isHidden: false } as const
  const isMoved = await moveCar(trx, car, move, ctx.now())
  return isMoved ? { carId: car.id } : rejectRow('This car was changed just now.')
}

function rejectRow(message: string): RowOutcome {
  return { action: 'error', why: { column: '', value: '', message, fix: AGAIN } }
}
