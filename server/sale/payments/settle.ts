import type { Context } from '../../context.ts'
import { setChangeAuthor } from '../../db/change-set.ts'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/tables.ts'
import { notify } from '../../core/messages/notify.ts'
import { addDealLink } from '../deals/deal-link.ts'
import { bookCharge, bookStripeFee } from '../accounting/book.ts'
import { openDeal } from '../deals/open-deal.ts'
import type { Charge, Intent } from '../../gateways/payments/payments.ts'
import { releaseHold } from '../holds/end-attempt.ts'
import {
  endAttempt,
  findAttemptByIntent,
  LIVE_STATES,
  touchAttempt,
  type Attempt,
} from '../records/attempt.repository.ts'
import { freeCar, sellCar } from '../records/car-state.ts'
import { endDeposit, findHeldDeposit, isBeingRefunded, type Deposit } from '../records/deposit.repository.ts'
import {
  isReservation,
  findPaymentByIntent,
  insertPayment,
  type Payment,
} from '../records/payment.repository.ts'
import { findListedPurchase } from '../records/purchase-lists.repository.ts'
import { findPurchase, movePurchase, type Purchase } from '../records/purchase.repository.ts'
import { retryRefund } from '../refunds/refund.ts'
import { startReservation } from './reservation.ts'
import { saleNotices } from './sale-notices.ts'

export type Outcome =
  /** `reserved`: the payment is the deposit of a reservation. */
  | { state: 'paid' | 'reserved' | 'refunded'; payment: Payment }
  /** Stripe has not yet decided the payment's outcome. */
  | { state: 'settling' }
  | { state: 'not-succeeded' }
  /** The intent was not created by this marketplace. */
  | { state: 'unknown' }

/**
 * Updates the records to match the Stripe PaymentIntent. `POST /payments`, the webhook, and the reconciler
 * all call this, in any order and repeatedly. Each intent has a unique payment record, which makes a repeat a
 * no-op. A successful payment that becomes neither a sale nor a reservation is refunded automatically.
 * @throws ProblemError `stripe-refused` if Stripe refuses a request, `service-unavailable` if it does not respond
 */
export async function settleIntent(ctx: Context, intentId: string): Promise<Outcome> {
  const settledPayment = await findPaymentByIntent(ctx.db, intentId)
  if (settledPayment) return toOutcome(settledPayment)
  const attempt = await findAttemptByIntent(ctx.db, intentId)
  if (!attempt) return { state: 'unknown' }

  const intent = await ctx.payments.getIntent(intentId)
  if (intent.status === 'succeeded') {
    const payment = await ctx.db.transaction().execute((trx) => recordSuccess(ctx, trx, attempt, intent))
    if (payment.state === 'refund-pending') await retryRefund(ctx, payment)
    return toOutcome(payment)
  }
  if (intent.status === 'canceled') {
    const isOver = attempt.heldUntil <= ctx.now().toISOString()
    await releaseHold(ctx, attempt, { reason: isOver ? 'expired' : 'released', adminId: null })
    return { state: 'not-succeeded' }
  }
  await touchAttempt(ctx.db, attempt.id, ctx.now())
  return { state: intent.status === 'processing' ? 'settling' : 'not-succeeded' }
}

function toOutcome(payment: Payment): Outcome {
  const isReserved = isReservation(payment) && payment.state === 'paid'
  return { state: payment.isSale ? 'paid' : isReserved ? 'reserved' : 'refunded', payment }
}

async function recordSuccess(ctx: Context, trx: Db, attempt: Attempt, intent: Intent): Promise<Payment> {
  // Another call may have settled the payment during the request to Stripe.
  const settledPayment = await findPaymentByIntent(trx, intent.id)
  if (settledPayment) return settledPayment
  const purchase = (await findPurchase(trx, attempt.purchaseId))!
  const isAsOrdered =
    intent.amount === attempt.amount &&
    intent.currency === attempt.currency &&
    intent.metadata.attemptID === attempt.id
  const end = { state: 'succeeded', cancelReason: null, canceledBy: null } as const
  const wasLive = await endAttempt(trx, attempt.id, LIVE_STATES, end, ctx.now())
  const { isDeposit } = attempt
  const isAccepted = wasLive && isAsOrdered
  const deposit = await findHeldDeposit(trx, 'purchase', purchase.id)
  const isSale =
    isAccepted &&
    !isDeposit &&
    (await coversPrice(trx, attempt, purchase, deposit)) &&
    (await completeSale(trx, ctx, attempt))
  const isReserved = isAccepted && isDeposit
  const isKept = isSale || isReserved
  const payment = await insertPayment(trx, {
    id: newId(),
    attemptId: attempt.id,
    purchaseId: purchase.id,
    carId: purchase.carId,
    buyerId: purchase.buyerId,
    sellerId: purchase.sellerId,
    intentId: intent.id,
    amount: intent.amount,
    otherAmount: isSale && deposit ? deposit.amount : 0,
    isDeposit,
    currency: intent.currency,
    priceText: purchase.priceText,
    carModelName: purchase.carModelName,
    carName: purchase.carName,
    paidAt: ctx.now().toISOString(),
    isSale,
    state: isKept ? 'paid' : 'refund-pending',
    refundReason: isKept ? null : 'We couldn’t complete the sale',
  })
  await bookCharge(trx, payment, ctx.now())
  await bookStripeFee(trx, payment, intent.charge, ctx.now())
  if (isSale) await startDeal(trx, ctx, { payment, purchase, deposit, charge: intent.charge })
  else if (wasLive) {
    await movePurchase(trx, purchase.id, ['paying'], { state: 'unpaid' })
    if (isReserved) await startReservation(trx, ctx, payment)
    else await setChangeAuthor(trx, { actorId: null, now: ctx.now() }, () => freeCar(trx, attempt.carId))
  }
  return payment
}

interface NewSale {
  payment: Payment
  purchase: Purchase
  deposit: Deposit | null
  charge: Charge | null
}

async function startDeal(
  trx: Db,
  ctx: Context,
  { payment, purchase, deposit, charge }: NewSale,
): Promise<void> {
  if (deposit) await endDeposit(trx, deposit, { state: 'credited', by: 'buyer' }, ctx.now())
  await openDeal(trx, ctx.now(), { payment, purchase, charge })
  const listedPurchase = (await findListedPurchase(trx, purchase.id))!
  for (const notice of saleNotices(listedPurchase, payment))
    await notify(trx, ctx, addDealLink(ctx, payment, notice))
}

/** Reports whether a payment covers the price. A deposit does not count once its refund has begun. */
async function coversPrice(
  trx: Db,
  { amount }: Attempt,
  { priceMinor }: Purchase,
  deposit: Deposit | null,
): Promise<boolean> {
  const isCreditable = deposit !== null && !(await isBeingRefunded(trx, deposit))
  return amount + (isCreditable ? deposit.amount : 0) === priceMinor
}

async function completeSale(trx: Db, ctx: Context, attempt: Attempt): Promise<boolean> {
  const author = { actorId: attempt.buyerId, now: ctx.now() }
  if (!(await setChangeAuthor(trx, author, () => sellCar(trx, attempt.carId)))) return false
  return movePurchase(trx, attempt.purchaseId, ['paying'], { state: 'paid' })
}
