import { publicState } from '../../../contract/cars/car-life.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../actor.ts'
import type { Call } from '../../http/handler.ts'
import { getReachable } from '../../http/row-access.ts'
import { isPriceOf, priceChanged, priceNotPayable } from '../../sale/holds/agreed-price.ts'
import { cancelAttempt } from '../../sale/payments/cancel-attempt.ts'
import { findLiveAttempt } from '../../sale/records/attempt.repository.ts'
import { findOfferedCar, type OfferedCar } from '../../sale/records/offered-car.repository.ts'
import { findListedPurchase, type ListedPurchase } from '../../sale/records/purchase-lists.repository.ts'
import {
  findActivePurchase,
  findPurchase,
  hidePurchase,
  insertPurchase,
  listActivePurchases,
  MAX_OPEN_ITEMS,
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
    const existing = await findActivePurchase(trx, actor.id, car.id)
    if (existing) return { acknowledged: true as const, insertedId: existing.id }
    if (publicState(car.state) === 'sold') throw new ProblemError('car-sold')
    assertPayable(car)
    if (body.sellingPrice !== undefined && !isPriceOf(car, body.sellingPrice)) throw priceChanged(car)
    if ((await listActivePurchases(trx, actor.id)).length >= MAX_OPEN_ITEMS)
      throw new ProblemError('purchase-limit', {
        detail: `Your purchase list has ${MAX_OPEN_ITEMS} open items. Remove one first.`,
      })
    const id = newId()
    await insertPurchase(trx, {
      id,
      buyerId: actor.id,
      sellerId: car.sellerId,
      carId: car.id,
      buyerName: actor.fullName,
      buyerContact: body.buyerContact,
      meetingPlace: body.meetingPlace,
      carModelName: car.modelName,
      carName: car.name,
      priceText: car.priceText,
      priceMinor: car.priceMinor,
      createdMs: ctx.now().getTime(),
    })
    return { acknowledged: true as const, insertedId: id }
  })
}

async function getOthersCar(db: Db, actor: Actor, id: string): Promise<OfferedCar> {
  const car = await findOfferedCar(db, id)
  if (!car || publicState(car.state) === 'withdrawn') throw new ProblemError('not-found')
  if (car.sellerId === actor.id) throw new ProblemError('own-car')
  return car
}

export async function getPurchase({ ctx, actor, params }: Call<'getPurchase'>): Promise<ListedPurchase> {
  return getReachable('getPurchase', actor, await findListedPurchase(ctx.db, params.id), buyerOf)
}

/**
 * Accepts the car's current price for an item that was listed at a different one. A repeated request changes
 * nothing.
 */
export async function acceptPrice({ ctx, actor, params, body }: Call<'acceptPrice'>) {
  return ctx.db.transaction().execute(async (trx) => {
    const purchase = getReachable('acceptPrice', actor, await findPurchase(trx, params.id), buyerOf)
    if (purchase.state === 'removed') throw new ProblemError('not-found')
    if (purchase.state === 'paid' || purchase.state === 'refunded') throw new ProblemError('already-paid')
    const car = (await findOfferedCar(trx, purchase.carId))!
    if (['sold', 'withdrawn'].includes(publicState(car.state))) throw new ProblemError('car-sold')
    assertPayable(car)
    if (!isPriceOf(car, body.sellingPrice)) throw priceChanged(car)
    const { priceText, priceMinor } = car
    if (purchase.priceMinor === priceMinor && purchase.priceText === priceText) return toAcceptedResponse(0)
    if (!(await movePurchase(trx, purchase.id, ['unpaid'], { priceText, priceMinor })))
      throw new ProblemError('payment-in-progress')
    return toAcceptedResponse(1)
  })
}

function buyerOf(purchase: Purchase): string {
  return purchase.buyerId
}

function assertPayable(car: OfferedCar): void {
  const rejection = priceNotPayable(car)
  if (rejection) throw rejection
}

function toAcceptedResponse(modifiedCount: number) {
  return { acknowledged: true as const, modifiedCount }
}

/**
 * Removes an item from the list. A payment in progress is canceled first. A paid item is only hidden, and its
 * record is retained.
 */
export async function deletePurchase({ ctx, actor, params, query }: Call<'deletePurchase'>) {
  const purchase = getReachable('deletePurchase', actor, await findPurchase(ctx.db, params.id), buyerOf)
  if (purchase.carId !== params.carID) throw new ProblemError('not-found')
  const buyer = await findUser(ctx.db, purchase.buyerId)
  if (buyer?.email !== query.email) throw new ProblemError('not-found')

  const attempt = await findLiveAttempt(ctx.db, 'purchase', purchase.id)
  if (attempt) await cancelAttempt(ctx, attempt, 'released')
  return ctx.db.transaction().execute(async (trx) => {
    const now = ctx.now()
    await endOthersUndos(trx, actor.id, purchase.id)
    const isDeleted =
      (await movePurchase(trx, purchase.id, ['unpaid'], { state: 'removed' })) ||
      (await hidePurchase(trx, purchase.id, now))
    if (!isDeleted) return { acknowledged: true as const, deletedCount: 0 }
    const offer = { userId: actor.id, kind: 'purchase' as const, row: { id: purchase.id } }
    return { acknowledged: true as const, deletedCount: 1, undoId: await offerUndo(trx, offer, now) }
  })
}
