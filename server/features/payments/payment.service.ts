import { ProblemError } from '../../../contract/api/problems.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../actor.ts'
import { ApiResponse, type Call } from '../../http/handler.ts'
import { getReachable } from '../../http/row-access.ts'
import { cancelAttempt } from '../../sale/payments/cancel-attempt.ts'
import { settleIntent } from '../../sale/payments/settle.ts'
import { findAttempt, findAttemptByIntent } from '../../sale/records/attempt.repository.ts'
import { listRefundable } from '../../sale/records/deal-money.ts'
import { findPayment, findPaymentByIntent } from '../../sale/records/payment.repository.ts'
import { findPurchase, type Purchase } from '../../sale/records/purchase.repository.ts'
import { refundRest } from '../../sale/refunds/refund-rest.ts'
import { readPart, refundPart } from '../../sale/stripe/refund-part.ts'

/**
 * Records a payment that the browser reported as successful. Its details are read from Stripe, not from the
 * request.
 */
export async function savePayment({ ctx, actor, body }: Call<'savePayment'>) {
  const purchase = await getOwnPurchase(ctx.db, actor, body.purchasedItemID)
  const storedPayment = await findPaymentByIntent(ctx.db, body.transactionID)
  const attempt = storedPayment ?? (await findAttemptByIntent(ctx.db, body.transactionID))
  if (attempt?.purchaseId !== purchase.id) throw new ProblemError('not-found')

  const response = { acknowledged: true as const, transactionID: body.transactionID }
  const outcome = await settleIntent(ctx, body.transactionID)
  switch (outcome.state) {
    case 'paid':
    case 'reserved':
    case 'refunded':
      return { ...response, insertedId: outcome.payment.id, state: outcome.state }
    case 'settling':
      return new ApiResponse({ ...response, state: 'settling' as const }, { status: 202 })
    default:
      throw new ProblemError('not-succeeded')
  }
}

async function getOwnPurchase(db: Db, actor: Actor, id: string): Promise<Purchase> {
  return getReachable('savePayment', actor, await findPurchase(db, id), ({ buyerId }) => buyerId)
}

export async function releaseAttempt({ ctx, actor, params }: Call<'cancelAttempt'>) {
  const storedAttempt = await findAttempt(ctx.db, params.id)
  const attempt = getReachable('cancelAttempt', actor, storedAttempt, ({ buyerId }) => buyerId)
  if (attempt.state === 'succeeded') throw new ProblemError('payment-in-progress')
  const isReleased = attempt.state !== 'cancelled' && (await cancelAttempt(ctx, attempt, 'released'))
  return { acknowledged: true as const, deletedCount: isReleased ? 1 : 0 }
}

/**
 * Refunds part of the payment, or the remainder; for the payment of a sale, together with its credited deposit.
 * The refund is pending until Stripe confirms it. A repeated request returns the current state.
 */
export async function refundPayment({ ctx, actor, params, body }: Call<'refundPayment'>) {
  const payment = await findPayment(ctx.db, params.id)
  if (!payment) throw new ProblemError('not-found')
  if (payment.state === 'refunded') return { acknowledged: true as const, state: 'refunded' as const }
  const { reason, refundedAmount = payment.refundedAmount } = body
  if (refundedAmount !== payment.refundedAmount) throw new ProblemError('refund-changed')
  const amount = readPart(body.amount, await listRefundable(ctx.db, payment))
  const state =
    amount === null
      ? await refundRest(ctx, actor, payment.id, reason)
      : await refundPart(ctx, actor, payment, { amount, reason, refundedAmount })
  return { acknowledged: true as const, state }
}
