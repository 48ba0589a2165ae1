import type { Context } from '../context.ts'
import { newId } from '../db/id.ts'
import type { Db } from '../db/tables.ts'
import {
  endAttempt,
  findAttemptByIntent,
  LIVE,
  touchAttempt,
  type Attempt,
} from '../features/payments/attempt.repository.ts'
import {
  findPaymentByIntent,
  insertPayment,
  type PaymentRow,
} from '../features/payments/payment.repository.ts'
import { notify } from '../features/messages/notify.ts'
import { findPurchase, movePurchase } from '../features/purchases/purchase.repository.ts'
import type { Intent } from '../gateways/payments/payments.ts'
import { freeCar, sellCar } from './car-state.ts'
import { releaseHold } from './end-attempt.ts'
import { pursueRefund } from './refund.ts'
import { saleNotices } from './sale-notices.ts'

export type Outcome =
  | { state: 'paid' | 'refunded'; payment: PaymentRow }
  /** Stripe has not decided yet. */
  | { state: 'settling' }
  | { state: 'not-succeeded' }
  /** An intent that this marketplace did not make. */
  | { state: 'unknown' }

/**
 * Brings the books in line with what Stripe says of a PaymentIntent. `POST /payments`, the webhook and the reconciler
 * all end here, in any order and as often as they like: the intent's unique payment record makes a repeat a no-op.
 * A success that cannot become a sale is refunded by itself.
 * @throws ProblemError `service-unavailable` where Stripe does not answer.
 */
export async function settleIntent(ctx: Context, intentId: string): Promise<Outcome> {
  const known = await findPaymentByIntent(ctx.db, intentId)
  if (known) return toOutcome(known)
  const attempt = await findAttemptByIntent(ctx.db, intentId)
  if (!attempt) return { state: 'unknown' }

  const intent = await ctx.payments.getIntent(intentId)
  if (intent.status === 'succeeded') {
    const payment = await ctx.db.transaction().execute((trx) => recordSuccess(ctx, trx, attempt, intent))
    if (payment.state === 'refund-pending') await pursueRefund(ctx, payment)
    return toOutcome(payment)
  }
  if (intent.status === 'canceled') {
    const isOver = attempt.held_until <= ctx.now().toISOString()
    const { isCardConfirmed } = intent
    await releaseHold(ctx, attempt, { reason: isOver ? 'expired' : 'released', isCardConfirmed })
    return { state: 'not-succeeded' }
  }
  await touchAttempt(ctx.db, attempt.id, ctx.now())
  return { state: intent.status === 'processing' ? 'settling' : 'not-succeeded' }
}

function toOutcome(payment: PaymentRow): Outcome {
  return { state: payment.is_sale ? 'paid' : 'refunded', payment }
}

async function recordSuccess(ctx: Context, trx: Db, attempt: Attempt, intent: Intent): Promise<PaymentRow> {
  // Somebody else may have settled it while Stripe was asked.
  const known = await findPaymentByIntent(trx, intent.id)
  if (known) return known
  const purchase = (await findPurchase(trx, attempt.purchase_id))!
  const isAsOrdered =
    intent.amount === attempt.amount &&
    intent.currency === attempt.currency &&
    intent.metadata.attemptID === attempt.id
  const end = { state: 'succeeded', cancel_reason: null, cancelled_by: null, card_confirmed: 1 } as const
  const wasLive = await endAttempt(trx, attempt.id, LIVE, end, ctx.now())
  const isSale = wasLive && isAsOrdered && (await sell(trx, attempt))
  const payment: PaymentRow = {
    id: newId(),
    attempt_id: attempt.id,
    purchase_id: purchase.id,
    car_id: purchase.car_id,
    buyer_id: purchase.buyer_id,
    seller_id: purchase.seller_id,
    intent_id: intent.id,
    amount: intent.amount,
    currency: intent.currency,
    price_text: purchase.price_text,
    car_model_name: purchase.car_model_name,
    car_name: purchase.car_name,
    paid_at: ctx.now().toISOString(),
    is_sale: isSale ? 1 : 0,
    state: isSale ? 'paid' : 'refund-pending',
    refunded_amount: 0,
    refund_id: null,
    refund_reason: isSale ? null : 'We couldn’t complete the sale',
    refunded_at: null,
  }
  await insertPayment(trx, payment)
  if (isSale) {
    for (const notice of saleNotices(purchase, payment)) await notify(trx, ctx, notice)
  } else {
    if (wasLive) await freeCar(trx, attempt.car_id)
    if (wasLive) await movePurchase(trx, purchase.id, ['paying'], { state: 'unpaid' })
  }
  return payment
}

async function sell(trx: Db, attempt: Attempt): Promise<boolean> {
  if (!(await sellCar(trx, attempt.car_id))) return false
  return movePurchase(trx, attempt.purchase_id, ['paying'], { state: 'paid' })
}
