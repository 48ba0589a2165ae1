import { toPublicState } from '../../../contract/cars/car-life.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { Call } from '../../http/handler.ts'
import { getReachable } from '../../http/row-access.ts'
import { addToList, getOthersCar } from '../../sale/holds/add-to-list.ts'
import { assertPayable, isCurrentPrice, createPriceChangedProblem } from '../../sale/holds/agreed-price.ts'
import { cancelAttempt } from '../../sale/payments/cancel-attempt.ts'
import { findLiveAttempt } from '../../sale/records/attempt.repository.ts'
import { findHeldDeposit } from '../../sale/records/deposit.repository.ts'
import { findOfferedCar } from '../../sale/records/offered-car.repository.ts'
import { findListedPurchase, type ListedPurchase } from '../../sale/records/purchase-lists.repository.ts'
import {
  findPurchase,
  hidePurchase,
  movePurchase,
  type Purchase,
} from '../../sale/records/purchase.repository.ts'
import { endOthersUndos, offerUndo } from '../undo/undo.repository.ts'
import { findUser } from '../../core/users/user.repository.ts'

/**
 * Adds a car to the buyer's list. The buyer's identity comes from the session's account, and the car's
 * details come from the database.
 */
export async function addPurchase({ ctx, actor, body }: Call<'addPurchase'>) {
  return ctx.db.transaction().execute(async (trx) => {
    const car = await getOthersCar(trx, actor, body.carID)
    const insertedId = await addToList(trx, ctx, actor, car, body)
    return { acknowledged: true as const, insertedId }
  })
}

export async function getPurchase({ ctx, actor, params }: Call<'getPurchase'>): Promise<ListedPurchase> {
  return getReachable('getPurchase', actor, await findListedPurchase(ctx.db, params.id), getPurchaseBuyer)
}

/**
 * Accepts the car's current price for an item that was listed at a different one. A repeated request changes
 * nothing.
 */
export async function acceptPrice({ ctx, actor, params, body }: Call<'acceptPrice'>) {
  return ctx.db.transaction().execute(async (trx) => {
    const purchase = getReachable('acceptPrice', actor, await findPurchase(trx, params.id), getPurchaseBuyer)
    if (purchase.state === 'removed') throw new ProblemError('not-found')
    if (purchase.state === 'paid' || purchase.state === 'refunded') throw new ProblemError('already-paid')
    const car = (await findOfferedCar(trx, purchase.carId))!
    if (['sold', 'withdrawn'].includes(toPublicState(car.state))) throw new ProblemError('car-sold')
    assertPayable(car)
    if (!isCurrentPrice(car, body.sellingPrice)) throw createPriceChangedProblem(car)
    const { priceText, priceMinor, fees } = car
    if (purchase.priceMinor === priceMinor && purchase.priceText === priceText) return toAcceptedResponse(0)
    if (!(await movePurchase(trx, purchase.id, ['unpaid'], { priceText, priceMinor, fees })))
      throw new ProblemError('payment-in-progress')
    return toAcceptedResponse(1)
  })
}

function getPurchaseBuyer(purchase: Purchase): string {
  return purchase.buyerId
}

function toAcceptedResponse(modifiedCount: number) {
  return { acknowledged: true as const, modifiedCount }
}

/**
 * Removes an item from the list. A payment in progress is canceled first. A paid item is only hidden, and its
 * record is retained.
 */
export async function deletePurchase({ ctx, actor, params, query }: Call<'deletePurchase'>) {
  const purchase = getReachable(
    'deletePurchase',
    actor,
    await findPurchase(ctx.db, params.id),
    getPurchaseBuyer,
  )
  if (purchase.carId !== params.carID) throw new ProblemError('not-found')
  const buyer = await findUser(ctx.db, purchase.buyerId)
  if (buyer?.email !== query.email) throw new ProblemError('not-found')

  const attempt = await findLiveAttempt(ctx.db, 'purchase', purchase.id)
  if (attempt) await cancelAttempt(ctx, attempt, 'released')
  return ctx.db.transaction().execute(async (trx) => {
    const now = ctx.now()
    if (await findHeldDeposit(trx, 'purchase', purchase.id)) throw new ProblemError('reserved-by-you')
    await endOthersUndos(trx, actor.id, purchase.id)
    const isDeleted =
      (await movePurchase(trx, purchase.id, ['unpaid'], { state: 'removed' })) ||
      (await hidePurchase(trx, purchase.id, now))
    if (!isDeleted) return { acknowledged: true as const, deletedCount: 0 }
    const offer = { userId: actor.id, kind: 'purchase' as const, row: { id: purchase.id } }
    return { acknowledged: true as const, deletedCount: 1, undoId: await offerUndo(trx, offer, now) }
  })
}
