import { ProblemError } from '../../../contract/api/problems.ts'
import { toPublicState } from '../../../contract/cars/car-life.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/tables.ts'
import { findOfferedCar, type OfferedCar } from '../records/offered-car.repository.ts'
import {
  findActivePurchase,
  insertPurchase,
  listActivePurchases,
  MAX_OPEN_ITEMS,
} from '../records/purchase.repository.ts'
import { assertPayable, isCurrentPrice, createPriceChangedProblem } from './agreed-price.ts'

/**
 * Adds a car to the buyer's list, unless the list contains it.
 * @returns the item's ID
 */
export async function addToList(
  trx: Db,
  ctx: Context,
  actor: Actor,
  car: OfferedCar,
  item: { buyerContact: string; meetingPlace: string; sellingPrice?: string | undefined },
): Promise<string> {
  const existing = await findActivePurchase(trx, actor.id, car.id)
  if (existing) return existing.id
  if (toPublicState(car.state) === 'sold') throw new ProblemError('car-sold')
  assertPayable(car)
  if (item.sellingPrice !== undefined && !isCurrentPrice(car, item.sellingPrice))
    throw createPriceChangedProblem(car)
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
    buyerContact: item.buyerContact,
    meetingPlace: item.meetingPlace,
    carModelName: car.modelName,
    carName: car.name,
    priceText: car.priceText,
    priceMinor: car.priceMinor,
    fees: car.fees,
    createdMs: ctx.now().getTime(),
  })
  return id
}

/**
 * Returns another seller's offered car.
 * @throws ProblemError `not-found`, or `own-car` if the actor is the seller
 */
export async function getOthersCar(db: Db, actor: Actor, id: string): Promise<OfferedCar> {
  const car = await findOfferedCar(db, id)
  if (!car || toPublicState(car.state) === 'withdrawn') throw new ProblemError('not-found')
  if (car.sellerId === actor.id) throw new ProblemError('own-car')
  return car
}
