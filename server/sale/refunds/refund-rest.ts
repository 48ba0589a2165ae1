import { ProblemError } from '../../../contract/api/problems.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { insertAuditEntry } from '../../core/audit/audit.repository.ts'
import { toPaymentEntry } from '../records/payment-entry.ts'
import { findPayment, movePayment, type PaymentState } from '../records/payment.repository.ts'
import { REFUSED, retryRefund } from './refund.ts'

/** Refunds the unrefunded remainder of a payment. @throws ProblemError the same as `completeRefund` */
export async function refundRest(
  ctx: Context,
  actor: Actor,
  paymentId: string,
  reason: string,
): Promise<PaymentState> {
  await ctx.db.transaction().execute((trx) => requestRefund(trx, ctx, actor, paymentId, reason))
  return completeRefund(ctx, paymentId)
}

/** Records that the remainder of a payment will be refunded, unless its refund is recorded already. */
export async function requestRefund(
  trx: Db,
  ctx: Context,
  actor: Actor,
  paymentId: string,
  reason: string,
): Promise<void> {
  const change = { state: 'refund-pending' as const, refundReason: reason }
  if (!(await movePayment(trx, paymentId, ['paid', 'refund-failed'], change))) return
  const payment = (await findPayment(trx, paymentId))!
  const entry = { ...toPaymentEntry(payment), action: 'refund' as const, detail: reason }
  await insertAuditEntry(trx, actor, entry, ctx.now())
}

/**
 * Requests a recorded refund from Stripe.
 * @throws ProblemError `not-refundable` if Stripe refuses the refund; otherwise the same as `retryRefund`
 */
export async function completeRefund(ctx: Context, paymentId: string): Promise<PaymentState> {
  const payment = (await findPayment(ctx.db, paymentId))!
  const state = payment.state === 'refund-pending' ? await retryRefund(ctx, payment) : payment.state
  if (state === 'refund-failed') throw new ProblemError('not-refundable', { detail: REFUSED })
  return state
}
