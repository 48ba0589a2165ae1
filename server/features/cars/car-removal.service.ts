import { ProblemError } from '../../../contract/api/problems.ts'
import type { Context } from '../../context.ts'
import { writeCars } from '../../db/change-set.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../actor.ts'
import type { Call } from '../../http/handler.ts'
import { offerCarUndo } from '../undo/undo.repository.ts'
import { auditOthersCars } from './car-audit.ts'
import * as repository from './car.repository.ts'
import { getOwnCars, assertNotRemovedOrSold } from './own-cars.ts'
import { takeDownCar } from './take-down-car.ts'
import { notifyTakeDown } from './take-down-notices.ts'

/** Deletes all of the cars or none. Already deleted cars are ignored. */
export async function deleteCars({ ctx, actor, body }: Call<'deleteCars'>) {
  return writeCars(ctx, actor, 'delete', async (trx, set) => {
    const cars = await getOwnCars(trx, 'deleteCars', actor, [...new Set(body.ids)])
    await repository.hideAgain(trx, body.ids, actor.id, ctx.now())
    const present = cars.filter((car) => !car.isHidden)
    present.forEach(assertNotRemovedOrSold)
    if (present.length === 0) return nothingDeleted
    const ids = present.map((car) => car.id)
    const response = await remove(trx, ctx, actor, ids, set)
    await auditOthersCars(trx, ctx, actor, 'withdraw-car', present)
    await notifyTakeDown(trx, ctx, actor, present)
    return response
  })
}

/**
 * Deletes the caller's own car. The same applies to admins, who use `DELETE /allCars/{id}` for other sellers'
 * cars.
 */
export async function deleteMyCar({ ctx, actor, params }: Call<'deleteMyCar'>) {
  return writeCars(ctx, actor, 'delete', async (trx, set) => {
    const [car] = await getOwnCars(trx, 'deleteMyCar', actor, [params.id])
    await repository.hideAgain(trx, [params.id], actor.id, ctx.now())
    if (!car || car.isHidden) return nothingDeleted
    assertNotRemovedOrSold(car)
    return remove(trx, ctx, actor, [car.id], set)
  })
}

export async function deleteAnyCar({ ctx, actor, params }: Call<'deleteAnyCar'>) {
  const { undoId } = await takeDownCar(ctx, actor, params.id)
  return undoId ? { acknowledged: true as const, deletedCount: 1, undoId } : nothingDeleted
}

const nothingDeleted = { acknowledged: true as const, deletedCount: 0 }

async function remove(db: Db, ctx: Context, actor: Actor, ids: string[], set: number) {
  const now = ctx.now()
  if ((await repository.deleteCars(db, ids, now)) !== ids.length) throw new ProblemError('car-reserved')
  const undoId = await offerCarUndo(db, { userId: actor.id, set }, now)
  return { acknowledged: true as const, deletedCount: ids.length, undoId }
}
