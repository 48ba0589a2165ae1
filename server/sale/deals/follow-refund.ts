import type { Context } from '../../context.ts'
import { formatMoney } from '../../../contract/money.ts'
import type { Db } from '../../db/tables.ts'
import type { Refund } from '../../gateways/payments/payments.ts'
import { bookRefunds } from '../accounting/book.ts'
import type { Payment } from '../records/payment.repository.ts'
import { insertDealEvent, moveDeal } from '../records/deal.repository.ts'
import { decideOpenProblem } from '../records/deal-problem.repository.ts'

/**
 * Books a refund, and ends the deal if everything was refunded.
 * @param total the amount that has been refunded or is being refunded, in cents
 * @param refunds all of the payment's refunds that have not failed, newest first
 */
export async function followRefund(
  trx: Db,
  ctx: Context,
  payment: Payment,
  { total, refunds }: { total: number; refunds: readonly Pick<Refund, 'id' | 'amount'>[] },
): Promise<void> {
  const now = ctx.now()
  await bookRefunds(trx, payment, total, refunds, now)
  if (!payment.isSale) return
  const event = (text: string) => insertDealEvent(trx, payment.purchaseId, { side: 'system', text }, now)
  if (total >= payment.amount) {
    if (!(await moveDeal(trx, payment.purchaseId, 'refund'))) return
    const reason = payment.refundReason ?? 'Refunded'
    await decideOpenProblem(trx, payment.purchaseId, { outcome: 'refund', reason, adminId: null }, now)
    await event('The buyer was refunded in full.')
  } else if (total > payment.refundedAmount)
    await event(`${formatMoney(total - payment.refundedAmount)} was refunded to the buyer.`)
}
