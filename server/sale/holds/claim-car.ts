import { CURRENCY, isPayable, parsePrice } from '../../../contract/money.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { Context } from '../../context.ts'
import { setChangeAuthor } from '../../db/change-set.ts'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/tables.ts'
import { findLiveAttempt, insertAttempt, type Attempt } from '../records/attempt.repository.ts'
import { reserveCar } from '../records/car-state.ts'
import { findOfferedCar, type OfferedCar } from '../records/offered-car.repository.ts'
import { findPurchase, payPurchase, type Purchase } from '../records/purchase.repository.ts'
import { isPriceOf, priceChanged, priceNotPayable } from './agreed-price.ts'
import { checkMayHold } from './hold-rules.ts'

export interface Claim {
  purchaseId: string
  buyerId: string
  /** The price on the buyer's screen. It must equal the price of both the car and the item. */
  shownPrice: string
}

/**
 * Reserves the car for its buyer. The updates themselves check the price, and everything runs in one
 * transaction, so nothing can change between the check and the hold.
 * @returns the new attempt, or the buyer's live attempt for this item or for another item that blocks it
 * @throws ProblemError with the reason if the car can't be reserved
 */
export function claimCar(ctx: Context, { purchaseId, buyerId, shownPrice }: Claim): Promise<Attempt> {
  return ctx.db.transaction().execute(async (trx) => {
    const purchase = await getPayable(trx, purchaseId, buyerId)
    const car = (await findOfferedCar(trx, purchase.carId))!
    const liveAttempt = await findLiveAttempt(trx, 'buyer', buyerId)
    if (liveAttempt?.purchaseId === purchase.id) {
      if (!isPriceOf(car, shownPrice)) throw priceChanged(car)
      return liveAttempt
    }
    const rejection = rejectionReason(purchase, car, shownPrice)
    if (liveAttempt) {
      // If this car can't be held, the buyer's other hold is not released.
      if (rejection) throw rejection
    } else if (!(await reserve(trx, ctx, purchase, shownPrice))) {
      throw rejection ?? new ProblemError('payment-in-progress')
    }
    await checkMayHold(trx, ctx, buyerId, car)
    return liveAttempt ?? insert(trx, ctx, purchase, parsePrice(shownPrice)!)
  })
}

async function getPayable(db: Db, id: string, buyerId: string): Promise<Purchase> {
  const purchase = await findPurchase(db, id)
  if (purchase?.buyerId !== buyerId || purchase.state === 'removed') throw new ProblemError('not-found')
  if (purchase.state === 'paid' || purchase.state === 'refunded') throw new ProblemError('already-paid')
  return purchase
}

async function reserve(trx: Db, ctx: Context, purchase: Purchase, shownPrice: string): Promise<boolean> {
  const amount = parsePrice(shownPrice)
  if (!isPayable(amount)) return false
  const author = { actorId: purchase.buyerId, now: ctx.now() }
  const isReserved = await setChangeAuthor(trx, author, () => reserveCar(trx, purchase.carId, amount))
  return isReserved && payPurchase(trx, purchase.id, amount)
}

/** Returns the error that explains why the car can't be held at the given price, or null if it can. */
function rejectionReason(purchase: Purchase, car: OfferedCar, shownPrice: string): ProblemError | null {
  if (car.state === 'reserved') return new ProblemError('car-reserved')
  if (car.state !== 'instock') return new ProblemError('car-sold')
  const isAgreed = purchase.priceMinor === car.priceMinor && isPriceOf(car, shownPrice)
  return isAgreed ? priceNotPayable(car) : priceChanged(car)
}

function insert(trx: Db, ctx: Context, purchase: Purchase, amount: number): Promise<Attempt> {
  const now = ctx.now()
  const attempt = {
    id: newId(),
    purchaseId: purchase.id,
    carId: purchase.carId,
    buyerId: purchase.buyerId,
    amount,
    currency: CURRENCY,
    heldUntil: new Date(now.getTime() + ctx.config.reservationSeconds * 1000).toISOString(),
  }
  return insertAttempt(trx, attempt, now)
}
