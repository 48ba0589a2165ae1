import { toPublicState } from '../../../contract/cars/car-life.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { Context } from '../../context.ts'
import { writeCars } from '../../db/change-set.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../actor.ts'
import { releaseCar } from '../../sale/payments/release-car.ts'
import { offerCarUndo } from '../undo/undo.repository.ts'
import { auditCar } from './car-audit.ts'
import { deleteCars, findCar, hideAgain, hideSoldCar } from './car.repository.ts'
import { notifyTakeDown } from './take-down-notices.ts'

/**
 * Maximum number of holds to cancel per request. A reserved car's hold is canceled first, but another buyer
 * may place a new one before the deletion.
 */
const MAX_RELEASES = 3

/** The result of taking down a car. There is no `undoId` if the car was already deleted. */
export interface TakenDown {
  undoId?: string | undefined
}

/**
 * Deletes any seller's car for an admin. A sold car is hidden, and the records of its sale remain. If the
 * seller had already deleted the car, the seller can no longer restore it.
 * @param options `reason` is sent to the seller; `alongside` runs in the same transaction, so that both succeed
 * or neither does
 * @throws ProblemError `not-found`, `payment-in-progress`, `stripe-refused`, `service-unavailable`
 */
export async function takeDownCar(
  ctx: Context,
  actor: Actor,
  carId: string,
  options: { reason?: string; alongside?: (trx: Db) => Promise<void> } = {},
): Promise<TakenDown> {
  for (let tries = 0; tries <= MAX_RELEASES; tries++) {
    const result = await writeCars(ctx, actor, 'delete', async (trx, set) => {
      const outcome = await withdrawOrHide(trx, ctx, actor, carId, set, options.reason)
      if (outcome !== 'reserved') await options.alongside?.(trx)
      return outcome
    })
    if (result !== 'reserved') return result
    if (tries < MAX_RELEASES) await releaseCar(ctx, carId)
  }
  throw new ProblemError('payment-in-progress')
}

async function withdrawOrHide(
  trx: Db,
  ctx: Context,
  actor: Actor,
  id: string,
  set: number,
  reason?: string,
): Promise<TakenDown | 'reserved'> {
  const car = await findCar(trx, id)
  if (!car) throw new ProblemError('not-found')
  await hideAgain(trx, [id], actor.id, ctx.now())
  if (car.isHidden) return {}
  if (toPublicState(car.state) === 'sold') {
    await hideSoldCar(trx, id, ctx.now())
    await auditCar(trx, ctx, actor, 'hide-car', car)
  } else {
    if ((await deleteCars(trx, [id], ctx.now())) !== 1) return 'reserved'
    await auditCar(trx, ctx, actor, 'withdraw-car', car)
  }
  await notifyTakeDown(trx, ctx, actor, [car], reason)
  return { undoId: await offerCarUndo(trx, { userId: actor.id, set }, ctx.now()) }
}
