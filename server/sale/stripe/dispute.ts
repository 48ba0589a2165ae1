import { pages } from '../../../contract/pages.ts'
import { auditActions, type AuditAction } from '../../../contract/audit.ts'
import { formatMoney } from '../../../contract/money.ts'
import type { Context } from '../../context.ts'
import { hasAuditEntry, insertAuditEntry, STRIPE } from '../../core/audit/audit.repository.ts'
import { notify } from '../../core/messages/notify.ts'
import { listAdminIds } from '../../core/users/user.repository.ts'
import { ofPayment } from '../payments/payment-entry.ts'
import { findPaymentByIntent } from '../records/payment.repository.ts'

export type DisputeEvent = Extract<AuditAction, `dispute-${string}`>

const BODIES: Record<DisputeEvent, string> = {
  'dispute-opened':
    'The buyer asked their bank for the money back, and the bank may hold it until it decides. Respond with evidence in Stripe’s dashboard before the deadline.',
  'dispute-won': 'The dispute was decided in our favor. The money stays or will be returned.',
  'dispute-lost': 'The bank decided for the buyer. The money is gone, so don’t refund it as well.',
}

/**
 * Notifies the admins of a dispute, once per stage. People have to settle it with evidence, so the payment
 * records do not change.
 * @see https://docs.stripe.com/disputes/how-disputes-work
 */
export async function notifyDispute(ctx: Context, intentId: string, turn: DisputeEvent): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const payment = await findPaymentByIntent(trx, intentId)
    if (!payment) return
    const amount = formatMoney(payment.amount)
    const entry = { ...ofPayment(payment), action: turn, detail: amount }
    if (await hasAuditEntry(trx, entry)) return
    await insertAuditEntry(trx, STRIPE, entry, ctx.now())
    const notice = {
      kind: 'disputed' as const,
      subject: `${auditActions[turn]}: ${payment.carName}, ${amount}`,
      body: `Transaction ${intentId}. ${BODIES[turn]}`,
      link: pages.payments.path,
    }
    for (const userId of await listAdminIds(trx)) await notify(trx, ctx, { ...notice, userId })
  })
}
