import { CURRENCY, isPayable, parsePrice } from '../../../contract/money.ts'
import { getOfferedDeposit } from '../../../contract/reservation.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { Context } from '../../context.ts'
import { setChangeAuthor } from '../../db/change-set.ts'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/tables.ts'
import { findLiveAttempt, insertAttempt, type Attempt } from '../records/attempt.repository.ts'
import { reserveCar } from '../records/car-state.ts'
import { findHeldDeposit, isBeingRefunded, type Deposit } from '../records/deposit.repository.ts'
import { findOfferedCar, type OfferedCar } from '../records/offered-car.repository.ts'
import { findPurchase, payPurchase, type Purchase } from '../records/purchase.repository.ts'
import { isCurrentPrice, createPriceChangedProblem, checkPayablePrice } from './agreed-price.ts'
import { checkMayHold } from './hold-rules.ts'
import { checkMayReserve } from './reservation-rules.ts'

export interface Claim {
  purchaseId: string
  buyerId: string
  /** The price on the buyer's screen. It must equal the price of both the car and the item. */
  shownPrice: string
  /** True if the buyer pays the deposit of a reservation instead of the price. */
  isDeposit: boolean
}

/**
 * Reserves the car for its buyer. The updates themselves check the price, and everything runs in one
 * transaction, so nothing can change between the check and the hold. A buyer who has paid a deposit pays only
 * the rest.
 * @returns the new attempt, or the buyer's live attempt for this item or for another item that blocks it
 * @throws ProblemError with the reason if the car can't be reserved
 */
export function claimCar(ctx: Context, { purchaseId, buyerId, ...order }: Claim): Promise<Attempt> {
  return ctx.db.transaction().execute(async (trx) => {
    const purchase = await getPayable(trx, purchaseId, buyerId)
    const car = (await findOfferedCar(trx, purchase.carId))!
    const held = await findHeldDeposit(trx, 'purchase', purchase.id)
    if (order.isDeposit && held)
      throw new ProblemError('already-paid', { detail: 'You’ve already paid the deposit for this car.' })
    const liveAttempt = await findLiveAttempt(trx, 'buyer', buyerId)
    if (liveAttempt?.purchaseId === purchase.id) {
      if (!isCurrentPrice(car, order.shownPrice)) throw createPriceChangedProblem(car)
      return liveAttempt
    }
    if (held && ((await isBeingRefunded(trx, held)) || held.reservedUntil <= ctx.now().toISOString()))
      throw new ProblemError('reservation-over')
    const rejection = rejectionReason(purchase, car, order.shownPrice, held)
    if (liveAttempt) {
      // If this car can't be held, the buyer's other hold is not released.
      if (rejection) throw rejection
    } else if (!(await reserve(trx, ctx, car, purchase, order.shownPrice, held))) {
      throw rejection ?? new ProblemError('payment-in-progress')
    }
    await checkMayHold(trx, ctx, buyerId, car, held !== null)
    if (order.isDeposit) await checkMayReserve(trx, ctx, buyerId, car.id)
    if (liveAttempt) return liveAttempt
    const amount = computeHoldAmount(car, order, held)
    return insert(trx, ctx, purchase, { amount, isDeposit: order.isDeposit })
  })
}

async function getPayable(db: Db, id: string, buyerId: string): Promise<Purchase> {
  const purchase = await findPurchase(db, id)
  if (purchase?.buyerId !== buyerId || purchase.state === 'removed') throw new ProblemError('not-found')
  if (purchase.state === 'paid' || purchase.state === 'refunded') throw new ProblemError('already-paid')
  return purchase
}

/** A car with a deposit is reserved for its buyer already. */
async function reserve(
  trx: Db,
  ctx: Context,
  car: OfferedCar,
  purchase: Purchase,
  shownPrice: string,
  held: Deposit | null,
): Promise<boolean> {
  const amount = parsePrice(shownPrice)
  if (!isPayable(amount)) return false
  const author = { actorId: purchase.buyerId, now: ctx.now() }
  const isReserved =
    held !== null || (await setChangeAuthor(trx, author, () => reserveCar(trx, car.id, amount)))
  return isReserved && payPurchase(trx, purchase.id, amount, car.fees)
}

/** Returns the error that explains why the car can't be held at the given price, or null if it can. */
function rejectionReason(
  purchase: Purchase,
  car: OfferedCar,
  shownPrice: string,
  held: Deposit | null,
): ProblemError | null {
  if (car.state === 'reserved' && !held) return new ProblemError('car-reserved')
  if (car.state !== 'instock' && !held) return new ProblemError('car-sold')
  const isAgreed = purchase.priceMinor === car.priceMinor && isCurrentPrice(car, shownPrice)
  return isAgreed ? checkPayablePrice(car) : createPriceChangedProblem(car)
}

/**
 * Returns the amount to pay in cents.
 * @throws ProblemError `no-deposit` if the seller asks for none, or if the rest could not be paid by card
 */
function computeHoldAmount(
  car: OfferedCar,
  { isDeposit, shownPrice }: Pick<Claim, 'isDeposit' | 'shownPrice'>,
  held: Deposit | null,
): number {
  if (!isDeposit) return parsePrice(shownPrice)! - (held?.amount ?? 0)
  const deposit = getOfferedDeposit({ deposit: car.deposit, allInMinor: car.priceMinor })
  if (deposit === null) throw new ProblemError('no-deposit')
  return deposit
}

function insert(
  trx: Db,
  ctx: Context,
  purchase: Purchase,
  { amount, isDeposit }: Pick<Attempt, 'amount' | 'isDeposit'>,
): Promise<Attempt> {
  const now = ctx.now()
  const attempt = {
    id: newId(),
    purchaseId: purchase.id,
    carId: purchase.carId,
    buyerId: purchase.buyerId,
    amount,
    isDeposit,
    currency: CURRENCY,
    heldUntil: new Date(now.getTime() + ctx.config.reservationSeconds * 1000).toISOString(),
  }
  return insertAttempt(trx, attempt, now)
}
