import type { Context } from '../context.ts'
import { movePayment, type PaymentRow } from '../features/payments/payment.repository.ts'
import { notify } from '../features/messages/notify.ts'
import { movePurchase } from '../features/purchases/purchase.repository.ts'
import { untieReviews } from '../features/reviews/review.repository.ts'
import type { Refund } from '../gateways/payments/payments.ts'
import { refundNotices } from './refund-notices.ts'

/**
 * Drives a payment in `refund-pending` on: asks Stripe for the refund, or how the one asked for stands, and writes the
 * end down once. The idempotency key names the payment and the refund before, so that a repeat asks for the same
 * refund and only a retry after a failure asks for a new one.
 * @throws ProblemError `service-unavailable`: the payment stays `refund-pending`, and the reconciler goes on.
 */
export async function pursueRefund(ctx: Context, payment: PaymentRow): Promise<PaymentRow['state']> {
  const refund = payment.refund_id?.startsWith('re_')
    ? await ctx.payments.getRefund(payment.refund_id)
    : await ctx.payments.refund({
        intentId: payment.intent_id,
        idempotencyKey: `refund-${payment.id}${payment.refund_id ?? ''}`,
      })
  return ctx.db.transaction().execute(async (trx) => {
    const from: PaymentRow['state'][] = ['refund-pending']
    if (refund.status === 'pending') {
      await movePayment(trx, payment.id, from, { refund_id: refund.id })
      return 'refund-pending'
    }
    if (refund.status === 'failed') {
      await movePayment(trx, payment.id, from, failedRefund(refund))
      return 'refund-failed'
    }
    const at = ctx.now()
    const change = {
      state: 'refunded' as const,
      refund_id: refund.id,
      refunded_at: at.toISOString(),
      refunded_amount: payment.amount,
    }
    if (!(await movePayment(trx, payment.id, from, change))) return 'refunded'
    if (payment.is_sale) {
      await movePurchase(trx, payment.purchase_id, ['paid'], { state: 'refunded' })
      await untieReviews(trx, payment.purchase_id)
    }
    for (const notice of refundNotices(payment)) await notify(trx, ctx, notice)
    return 'refunded'
  })
}

/** A mark stands in the place of the failed refund's id, so that an admin's retry gets an idempotency key of its own. */
export function failedRefund({ id }: Pick<Refund, 'id'>) {
  return { state: 'refund-failed' as const, refund_id: `-after-${id}` }
}
