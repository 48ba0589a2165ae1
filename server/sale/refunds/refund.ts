import type { Context } from '../../context.ts'
import { notify } from '../../core/messages/notify.ts'
import { addDealLink } from '../deals/deal-link.ts'
import { undoDecision } from '../deals/follow-decision.ts'
import { followRefund } from '../deals/follow-refund.ts'
import { returnShare } from '../payouts/return-share.ts'
import type { Refund } from '../../gateways/payments/payments.ts'
import { isHeldByBank } from '../records/dispute.repository.ts'
import { isReservation, movePayment, type Payment, type PaymentState } from '../records/payment.repository.ts'
import { movePurchase } from '../records/purchase.repository.ts'
import { detachReviews } from '../records/detach-reviews.ts'
import { refundNotices } from './refund-notices.ts'

/**
 * Advances a payment whose state is `refund-pending`. It requests the refund from Stripe, or reads the status
 * of a refund already requested, and records the outcome once. The idempotency key names the payment and the
 * previous refund. A repeat thus requests the same refund, and only a retry after a failure requests a new
 * one.
 * @throws ProblemError `stripe-refused` if Stripe refuses another request, `service-unavailable` if it does not respond:
 * the payment stays `refund-pending`, and the reconciler retries.
 */
export async function retryRefund(ctx: Context, payment: Payment): Promise<PaymentState> {
  // Stripe refuses the refund of a disputed deposit. If the dispute is lost, the bank refunds it.
  if (isReservation(payment) && (await isHeldByBank(ctx.db, payment.id))) return 'refund-pending'
  const refund = payment.refundId?.startsWith('re_')
    ? await ctx.payments.getRefund(payment.refundId)
    : await ctx.payments.refund({
        intentId: payment.intentId,
        idempotencyKey: `refund-${payment.id}${payment.refundId ?? ''}`,
      })
  const refunds = await listMade(ctx, payment, refund)
  const state = await ctx.db.transaction().execute(async (trx): Promise<PaymentState> => {
    const fromStates: PaymentState[] = ['refund-pending']
    if (refund.status === 'pending') {
      await movePayment(trx, payment.id, fromStates, { refundId: refund.id })
      return 'refund-pending'
    }
    if (refund.status === 'failed') {
      if (!(await movePayment(trx, payment.id, fromStates, selectFailedRefund(refund))))
        return 'refund-failed'
      const decision = { outcome: 'refund' as const, outcomeReason: payment.refundReason }
      await undoDecision(trx, ctx, payment.purchaseId, decision)
      return 'refund-failed'
    }
    const refundedAt = ctx.now()
    const change = {
      state: 'refunded' as const,
      refundId: refund.id,
      refundedAt: refundedAt.toISOString(),
      refundedAmount: payment.amount,
    }
    if (!(await movePayment(trx, payment.id, fromStates, change))) return 'refunded'
    if (payment.isSale) {
      await movePurchase(trx, payment.purchaseId, ['paid'], { state: 'refunded' })
      await detachReviews(trx, payment.purchaseId)
    }
    await followRefund(trx, ctx, payment, { total: payment.amount, refunds })
    for (const notice of refundNotices(payment))
      await notify(trx, ctx, payment.isSale ? addDealLink(ctx, payment, notice) : notice)
    return 'refunded'
  })
  if (state === 'refunded') await returnShare(ctx, payment.purchaseId)
  return state
}

/** Lists the refunds that make up the full amount. Some may have been made in Stripe's dashboard. */
async function listMade(ctx: Context, payment: Payment, refund: Refund): Promise<Refund[]> {
  const { amount, intentId } = payment
  if (refund.status !== 'succeeded' || refund.amount === amount) return [refund]
  const refunds = await ctx.payments.listRefunds({ intentId })
  return refunds.filter(({ status }) => status !== 'failed')
}

export const REFUSED = 'Stripe couldn’t refund this payment. Try again later.'

/**
 * Builds the change for a failed refund. A marker replaces the refund's ID, so that an admin's retry has its
 * own idempotency key.
 */
export function selectFailedRefund({ id }: Pick<Refund, 'id'>) {
  return { state: 'refund-failed' as const, refundId: `-after-${id}` }
}
