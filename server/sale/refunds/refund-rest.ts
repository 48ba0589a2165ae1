import { ProblemError } from '../../../contract/api/problems.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { insertAuditEntry } from '../../core/audit/audit.repository.ts'
import { ofPayment } from '../records/payment-entry.ts'
import { findPayment, movePayment, type Payment, type PaymentState } from '../records/payment.repository.ts'
import { REFUSED, retryRefund } from './refund.ts'

/**
 * Refunds the unrefunded remainder of a payment.
 * @throws ProblemError `not-refundable` if Stripe refuses the refund; otherwise the same as `retryRefund`
 */
export async function refundRest(
  ctx: Context,
  actor: Actor,
  payment: Payment,
  reason: string,
): Promise<PaymentState> {
  await ctx.db.transaction().execute(async (trx) => {
    const change = { state: 'refund-pending' as const, refundReason: reason }
    const isFirst = await movePayment(trx, payment.id, ['paid', 'refund-failed'], change)
    if (!isFirst) return
    const entry = { ...ofPayment(payment), action: 'refund' as const, detail: reason }
    await insertAuditEntry(trx, actor, entry, ctx.now())
  })
  const state = await retryRefund(ctx, (await findPayment(ctx.db, payment.id))!)
  if (state === 'refund-failed') throw new ProblemError('not-refundable', { detail: REFUSED })
  return state
}
