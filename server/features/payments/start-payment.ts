import { parsePrice } from '../../../contract/money.ts'
import type { EndpointOutput } from '../../../contract/endpoint.ts'
import { ProblemError } from '../../../contract/problems.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import type { Call } from '../../http/handler.ts'
import { cancelAttempt } from '../../sale/cancel-attempt.ts'
import { claimCar, type Claim } from '../../sale/claim-car.ts'
import { releaseHold } from '../../sale/end-attempt.ts'
import { listActivePurchases } from '../purchases/purchase.repository.ts'
import {
  findAttempt,
  findLiveAttempt,
  openAttempt,
  touchAttempt,
  type Attempt,
} from './attempt.repository.ts'

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
    const isOver = attempt.held_until <= ctx.now().toISOString()
    if (attempt.purchase_id === claim.purchaseId && !isOver) return open(ctx, attempt)
    await end(ctx, attempt, isOver ? 'expired' : 'released')
  }
  throw new ProblemError('payment-in-progress')
}

/** The buyer's only item at that price. */
async function findOnlyMatch(db: Db, buyerId: string, price: string): Promise<string> {
  const minor = parsePrice(price)
  const purchases = await listActivePurchases(db, buyerId)
  const matches = purchases.filter((purchase) => minor !== null && purchase.price_minor === minor)
  if (matches.length > 1) throw new ProblemError('ambiguous-item')
  if (!matches[0]) throw new ProblemError('not-found')
  return matches[0].id
}

/** Where it was paid meanwhile, that is settled, and nothing stands in the way any more. */
async function end(ctx: Context, attempt: Attempt, reason: 'expired' | 'released'): Promise<void> {
  try {
    await cancelAttempt(ctx, attempt, reason)
  } catch (error) {
    if (await findLiveAttempt(ctx.db, 'buyer_id', attempt.buyer_id)) throw error
  }
}

async function open(ctx: Context, attempt: Attempt): Promise<IntentAnswer> {
  if (attempt.client_secret === null) return openAtStripe(ctx, attempt)
  await touchAttempt(ctx.db, attempt.id, ctx.now())
  return toAnswer(attempt, attempt.client_secret)
}

/** The attempt's id is the idempotency key, so that two requests for one attempt get the same PaymentIntent. */
async function openAtStripe(ctx: Context, attempt: Attempt): Promise<IntentAnswer> {
  const order = {
    amount: attempt.amount,
    currency: attempt.currency,
    description: await carNameOf(ctx.db, attempt),
    metadata: { attemptID: attempt.id, purchasedItemID: attempt.purchase_id, carID: attempt.car_id },
    idempotencyKey: `attempt-${attempt.id}`,
  }
  let intent
  try {
    intent = await ctx.payments.createIntent(order)
  } catch (error) {
    // Nobody has the client secret, so the hold can go at once.
    await releaseHold(ctx, attempt, { reason: 'released', isCardConfirmed: false }, ['opening'])
    throw error
  }
  if (await openAttempt(ctx.db, attempt.id, intent)) return toAnswer(attempt, intent.clientSecret)
  const current = await findAttempt(ctx.db, attempt.id)
  if (current?.state === 'open') return toAnswer(attempt, intent.clientSecret)
  // It was let go while Stripe was asked.
  await ctx.payments.cancelIntent(intent.id)
  throw new ProblemError('hold-expired')
}

/** The same at each try: Stripe refuses an idempotency key that comes with another order. */
async function carNameOf(db: Db, { purchase_id }: Attempt): Promise<string> {
  const { car_name } = await db
    .selectFrom('purchases')
    .select('car_name')
    .where('id', '=', purchase_id)
    .executeTakeFirstOrThrow()
  return car_name
}

function toAnswer(attempt: Attempt, clientSecret: string): IntentAnswer {
  return {
    clientSecret,
    attemptID: attempt.id,
    purchasedItemID: attempt.purchase_id,
    amount: attempt.amount,
    currency: attempt.currency,
    heldUntil: attempt.held_until,
  }
}
