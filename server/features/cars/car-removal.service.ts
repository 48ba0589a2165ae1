import { ProblemError } from '../../../contract/problems.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor, Call } from '../../http/handler.ts'
import { releaseCar } from '../../sale/release-car.ts'
import { endOthersUndos, offerUndo } from '../undo/undo.repository.ts'
import { auditCar, auditOthersCars } from './car-audit.ts'
import { findCar, hideSoldCar, withdrawCars } from './car.repository.ts'
import { getEditableCars, refuseUnlessInStock } from './own-cars.ts'
import { isOffTheMarket } from './stored-car.ts'

/** All or none; cars that are withdrawn already do not count. */
export async function deleteCars({ ctx, actor, body }: Call<'deleteCars'>) {
  return ctx.db.transaction().execute(async (trx) => {
    const cars = await getEditableCars(trx, actor, [...new Set(body.ids)])
    await endOthersUndos(trx, actor.id, body.ids)
    const present = cars.filter((car) => car.available !== 'withdrawn')
    present.forEach(refuseUnlessInStock)
    if (present.length === 0) return nothingDeleted
    const ids = present.map((car) => car._id)
    if ((await withdrawCars(trx, ids)) !== ids.length) throw new ProblemError('car-reserved')
    await auditOthersCars(trx, ctx, actor, 'withdraw-car', present)
    return deleted(trx, ctx, actor, ids)
  })
}

/** One's own car only, for admins too; theirs for others' is `DELETE /allCars/{id}`. */
export async function deleteMyCar({ ctx, actor, params }: Call<'deleteMyCar'>) {
  return ctx.db.transaction().execute(async (trx) => {
    const [car] = await getEditableCars(trx, { id: actor.id, isAdmin: false }, [params.id])
    await endOthersUndos(trx, actor.id, [params.id])
    if (!car || car.available === 'withdrawn') return nothingDeleted
    refuseUnlessInStock(car)
    if ((await withdrawCars(trx, [car._id])) !== 1) throw new ProblemError('car-reserved')
    return deleted(trx, ctx, actor, [car._id])
  })
}

/** A reserved car's hold is cancelled first; between that and the deletion another buyer may take one. */
const MAX_RELEASES = 3

/**
 * Withdraws a car whoever sells it; a sold one is hidden, and its sale's records stay. Where the seller was quicker, the
 * seller's way back is closed.
 */
export async function deleteAnyCar({ ctx, actor, params }: Call<'deleteAnyCar'>) {
  for (let tries = 0; tries <= MAX_RELEASES; tries++) {
    const answer = await ctx.db.transaction().execute((trx) => takeDown(trx, ctx, actor, params.id))
    if (answer !== 'reserved') return answer
    if (tries < MAX_RELEASES) await releaseCar(ctx, params.id)
  }
  throw new ProblemError('payment-in-progress')
}

async function takeDown(db: Db, ctx: Context, actor: Actor, id: string) {
  const car = await findCar(db, id)
  if (!car) throw new ProblemError('not-found')
  await endOthersUndos(db, actor.id, [id])
  if (isOffTheMarket(car)) return nothingDeleted
  if (car.available === 'sold') {
    await hideSoldCar(db, id, ctx.now())
    await auditCar(db, ctx, actor, 'hide-car', car)
    return deleted(db, ctx, actor, [id])
  }
  if ((await withdrawCars(db, [id])) !== 1) return 'reserved'
  await auditCar(db, ctx, actor, 'withdraw-car', car)
  return deleted(db, ctx, actor, [id])
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
