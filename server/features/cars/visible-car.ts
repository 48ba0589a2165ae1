import { ProblemError } from '../../../contract/api/problems.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../actor.ts'
import { findCar, isOnPurchaseList } from './car.repository.ts'
import { canEdit } from './own-cars.ts'
import { isOffTheMarket, type Car } from './car.ts'

/**
 * Returns a car that the actor may see. A car off the market is visible only to its seller, to admins, and to
 * users who have it on their purchase list.
 * @throws ProblemError `not-found`
 */
export async function getVisibleCar(ctx: Context, id: string, actor: Actor | null): Promise<Car> {
  const car = await findCar(ctx.db, id)
  if (!car || (isOffTheMarket(car) && !(await canSeeOffMarket(ctx, car, actor))))
    throw new ProblemError('not-found')
  return car
}

async function canSeeOffMarket(ctx: Context, car: Car, actor: Actor | null): Promise<boolean> {
  if (!actor) return false
  return canEdit(actor, car) || isOnPurchaseList(ctx.db, car.id, actor.id)
}
