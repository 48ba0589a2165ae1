import type { Context } from '../../context.ts'
import { CARS_A_TURN, writeTurn } from '../../db/change-set.ts'
import type { Db } from '../../db/tables.ts'
import { findCars } from '../cars/car.repository.ts'
import { endOthersUndos } from '../undo/undo.repository.ts'
import { findUser } from '../users/user.repository.ts'
import { applyRow, readNewCarDefaults } from './apply-row.ts'
import { removeImportFile } from './import-files.ts'
import { listPendingRows, noteRowIn, noteRowOut, type ImportRow } from './import-rows.repository.ts'
import { findImport, moveImport, noteApplied, type CarImport } from './import.repository.ts'

/**
 * Puts the rows in, some a transaction, in which they are also marked as being in: wherever the server ends, it goes on
 * with the next, and none goes in twice. All are one change set.
 */
export async function applyImport(ctx: Context, { id }: CarImport, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await applyTurn(ctx, id)));
  if (!signal.aborted) await removeImportFile(ctx.config, id)
}

/** @returns whether there may be more to do */
function applyTurn(ctx: Context, id: string): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    const job = await findImport(trx, id)
    if (job?.state !== 'applying') return false
    const rows = await listPendingRows(trx, id, CARS_A_TURN)
    if (rows.length === 0 || !(await findUser(trx, job.userId))) {
      await moveImport(trx, id, ['applying'], 'applied', { ended_at: ctx.now().toISOString() })
      return false
    }
    const by = { actorId: job.userId, now: new Date(job.applyingAt!) }
    const changeSet = await writeTurn(trx, by, { kind: 'import', set: job.changeSet }, () =>
      applyRows(trx, ctx, job, rows),
    )
    await noteApplied(trx, id, { done: job.done + rows.length, changeSet })
    return true
  })
}

async function applyRows(trx: Db, ctx: Context, job: CarImport, rows: readonly ImportRow[]): Promise<void> {
  const ids = rows.flatMap(({ carId }) => carId ?? [])
  const cars = new Map((ids.length > 0 ? await findCars(trx, ids) : []).map((car) => [car.id, car]))
  const defaults = await readNewCarDefaults(trx, job.userId)
  await endOthersUndos(trx, job.userId, ids)
  for (const row of rows) {
    const car = row.carId === null ? null : (cars.get(row.carId) ?? null)
    const outcome = await applyRow(trx, ctx, { sellerId: job.userId, row, car, defaults })
    if ('carId' in outcome) await noteRowIn(trx, job.id, row.place, outcome.carId)
    else await noteRowOut(trx, job.id, row, outcome.action, outcome.why)
  }
}
