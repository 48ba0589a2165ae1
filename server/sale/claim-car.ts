import { CURRENCY, isPayable, parsePrice } from '../../contract/money.ts'
import { ProblemError } from '../../contract/problems.ts'
import type { Context } from '../context.ts'
import { newId } from '../db/id.ts'
import type { Db, Row } from '../db/tables.ts'
import { findLiveAttempt, insertAttempt, type Attempt } from '../features/payments/attempt.repository.ts'
import { findPurchase, payPurchase, type PurchaseRow } from '../features/purchases/purchase.repository.ts'
import { isPriceOf, priceChanged, priceNotPayable } from './agreed-price.ts'
import { reserveCar } from './car-state.ts'
import { checkMayHold } from './hold-rules.ts'

export interface Claim {
  purchaseId: string
  buyerId: string
  /** The price on the buyer's screen: the car and the item have to have the same. */
  shown: string
}

/**
 * Reserves the car for its buyer. The updates themselves name the price, and everything is in one transaction: nothing
 * can change between the check and the hold.
 * @returns the new attempt; or the live one that the buyer has already, for this item or for another that stands in
 * the way
 * @throws ProblemError that says why not
 */
export function claimCar(ctx: Context, { purchaseId, buyerId, shown }: Claim): Promise<Attempt> {
  return ctx.db.transaction().execute(async (trx) => {
    const purchase = await getPayable(trx, purchaseId, buyerId)
    const car = await getCar(trx, purchase)
    const standing = await findLiveAttempt(trx, 'buyer_id', buyerId)
    if (standing?.purchase_id === purchase.id) {
      if (!isPriceOf(car, shown)) throw priceChanged(car)
      return standing
    }
    const refusal = whyNot(purchase, car, shown)
    if (standing) {
      // Nothing is let go for a car that cannot be had.
      if (refusal) throw refusal
    } else if (!(await reserve(trx, purchase, shown))) {
      throw refusal ?? new ProblemError('payment-in-progress')
    }
    await checkMayHold(trx, ctx, { buyerId, carId: car.id })
    return standing ?? insert(trx, ctx, purchase, parsePrice(shown)!)
  })
}

async function getPayable(db: Db, id: string, buyerId: string): Promise<PurchaseRow> {
  const purchase = await findPurchase(db, id)
  if (purchase?.buyer_id !== buyerId || purchase.state === 'removed') throw new ProblemError('not-found')
  if (purchase.state === 'paid' || purchase.state === 'refunded') throw new ProblemError('already-paid')
  return purchase
}

function getCar(db: Db, { car_id }: PurchaseRow): Promise<Row<'cars'>> {
  return db.selectFrom('cars').selectAll().where('id', '=', car_id).executeTakeFirstOrThrow()
}

async function reserve(trx: Db, purchase: PurchaseRow, shown: string): Promise<boolean> {
  const amount = parsePrice(shown)
  if (!isPayable(amount)) return false
  return (await reserveCar(trx, purchase.car_id, amount)) && payPurchase(trx, purchase.id, amount)
}

/** What stands in the way of a hold at that price, as the rows were read. */
function whyNot(purchase: PurchaseRow, car: Row<'cars'>, shown: string): ProblemError | null {
  if (car.state === 'reserved') return new ProblemError('car-reserved')
  if (car.state !== 'instock') return new ProblemError('car-sold')
  const refusal = priceNotPayable(car)
  if (refusal) return refusal
  const isAgreed = purchase.price_minor === car.price_minor && isPriceOf(car, shown)
  return isAgreed ? null : priceChanged(car)
}

async function insert(trx: Db, ctx: Context, purchase: PurchaseRow, amount: number): Promise<Attempt> {
  const now = ctx.now()
  const attempt: Attempt = {
    id: newId(),
    purchase_id: purchase.id,
    car_id: purchase.car_id,
    buyer_id: purchase.buyer_id,
    intent_id: null,
    client_secret: null,
    amount,
    currency: CURRENCY,
    state: 'opening',
    cancel_reason: null,
    cancelled_by: null,
    card_confirmed: 0,
    held_until: new Date(now.getTime() + ctx.config.reservationSeconds * 1000).toISOString(),
    created_at: now.toISOString(),
    active_at: now.toISOString(),
  }
  await insertAttempt(trx, attempt)
  return attempt
}
