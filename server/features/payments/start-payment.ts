import type { EndpointOutput } from '../../../contract/api/endpoints.ts'
import { parsePrice } from '../../../contract/money.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import type { Call } from '../../http/handler.ts'
import { claimCar, type Claim } from '../../sale/holds/claim-car.ts'
import { releaseHold } from '../../sale/holds/end-attempt.ts'
import { cancelAttempt } from '../../sale/payments/cancel-attempt.ts'
import {
  findAttempt,
  findLiveAttempt,
  openAttempt,
  touchAttempt,
  type Attempt,
} from '../../sale/records/attempt.repository.ts'
import { findPurchase, listActivePurchases } from '../../sale/records/purchase.repository.ts'
import { toWireIntent } from './payment.wire.ts'

type IntentAnswer = EndpointOutput<'createPaymentIntent'>

/** A hold that ran out is ended first, or one on another car; meanwhile another window may begin the next. */
const MAX_TRIES = 3

/**
 * Reserves the car and starts a payment of the item's own price. A repeat, from a reload or a second window, returns
 * the open attempt and does not extend it. A buyer holds one car at a time: the newest intention wins.
 */
export async function startPayment({ ctx, actor, body }: Call<'createPaymentIntent'>): Promise<IntentAnswer> {
  const claim: Claim = {
    purchaseId: body.purchasedItemID ?? (await findOnlyMatch(ctx.db, actor.id, body.sellingPrice)),
    buyerId: actor.id,
    shown: body.sellingPrice,
  }
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const attempt = await claimCar(ctx, claim)
    const isOver = attempt.heldUntil <= ctx.now().toISOString()
    if (attempt.purchaseId === claim.purchaseId && !isOver) return open(ctx, attempt)
    await end(ctx, attempt, isOver ? 'expired' : 'released')
  }
  throw new ProblemError('payment-in-progress')
}

/** The buyer's only item at that price. */
async function findOnlyMatch(db: Db, buyerId: string, price: string): Promise<string> {
  const minor = parsePrice(price)
  const purchases = await listActivePurchases(db, buyerId)
  const matches = purchases.filter((purchase) => minor !== null && purchase.priceMinor === minor)
  if (matches.length > 1) throw new ProblemError('ambiguous-item')
  if (!matches[0]) throw new ProblemError('not-found')
  return matches[0].id
}

/** Where it was paid meanwhile, that is settled, and nothing stands in the way any more. */
async function end(ctx: Context, attempt: Attempt, reason: 'expired' | 'released'): Promise<void> {
  try {
    await cancelAttempt(ctx, attempt, reason)
  } catch (error) {
    if (await findLiveAttempt(ctx.db, 'buyer', attempt.buyerId)) throw error
  }
}

async function open(ctx: Context, attempt: Attempt): Promise<IntentAnswer> {
  if (attempt.clientSecret === null) return openAtStripe(ctx, attempt)
  await touchAttempt(ctx.db, attempt.id, ctx.now())
  return toWireIntent(attempt, attempt.clientSecret)
}

/** The attempt's id is the idempotency key, so that two requests for one attempt get the same PaymentIntent. */
async function openAtStripe(ctx: Context, attempt: Attempt): Promise<IntentAnswer> {
  const order = {
    amount: attempt.amount,
    currency: attempt.currency,
    // The same at each try: Stripe refuses an idempotency key that comes with another order.
    description: (await findPurchase(ctx.db, attempt.purchaseId))!.carName,
    metadata: { attemptID: attempt.id, purchasedItemID: attempt.purchaseId, carID: attempt.carId },
    idempotencyKey: `attempt-${attempt.id}`,
  }
  let intent
  try {
    intent = await ctx.payments.createIntent(order)
  } catch (error) {
    // Nobody has the client secret, so the hold can go at once.
    await releaseHold(ctx, attempt, { reason: 'released', adminId: null }, ['opening'])
    throw error
  }
  if (await openAttempt(ctx.db, attempt.id, intent)) return toWireIntent(attempt, intent.clientSecret)
  const current = await findAttempt(ctx.db, attempt.id)
  if (current?.state === 'open') return toWireIntent(attempt, intent.clientSecret)
  // It was let go while Stripe was asked.
  await ctx.payments.cancelIntent(intent.id)
  throw new ProblemError('hold-expired')
}
