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

type IntentResult = EndpointOutput<'createPaymentIntent'>

/**
 * Maximum number of attempts to claim a car. Each attempt first ends a hold that has expired or is on another
 * car, but another window may start a new one.
 */
const MAX_TRIES = 3

/** Starts the payment of a car at the item's stored price, or of the rest if the buyer has reserved it. */
export async function startPayment({ ctx, actor, body }: Call<'createPaymentIntent'>): Promise<IntentResult> {
  return startAttempt(ctx, {
    purchaseId: body.purchasedItemID ?? (await findOnlyMatch(ctx.db, actor.id, body.sellingPrice)),
    buyerId: actor.id,
    shownPrice: body.sellingPrice,
    isDeposit: false,
  })
}

/**
 * Reserves the car and starts a payment. A repeated request, from a reload or a second window, returns the open
 * attempt without extending it. A buyer can hold only one car at a time, so the latest checkout wins.
 */
export async function startAttempt(ctx: Context, claim: Claim): Promise<IntentResult> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const attempt = await claimCar(ctx, claim)
    const isOver = attempt.heldUntil <= ctx.now().toISOString()
    const isSame = attempt.purchaseId === claim.purchaseId && attempt.isDeposit === claim.isDeposit
    if (isSame && !isOver) return resumePayment(ctx, attempt)
    await endHold(ctx, attempt, isOver ? 'expired' : 'released')
  }
  throw new ProblemError('payment-in-progress')
}

/**
 * Finds the buyer's item at the given price, if exactly one matches.
 * @throws ProblemError `ambiguous-item` if several match, `not-found` if none does
 */
async function findOnlyMatch(db: Db, buyerId: string, price: string): Promise<string> {
  const minor = parsePrice(price)
  const purchases = await listActivePurchases(db, buyerId)
  const matches = purchases.filter((purchase) => minor !== null && purchase.priceMinor === minor)
  if (matches.length > 1) throw new ProblemError('ambiguous-item')
  if (!matches[0]) throw new ProblemError('not-found')
  return matches[0].id
}

/**
 * Ends an attempt. If the buyer has just paid, the payment is settled instead and no longer blocks a new
 * hold.
 */
async function endHold(ctx: Context, attempt: Attempt, reason: 'expired' | 'released'): Promise<void> {
  try {
    await cancelAttempt(ctx, attempt, reason)
  } catch (error) {
    if (await findLiveAttempt(ctx.db, 'buyer', attempt.buyerId)) throw error
  }
}

async function resumePayment(ctx: Context, attempt: Attempt): Promise<IntentResult> {
  if (attempt.clientSecret === null) return openAtStripe(ctx, attempt)
  await touchAttempt(ctx.db, attempt.id, ctx.now())
  return toWireIntent(attempt, attempt.clientSecret)
}

/**
 * Opens an attempt in Stripe. The attempt's ID is the idempotency key, so two requests for the same attempt
 * get the same PaymentIntent.
 */
async function openAtStripe(ctx: Context, attempt: Attempt): Promise<IntentResult> {
  const order = {
    amount: attempt.amount,
    currency: attempt.currency,
    // The order must be identical on each try. Stripe rejects an idempotency key that is reused with a
    // different order.
    description: (await findPurchase(ctx.db, attempt.purchaseId))!.carName,
    metadata: { attemptID: attempt.id, purchasedItemID: attempt.purchaseId, carID: attempt.carId },
    transferGroup: attempt.purchaseId,
    idempotencyKey: `attempt-${attempt.id}`,
  }
  let intent
  try {
    intent = await ctx.payments.createIntent(order)
  } catch (error) {
    // No client has the secret yet, so the hold can be released immediately.
    await releaseHold(ctx, attempt, { reason: 'released', adminId: null }, ['opening'])
    throw error
  }
  if (await openAttempt(ctx.db, attempt.id, intent)) return toWireIntent(attempt, intent.clientSecret)
  const current = await findAttempt(ctx.db, attempt.id)
  if (current?.state === 'open') return toWireIntent(attempt, intent.clientSecret)
  // The hold was released while the request to Stripe was in flight.
  await ctx.payments.cancelIntent(intent.id)
  throw new ProblemError('hold-expired')
}
