import type { Context } from '../../context.ts'
import { CARS_PER_BATCH, writeBatch } from '../../db/change-set.ts'
import { isLedgerFull } from '../../db/ledger-quota.ts'
import type { Db } from '../../db/tables.ts'
import { findCars } from '../cars/car.repository.ts'
import type { Car } from '../cars/car.ts'
import { applyRow, NO_DEFAULTS, readNewCarDefaults } from './apply-row.ts'
import { removeImportFile } from './import-files.ts'
import { dropUnneededCells } from './import-cells.ts'
import {
  listPendingRows,
  recordImportedRow,
  recordUnappliedRow,
  type ImportRow,
} from './import-rows.repository.ts'
import {
  beginPhotos,
  findImport,
  moveImport,
  recordApplied,
  type CarImport,
  type Lane,
} from './import.repository.ts'
import { countPhotoRows } from './photo-rows.repository.ts'

/**
 * Imports some rows in the same transaction that marks them as imported. If the server stops at any point,
 * the import continues with the next rows, and no row is imported twice. All rows of a spreadsheet belong to
 * the same change set.
 * @returns the lane where the work continues
 */
export async function applyNextBatch(ctx: Context, { id, userId }: CarImport): Promise<Lane | undefined> {
  const isFull = await isLedgerFull(ctx, userId)
  const outcome = await ctx.db.transaction().execute(async (trx) => {
    const job = await findImport(trx, id)
    if (job?.state !== 'applying') return null
    const rows = await listPendingRows(trx, id, CARS_PER_BATCH)
    if (rows.length === 0) return (await dropUnneededCells(trx, ctx, job)) ? null : endRows(trx, ctx, job)
    const by = { actorId: job.userId, now: new Date(job.applyingAt!), countedAt: ctx.now() }
    const { set: changeSet } = await writeBatch(trx, by, { kind: 'import', set: job.changeSet }, () =>
      applyRows(trx, ctx, job, rows, isFull),
    )
    await recordApplied(trx, job, { done: job.done + rows.length, changeSet }, ctx.now())
    return null
  })
  if (outcome === 'applied') await removeImportFile(ctx.config, id)
  return outcome === 'picturing' ? outcome : undefined
}

/** Finishes an import after its rows, unless photos still have to be fetched. */
async function endRows(trx: Db, ctx: Context, job: CarImport): Promise<'applied' | 'picturing'> {
  const waitingRows = await countPhotoRows(trx, job.id)
  if (waitingRows > 0) {
    await beginPhotos(trx, job, waitingRows, ctx.now())
    return 'picturing'
  }
  await moveImport(trx, job.id, ['applying'], 'applied')
  return 'applied'
}

async function applyRows(
  trx: Db,
  ctx: Context,
  job: CarImport,
  rows: readonly ImportRow[],
  isFull: boolean,
): Promise<void> {
  const cars = await findCarsById(trx, rows)
  const hasNewCars = rows.some(({ action }) => action === 'create')
  const defaults = hasNewCars ? await readNewCarDefaults(trx, job.userId, job.applyingAt!) : NO_DEFAULTS
  for (const row of rows) {
    const car = row.carId === null ? null : (cars.get(row.carId) ?? null)
    const outcome = await applyRow(trx, ctx, {
      sellerId: job.userId,
      row,
      car,
      defaults,
      isLedgerFull: isFull,
    })
    if ('carId' in outcome) await recordImportedRow(trx, job.id, row.place, outcome.carId)
    else await recordUnappliedRow(trx, job.id, row, outcome.action, outcome.rowError)
  }
}

async function findCarsById(trx: Db, rows: readonly ImportRow[]): Promise<ReadonlyMap<string, Car>> {
  const ids = rows.flatMap(({ carId }) => carId ?? [])
  if (ids.length === 0) return new Map()
  return new Map((await findCars(trx, ids)).map((car) => [car.id, car]))
}
