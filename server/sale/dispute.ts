import { formatMoney } from '../../contract/money.ts'
import type { Context } from '../context.ts'
import { hasAuditEntry, insertAuditEntry, STRIPE } from '../features/audit/audit.repository.ts'
import { notify } from '../features/messages/notify.ts'
import { findPaymentByIntent } from '../features/payments/payment.repository.ts'
import { listAdminIds } from '../features/users/user.repository.ts'

const SUBJECTS = {
  'dispute-opened': 'Payment disputed',
  'dispute-won': 'Dispute won',
  'dispute-lost': 'Dispute lost',
}
const BODIES = {
  'dispute-opened':
    "The buyer has asked their bank for it back, and the bank may take it until it decides. Answer with evidence in Stripe's dashboard before its date.",
  'dispute-won': 'It is decided for us: the money stays here, or comes back.',
  'dispute-lost': 'The bank has decided for the buyer: the money is gone, and a refund would pay it twice.',
}

export type DisputeTurn = keyof typeof SUBJECTS

/**
 * A dispute is a matter of people and evidence: admins are told, once for each turn, and the books stay as they are.
 * @see https://docs.stripe.com/disputes/how-disputes-work
 */
export async function tellOfDispute(ctx: Context, intentId: string, turn: DisputeTurn): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const payment = await findPaymentByIntent(trx, intentId)
    const entry = { action: turn, target: intentId }
    if (!payment || (await hasAuditEntry(trx, entry))) return
    const about = `${payment.car_name}, ${formatMoney(payment.amount)}`
    await insertAuditEntry(trx, STRIPE, { ...entry, subject: about }, ctx.now())
    const notice = {
      kind: 'disputed' as const,
      subject: `${SUBJECTS[turn]}: ${about}`,
      body: `Transaction ${intentId}. ${BODIES[turn]}`,
      link: '/dashboard/payments',
    }
    for (const userId of await listAdminIds(trx)) await notify(trx, { ...notice, userId }, ctx.now())
  })
}
