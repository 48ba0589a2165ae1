import type { AuditAction } from '../../../contract/audit.ts'
import type { ChangeKind } from '../../../contract/cars/car-changes.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import { type Actor, canTrade } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { writeCarsInBatches } from '../../db/change-set.ts'
import { assertLedgerNotFull } from '../../db/ledger-quota.ts'
import type { Db } from '../../db/tables.ts'
import { ApiResponse } from '../../http/handler.ts'
import type { Car } from '../cars/car.ts'
import { notifyRelisting } from '../cars/take-down-notices.ts'
import { auditUndo } from '../undo/audit-undo.ts'
import { deleteUndo } from '../undo/undo.repository.ts'
import type { UndoChangeSet } from '../undo/undo-kind.ts'
import { findSetKind, listUnchangedCars } from './change.repository.ts'
import {
  requestUndo,
  beginUndo,
  findLastRevert,
  findLongRevert,
  isUnderWay,
} from './long-revert.repository.ts'
import { revertCars } from './revert-cars.ts'

/** The audit actions that record a change of another seller's car. */
const actions: Partial<Record<ChangeKind, readonly AuditAction[]>> = {
  delete: ['withdraw-car', 'hide-car'],
  state: ['move-car'],
  'bulk-edit': ['edit-car'],
  revert: ['revert-car'],
}

/**
 * Undoes a change set within a minute. Restores the cars that have not been changed since and that the
 * caller's current role may still change. The undo of a long-running revert waits for the end of the revert,
 * and therefore runs after the response (202).
 * @throws ProblemError `undo-expired` if none of the cars can be restored anymore
 */
export const undoChangeSet: UndoChangeSet = async (ctx, actor, { id, set }) => {
  const unchanged = set === null ? [] : await listUnchangedCars(ctx.db, set)
  const cars = unchanged.filter(({ sellerId }) => canChange(actor, sellerId)).map((car) => car.id)
  if (unchanged.length > 0 && cars.length === 0) throw new ProblemError('not-found')
  if (!canTrade(ctx.config, actor)) throw new ProblemError('address-unproven')
  await assertLedgerNotFull(ctx, actor.id)
  const pendingCount = await undoLater(ctx, id, cars.length)
  if (pendingCount !== null)
    return new ApiResponse({ acknowledged: true, restored: pendingCount }, { status: 202 })
  const restored = set === null ? 0 : await undoNow(ctx, actor, { id, set, cars })
  if (restored === 0) throw new ProblemError('undo-expired', { detail: 'This can’t be undone anymore.' })
  return { acknowledged: true, restored }
}

function canChange(actor: Actor, sellerId: string): boolean {
  return actor.isAdmin || (actor.isSeller && sellerId === actor.id)
}

/**
 * Schedules the undo of a long-running revert.
 * @returns the number of cars that the undo will process, or null if the undo does not belong to a
 * long-running revert
 */
async function undoLater(ctx: Context, id: string, cars: number): Promise<number | null> {
  const count = await ctx.db.transaction().execute(async (trx) => {
    const revert = await findLongRevert(trx, id)
    if (!revert) return null
    if (await requestUndo(trx, id)) return revert.total
    if (revert.state !== 'undoing' && cars === 0) return null
    const latestRevert = await findLastRevert(trx, revert.set)
    if (latestRevert!.id !== id && isUnderWay(latestRevert!)) throw new ProblemError('revert-running')
    await beginUndo(trx, id, cars)
    return cars
  })
  if (count !== null) ctx.longReverts.wake()
  return count
}

/**
 * Reverts the cars before the response.
 * @returns the number of restored cars
 */
async function undoNow(
  ctx: Context,
  actor: Actor,
  { id, set, cars }: { id: string; set: number; cars: readonly string[] },
): Promise<number> {
  const kind = await findSetKind(ctx.db, set)
  const changeSet = { kind: 'undo', reverts: set } as const
  const batches = await writeCarsInBatches<string, Car[]>(
    ctx,
    actor,
    changeSet,
    cars,
    async (trx, batch, { isLast, before }) => {
      const unchanged = await listUnchangedCars(trx, set, { among: batch })
      const ids = unchanged.map((car) => car.id)
      const restoredInBatch = await undoCars(trx, ctx, actor, {
        set,
        kind,
        cars: ids,
        orThrow: cars.length === 1,
      })
      const restored = [...before.flat(), ...restoredInBatch]
      if (!isLast || restored.length === 0) return restoredInBatch
      await deleteUndo(trx, id)
      if (kind === 'delete' || kind === 'state') await notifyRelisting(trx, ctx, actor, restored)
      return restoredInBatch
    },
  )
  return batches.flat().length
}

/**
 * Reverts some of a set's cars and records that in the audit log.
 * @returns the restored cars
 */
export async function undoCars(
  trx: Db,
  ctx: Context,
  actor: Actor,
  request: { set: number; kind: ChangeKind; cars: readonly string[]; orThrow?: boolean },
): Promise<Car[]> {
  const { reverted } = await revertCars(trx, ctx, actor, request)
  const ids = reverted.map(({ id }) => id)
  await auditUndo(trx, actor, actions[request.kind] ?? [], ids, ctx.now())
  return reverted
}
