import type { EndpointOutput } from '../../../contract/endpoint.ts'
import { ProblemError } from '../../../contract/problems.ts'
import type { Context } from '../../context.ts'
import { inChangeSet } from '../../db/change-set.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../actor.ts'
import type { Call } from '../../http/handler.ts'
import { getReachable } from '../../http/row-access.ts'
import { auditOthersCars } from '../cars/car-audit.ts'
import { nameOf } from '../cars/car.ts'
import { tellOfReturn } from '../cars/take-down-notices.ts'
import { endOthersUndos, offerUndo } from '../undo/undo.repository.ts'
import { findChangeSet, type ChangeSet } from './change.repository.ts'
import { fieldOnWire } from './changes.wire.ts'
import { revertCars, type Reverting } from './revert-cars.ts'
import { isRevertible } from './revertible.ts'

/**
 * Makes cars what they were before they were changed together: each field that is still as it was left, on each car that
 * was not sold since. What stays is listed, with the reason. It can be undone, as it is a change itself.
 * @throws ProblemError `not-found`; `revert-expired` after 30 days, and for what can't be reverted
 */
export function revertChangeSet({ ctx, actor, params, body }: Call<'revertChangeSet'>) {
  return ctx.db.transaction().execute(async (trx): Promise<EndpointOutput<'revertChangeSet'>> => {
    const set = await getSet(trx, actor, params.id)
    if (!isRevertible(set, ctx.now())) throw new ProblemError('revert-expired')
    const by = { actorId: actor.id, now: ctx.now() }
    return inChangeSet(trx, by, { kind: 'revert', reverts: set.id }, async (own) => {
      const outcome = await revertCars(trx, ctx, actor, set.id, body.carID ? { only: [body.carID] } : {})
      return answer(outcome, await conclude(trx, ctx, actor, own, outcome))
    })
  })
}

async function getSet(trx: Db, actor: Actor, id: string): Promise<ChangeSet> {
  const set = /^\d{1,15}$/.test(id) ? await findChangeSet(trx, Number(id)) : null
  return getReachable('revertChangeSet', actor, set, ({ by }) => by?.id ?? '')
}

/** @returns the undo's id, where there is something to undo */
async function conclude(
  trx: Db,
  ctx: Context,
  actor: Actor,
  set: number,
  { reverted, returned }: Reverting,
): Promise<string | undefined> {
  if (reverted.length === 0) return undefined
  const ids = reverted.map(({ id }) => id)
  await endOthersUndos(trx, actor.id, ids)
  await auditOthersCars(trx, ctx, actor, 'revert-car', reverted)
  await tellOfReturn(trx, ctx, actor, returned)
  const rows = ids.map((id) => ({ id, before: set }))
  return offerUndo(trx, { userId: actor.id, kind: 'car-changes', rows }, ctx.now())
}

function answer({ reverted, stayed }: Reverting, undoId?: string): EndpointOutput<'revertChangeSet'> {
  return {
    acknowledged: true,
    reverted: reverted.length,
    stayed: stayed.map(({ car, field, reason }) => ({
      carID: car.id,
      carName: nameOf(car),
      field: fieldOnWire(field),
      reason,
    })),
    ...(undoId !== undefined && { undoId }),
  }
}
