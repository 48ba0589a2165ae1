import { ProblemError } from '../../../contract/problems.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../actor.ts'
import type { Call } from '../../http/handler.ts'
import { endOthersUndos, offerUndo } from '../undo/undo.repository.ts'
import { auditOthersCars } from './car-audit.ts'
import { withdrawCars } from './car.repository.ts'
import { getOwnCars, refuseUnlessInStock } from './own-cars.ts'
import { takeDownCar } from './take-down-car.ts'
import { tellOfTakeDown } from './take-down-notices.ts'

/** All or none; cars that are withdrawn already do not count. */
export async function deleteCars({ ctx, actor, body }: Call<'deleteCars'>) {
  return ctx.db.transaction().execute(async (trx) => {
    const cars = await getOwnCars(trx, 'deleteCars', actor, [...new Set(body.ids)])
    await endOthersUndos(trx, actor.id, body.ids)
    const present = cars.filter((car) => car.state !== 'withdrawn')
    present.forEach(refuseUnlessInStock)
    if (present.length === 0) return nothingDeleted
    const ids = present.map((car) => car.id)
    if ((await withdrawCars(trx, ids)) !== ids.length) throw new ProblemError('car-reserved')
    await auditOthersCars(trx, ctx, actor, 'withdraw-car', present)
    await tellOfTakeDown(trx, ctx, actor, present)
    return deleted(trx, ctx, actor, ids)
  })
}

/** One's own car only, for admins too; theirs for others' is `DELETE /allCars/{id}`. */
export async function deleteMyCar({ ctx, actor, params }: Call<'deleteMyCar'>) {
  return ctx.db.transaction().execute(async (trx) => {
    const [car] = await getOwnCars(trx, 'deleteMyCar', actor, [params.id])
    await endOthersUndos(trx, actor.id, [params.id])
    if (!car || car.state === 'withdrawn') return nothingDeleted
    refuseUnlessInStock(car)
    if ((await withdrawCars(trx, [car.id])) !== 1) throw new ProblemError('car-reserved')
    return deleted(trx, ctx, actor, [car.id])
  })
}

/** Any seller's, sold or not. */
export async function deleteAnyCar({ ctx, actor, params }: Call<'deleteAnyCar'>) {
  const { undoId } = await takeDownCar(ctx, actor, params.id)
  return undoId ? { acknowledged: true as const, deletedCount: 1, undoId } : nothingDeleted
}

const nothingDeleted = { acknowledged: true as const, deletedCount: 0 }

async function deleted(db: Db, ctx: Context, actor: Actor, ids: string[]) {
  const undoId = await offerUndo(
    db,
    { userId: actor.id, kind: 'cars', rows: ids.map((id) => ({ id })) },
    ctx.now(),
  )
  return { acknowledged: true as const, deletedCount: ids.length, undoId }
}
