import { ProblemError } from '../../../contract/problems.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../http/handler.ts'
import { findCar, isOnPurchaseList } from './car.repository.ts'
import { mayEdit } from './own-cars.ts'
import { isOffTheMarket, type StoredCar } from './stored-car.ts'

/** A car off the market is there for its seller, admins, and those who have it on their purchase list. */
export async function getVisibleCar(ctx: Context, id: string, actor: Actor | null): Promise<StoredCar> {
  const car = await findCar(ctx.db, id)
  if (!car || (isOffTheMarket(car) && !(await maySeeStill(ctx, car, actor))))
    throw new ProblemError('not-found')
  return car
}

async function maySeeStill(ctx: Context, car: StoredCar, actor: Actor | null): Promise<boolean> {
  if (!actor) return false
  return mayEdit(actor, car) || isOnPurchaseList(ctx.db, car._id, actor.id)
}
