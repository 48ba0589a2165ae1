import { formatMoney } from '../../contract/money.ts'
import type { Context } from '../context.ts'
import { movePayment, type PaymentRow } from '../features/payments/payment.repository.ts'
import { notify } from '../features/messages/notify.ts'
import { movePurchase } from '../features/purchases/purchase.repository.ts'
import type { RefundStatus } from '../gateways/payments/payments.ts'

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
  return writeRefund(ctx, payment, refund)
}

/**
 * A refund that succeeded may still come back, where the buyer's bank cannot take it
 * (docs.stripe.com/refunds#failed-refunds). The payment is then open for another try by an admin; the car's state stays.
 */
export async function reopenFailedRefund(ctx: Context, payment: PaymentRow): Promise<void> {
  const { refund_id: refundId } = payment
  if (!refundId?.startsWith('re_')) return
  if ((await ctx.payments.getRefund(refundId)).status !== 'failed') return
  await ctx.db.transaction().execute(async (trx) => {
    const change = { state: 'refund-failed' as const, refund_id: failedMark(refundId), refunded_at: null }
    if (!(await movePayment(trx, payment.id, ['refunded'], change))) return
    const amount = formatMoney(payment.amount)
    const notice = {
      userId: payment.buyer_id,
      kind: 'refunded' as const,
      subject: `Your refund did not arrive: ${payment.car_model_name}, ${amount}`,
      body: `Your bank sent ${amount} for ${payment.car_model_name} back. We look after it and pay it out again.`,
      link: `/dashboard/purchases/${payment.purchase_id}`,
    }
    await notify(trx, notice, ctx.now())
  })
  ctx.log.warn({ payment: payment.id }, 'a refund failed after all: an admin has to try again')
}

/** In the place of the failed refund's id, so that a retry by an admin gets an idempotency key of its own. */
function failedMark(refundId: string): string {
  return `-after-${refundId}`
}

async function writeRefund(
  ctx: Context,
  payment: PaymentRow,
  refund: { id: string; status: RefundStatus },
): Promise<PaymentRow['state']> {
  return ctx.db.transaction().execute(async (trx) => {
    if (refund.status === 'pending') {
      await movePayment(trx, payment.id, ['refund-pending'], { refund_id: refund.id })
      return 'refund-pending'
    }
    if (refund.status === 'failed') {
      await movePayment(trx, payment.id, ['refund-pending'], {
        state: 'refund-failed',
        refund_id: failedMark(refund.id),
      })
      return 'refund-failed'
    }
    const at = ctx.now()
    const change = { state: 'refunded' as const, refund_id: refund.id, refunded_at: at.toISOString() }
    if (!(await movePayment(trx, payment.id, ['refund-pending'], change))) return 'refunded'
    if (payment.is_sale) await movePurchase(trx, payment.purchase_id, ['paid'], { state: 'refunded' })
    const amount = formatMoney(payment.amount)
    const reason = payment.refund_reason ?? ''
    const toBuyer = `${amount} for ${payment.car_model_name} goes back to your card. Reason: ${reason}. Banks usually show it within 5 to 10 days.`
    const toSeller = payment.is_sale
      ? `The sale of ${payment.car_model_name} was refunded: ${amount} went back to the buyer. Reason: ${reason}.`
      : `A payment of ${amount} for ${payment.car_model_name} came too late to be a sale and went back to the buyer.`
    const subject = `Refunded: ${payment.car_model_name}, ${amount}`
    await notify(
      trx,
      {
        userId: payment.buyer_id,
        kind: 'refunded',
        subject,
        body: toBuyer,
        link: `/dashboard/purchases/${payment.purchase_id}`,
      },
      at,
    )
    await notify(
      trx,
      { userId: payment.seller_id, kind: 'refunded', subject, body: toSeller, link: '/dashboard/sales' },
      at,
    )
    return 'refunded'
  })
}
