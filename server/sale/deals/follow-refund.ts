import type { Context } from '../../context.ts'
import { formatMoney } from '../../../contract/money.ts'
import { setChangeAuthor } from '../../db/change-set.ts'
import type { Db } from '../../db/tables.ts'
import type { Refund } from '../../gateways/payments/payments.ts'
import { bookRefunds } from '../accounting/book.ts'
import { findPayment, movePayment, type Payment } from '../records/payment.repository.ts'
import { freeCar } from '../records/car-state.ts'
import { findDealMoney } from '../records/deal-money.ts'
import { hasLostDispute } from '../records/dispute.repository.ts'
import { endDeposit, isCredited } from '../records/deposit.repository.ts'
import { findDeal, insertDealEvent, moveDeal } from '../records/deal.repository.ts'
import { decideOpenProblem } from '../records/deal-problem.repository.ts'

/**
 * Books a refund, and ends the deal if it was a full refund, and not a partial refund of a sale with several payments.
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
  const event = (text: string) => insertDealEvent(trx, payment.purchaseId, { side: 'system', text }, now)
  const added = total - payment.refundedAmount
  if (!payment.isSale) {
    if (payment.isDeposit && total >= payment.amount) await endRefundedDeposit(trx, payment, now)
    if (!(await isCredited(trx, payment)) || !(await isUnrefunded(trx, payment))) return
    if (added > 0) await event(describePart(added))
    if (total >= payment.amount) await endSaleWithoutMoney(trx, payment)
    return
  }
  if (payment.state === 'refund-pending' && total >= payment.amount) {
    if (!(await moveDeal(trx, payment.purchaseId, 'refund'))) return
    const reason = payment.refundReason ?? 'Refunded'
    await decideOpenProblem(trx, payment.purchaseId, { outcome: 'refund', reason, adminId: null }, now)
    await event('The buyer was refunded in full.')
    await refundCreditedDeposit(trx, payment, reason)
  } else if (added > 0) await event(describePart(added))
}

function describePart(amount: number): string {
  return `${formatMoney(amount)} was refunded to the buyer.`
}

async function isUnrefunded(trx: Db, { purchaseId }: Payment): Promise<boolean> {
  return (await findDeal(trx, purchaseId))?.state !== 'refunded'
}

/** Ends the sale of a refunded deposit if partial refunds have returned the payment of the rest as well. */
async function endSaleWithoutMoney(trx: Db, { purchaseId, refundReason }: Payment): Promise<void> {
  const { paymentId } = (await findDeal(trx, purchaseId))!
  const { amount, refundedAmount } = (await findPayment(trx, paymentId))!
  const change = { state: 'refund-pending' as const, refundReason }
  if (refundedAmount >= amount) await movePayment(trx, paymentId, ['paid'], change)
}

/** Ends a reservation whose deposit was refunded by an admin or in Stripe’s dashboard. */
async function endRefundedDeposit(trx: Db, { id, carId }: Payment, now: Date): Promise<void> {
  if (await endDeposit(trx, { paymentId: id }, { state: 'refunded', by: 'admin' }, now))
    await setChangeAuthor(trx, { actorId: null, now }, () => freeCar(trx, carId))
}

/**
 * Starts the refund of the deposit that was credited to a refunded sale, unless a bank has returned it. The
 * reconciler sends it to Stripe.
 */
export async function refundCreditedDeposit(trx: Db, payment: Payment, refundReason: string): Promise<void> {
  const { payments } = await findDealMoney(trx, { purchaseId: payment.purchaseId, paymentId: payment.id })
  const change = { state: 'refund-pending' as const, refundReason }
  for (const { id } of payments.filter((one) => one.id !== payment.id))
    if (!(await hasLostDispute(trx, id))) await movePayment(trx, id, ['paid', 'refund-failed'], change)
}
