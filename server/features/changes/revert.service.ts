import type { EndpointOutput } from '../../../contract/api/endpoints.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import { REVERT_BATCH_CARS } from '../../../contract/cars/change-limits.ts'
import type { Context } from '../../context.ts'
import { writeCarsInBatches } from '../../db/change-set.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../actor.ts'
import { ApiResponse, type Call } from '../../http/handler.ts'
import { auditOthersCars } from '../cars/car-audit.ts'
import { notifyRelisting } from '../cars/take-down-notices.ts'
import { offerCarUndo } from '../undo/undo.repository.ts'
import { listSetCars } from './change.repository.ts'
import { getSet } from './own-sets.ts'
import { revertCars, type Reverting } from './revert-cars.ts'
import { beginRevert } from './revert-long-set.ts'
import { toWireSkipped } from './skipped-changes.ts'
import { isRevertible } from './revertible.ts'

/**
 * Reverts a change set. A field is reverted if it still has the value from the change set and its car has not
 * been sold since. Fields that are not reverted are returned with the reason. The revert is itself a change
 * set that can be undone. A large change set is reverted in batches after the response (202).
 * @throws ProblemError `not-found`; `revert-expired` after 30 days, and for changes that can't be reverted;
 * `revert-running`
 */
export async function revertChangeSet({
  ctx,
  actor,
  params,
  body,
}: Call<'revertChangeSet'>): Promise<
  EndpointOutput<'revertChangeSet'> | ApiResponse<EndpointOutput<'revertChangeSet'>>
> {
  const set = await getSet(ctx.db, 'revertChangeSet', actor, params.id)
  if (!isRevertible(set, ctx.now())) throw new ProblemError('revert-expired')
  if (!body.carID && set.count > REVERT_BATCH_CARS) {
    const undoId = await beginRevert(ctx, actor, set)
    return new ApiResponse({ acknowledged: true, reverted: set.count, stayed: [], undoId }, { status: 202 })
  }
  const cars = body.carID ? [body.carID] : await listSetCars(ctx.db, set.id)
  const changeSet = { kind: 'revert', reverts: set.id } as const
  const batches = await writeCarsInBatches<string, BatchResult>(
    ctx,
    actor,
    changeSet,
    cars,
    async (trx, batch, { set: ownSet, isLast, before }) => {
      const outcome = await revertCars(trx, ctx, actor, { set: set.id, cars: batch })
      await auditOthersCars(trx, ctx, actor, 'revert-car', outcome.reverted)
      if (!isLast) return outcome
      return {
        ...outcome,
        undoId: await conclude(trx, ctx, actor, ownSet, mergeOutcomes([...before, outcome])),
      }
    },
  )
  return respond(mergeOutcomes(batches), batches.at(-1)?.undoId)
}

interface BatchResult extends Reverting {
  undoId?: string | undefined
}

function mergeOutcomes(batches: readonly Reverting[]): Reverting {
  return {
    reverted: batches.flatMap(({ reverted }) => reverted),
    returned: batches.flatMap(({ returned }) => returned),
    skippedChanges: batches.flatMap(({ skippedChanges }) => skippedChanges),
  }
}

/**
 * Finishes a revert after all of its batches.
 * @returns the undo's ID, or undefined if there is nothing to undo
 */
async function conclude(
  trx: Db,
  ctx: Context,
  actor: Actor,
  set: number,
  { reverted, returned }: Reverting,
): Promise<string | undefined> {
  if (reverted.length === 0) return undefined
  await notifyRelisting(trx, ctx, actor, returned)
  return offerCarUndo(trx, { userId: actor.id, set }, ctx.now())
}

function respond(
  { reverted, skippedChanges }: Reverting,
  undoId?: string,
): EndpointOutput<'revertChangeSet'> {
  return {
    acknowledged: true,
    reverted: reverted.length,
    stayed: toWireSkipped(skippedChanges),
    ...(undoId !== undefined && { undoId }),
  }
}
