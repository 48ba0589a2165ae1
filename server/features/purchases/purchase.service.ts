import { ProblemError } from '../../../contract/problems.ts'
import { newId } from '../../db/id.ts'
import type { Db, Row } from '../../db/tables.ts'
import { faultOf, type FaultFinder } from '../../http/find-faults.ts'
import type { Actor, Call } from '../../http/handler.ts'
import { isPriceOf, priceChanged, priceNotPayable } from '../../sale/agreed-price.ts'
import { cancelAttempt } from '../../sale/cancel-attempt.ts'
import { nameOfCar } from '../cars/stored-car.ts'
import { findLiveAttempt } from '../payments/attempt.repository.ts'
import { endOthersUndos, offerUndo } from '../undo/undo.repository.ts'
import {
  findActivePurchase,
  findPurchase,
  findPurchaseDetails,
  hidePurchase,
  insertPurchase,
  listActivePurchases,
  MOST_OPEN_ITEMS,
  movePurchase,
  type PurchaseRow,
} from './purchase.repository.ts'

/** Puts a car on the buyer's list. Who buys comes from the account, what is bought from the database. */
export async function addPurchase({ ctx, actor, body }: Call<'addPurchase'>) {
  return ctx.db.transaction().execute(async (trx) => {
    const car = await getOthersCar(trx, actor, body.carID)
    const existing = await findActivePurchase(trx, actor.id, car.id)
    if (existing) return { acknowledged: true as const, insertedId: existing.id }
    if (car.state === 'sold') throw new ProblemError('car-sold')
    refuseUnpayable(car)
    if (body.sellingPrice !== undefined && !isPriceOf(car, body.sellingPrice)) throw priceChanged(car)
    if ((await listActivePurchases(trx, actor.id)).length >= MOST_OPEN_ITEMS)
      throw new ProblemError('purchase-limit', {
        detail: `Your purchase list has ${MOST_OPEN_ITEMS} open items. Remove one first.`,
      })
    const purchase: PurchaseRow = {
      id: newId(),
      buyer_id: actor.id,
      seller_id: car.seller_id,
      car_id: car.id,
      buyer_name: actor.fullName,
      buyer_contact: body.buyerContact,
      meeting_place: body.meetingPlace,
      car_model_name: car.model_name,
      car_name: nameOfCar(car),
      price_text: car.resell_price,
      price_minor: car.price_minor,
      created_ms: ctx.now().getTime(),
      state: 'unpaid',
      hidden_at: null,
    }
    await insertPurchase(trx, purchase)
    return { acknowledged: true as const, insertedId: purchase.id }
  })
}

async function getOthersCar(db: Db, actor: Actor, id: string): Promise<Row<'cars'>> {
  const car = await db.selectFrom('cars').selectAll().where('id', '=', id).executeTakeFirst()
  if (!car || car.state === 'withdrawn') throw new ProblemError('not-found')
  if (car.seller_id === actor.id) throw new ProblemError('own-car')
  return car
}

export const findPurchaseFaults: FaultFinder<'addPurchase'> = async ({ ctx, actor, body }) => {
  const { carID } = body
  return carID === undefined ? [] : faultOf('carID', () => getOthersCar(ctx.db, actor, carID))
}

export async function getPurchase({ ctx, actor, params }: Call<'getPurchase'>) {
  const found = await findPurchaseDetails(ctx.db, params.id, { config: ctx.config, reader: actor })
  if (!found || (found.buyerId !== actor.id && !actor.isAdmin)) throw new ProblemError('not-found')
  return found.purchase
}

/** Takes the car's price of today for an item that was listed at another. A repeat changes nothing. */
export async function acceptPrice({ ctx, actor, params, body }: Call<'acceptPrice'>) {
  return ctx.db.transaction().execute(async (trx) => {
    const purchase = await findPurchase(trx, params.id)
    if (purchase?.buyer_id !== actor.id || purchase.state === 'removed') throw new ProblemError('not-found')
    if (purchase.state === 'paid' || purchase.state === 'refunded') throw new ProblemError('already-paid')
    const car = await trx
      .selectFrom('cars')
      .selectAll()
      .where('id', '=', purchase.car_id)
      .executeTakeFirstOrThrow()
    if (car.state === 'sold' || car.state === 'withdrawn') throw new ProblemError('car-sold')
    refuseUnpayable(car)
    if (!isPriceOf(car, body.sellingPrice)) throw priceChanged(car)
    const { resell_price: price_text, price_minor } = car
    if (purchase.price_minor === price_minor && purchase.price_text === price_text) return accepted(0)
    const change = { price_text, price_minor }
    if (!(await movePurchase(trx, purchase.id, ['unpaid'], change)))
      throw new ProblemError('payment-in-progress')
    return accepted(1)
  })
}

function refuseUnpayable(car: Row<'cars'>): void {
  const refusal = priceNotPayable(car)
  if (refusal) throw refusal
}

function accepted(modifiedCount: number) {
  return { acknowledged: true as const, modifiedCount }
}

/** Takes an item off the list: an open payment is let go first, a paid item is hidden and its record kept. */
export async function deletePurchase({ ctx, actor, params, query }: Call<'deletePurchase'>) {
  const purchase = await findPurchase(ctx.db, params.id)
  if (!purchase || purchase.car_id !== params.carID) throw new ProblemError('not-found')
  if (purchase.buyer_id !== actor.id && !actor.isAdmin) throw new ProblemError('not-found')
  const buyer = await ctx.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', purchase.buyer_id)
    .executeTakeFirstOrThrow()
  if (buyer.email !== query.email) throw new ProblemError('not-found')

  const attempt = await findLiveAttempt(ctx.db, 'purchase_id', purchase.id)
  if (attempt) await cancelAttempt(ctx, attempt, 'released')
  return ctx.db.transaction().execute(async (trx) => {
    const now = ctx.now()
    await endOthersUndos(trx, actor.id, [purchase.id])
    const isDeleted =
      (await movePurchase(trx, purchase.id, ['unpaid'], { state: 'removed' })) ||
      (await hidePurchase(trx, purchase.id, now))
    if (!isDeleted) return { acknowledged: true as const, deletedCount: 0 }
    const offer = { userId: actor.id, kind: 'purchase' as const, rows: [{ id: purchase.id }] }
    return { acknowledged: true as const, deletedCount: 1, undoId: await offerUndo(trx, offer, now) }
  })
}
