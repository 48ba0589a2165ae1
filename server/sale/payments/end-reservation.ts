import { ProblemError } from '../../../contract/api/problems.ts'
import type { DealActor } from '../../../contract/deal-life.ts'
import type { Context } from '../../context.ts'
import { setChangeAuthor } from '../../db/change-set.ts'
import type { Db } from '../../db/tables.ts'
import { insertAuditEntry } from '../../core/audit/audit.repository.ts'
import { notify } from '../../core/messages/notify.ts'
import { findLiveAttempt } from '../records/attempt.repository.ts'
import { freeCar } from '../records/car-state.ts'
import { endDeposit, type Deposit } from '../records/deposit.repository.ts'
import { isHeldByBank } from '../records/dispute.repository.ts'
import { toPaymentEntry } from '../records/payment-entry.ts'
import { findPayment, movePayment, type Payment } from '../records/payment.repository.ts'
import { retryRefund } from '../refunds/refund.ts'
import { buildHeldDepositNotices } from '../refunds/refund-notices.ts'
import { cancelAttempt } from './cancel-attempt.ts'

interface ReservationEnd {
  by: DealActor
  /** The user who ends the reservation; null if no user does. */
  actorId: string | null
  /** The email address for the audit log, if an admin ends the reservation. */
  adminEmail?: string
  reason: string
}

/**
 * Ends a reservation and refunds its deposit. A payment of the rest that has not finished is canceled first. If
 * Stripe does not respond to the refund, the reconciler repeats it. While a bank holds the deposit, the refund waits.
 * @returns false if the reservation had already ended
 * @throws ProblemError `payment-in-progress` if the rest is being paid, `stripe-refused` if Stripe refuses its
 * cancellation, `service-unavailable` if Stripe does not respond to it; the reservation remains.
 */
export async function endReservation(ctx: Context, deposit: Deposit, end: ReservationEnd): Promise<boolean> {
  const attempt = await findLiveAttempt(ctx.db, 'purchase', deposit.purchaseId)
  if (attempt) await cancelAttempt(ctx, attempt, 'released')
  const payment = await ctx.db.transaction().execute((trx) => releaseDeposit(trx, ctx, deposit, end))
  if (payment === null) return false
  try {
    await retryRefund(ctx, payment)
  } catch (error) {
    if (!ctx.writes.recordFailure(error)) ctx.log.warn({ err: error }, 'the refund of a deposit waits')
  }
  return true
}

async function releaseDeposit(
  trx: Db,
  ctx: Context,
  deposit: Deposit,
  { by, actorId, adminEmail, reason }: ReservationEnd,
): Promise<Payment | null> {
  // The buyer may have started to pay the rest since the last attempt was canceled.
  if (await findLiveAttempt(trx, 'purchase', deposit.purchaseId))
    throw new ProblemError('payment-in-progress')
  if (!(await endDeposit(trx, deposit, { state: 'refunded', by }, ctx.now()))) return null
  await setChangeAuthor(trx, { actorId, now: ctx.now() }, () => freeCar(trx, deposit.carId))
  const change = { state: 'refund-pending' as const, refundReason: reason }
  await movePayment(trx, deposit.paymentId, ['paid', 'refund-failed'], change)
  const payment = (await findPayment(trx, deposit.paymentId))!
  if (actorId !== null && adminEmail !== undefined) {
    const entry = { ...toPaymentEntry(payment), action: 'end-reservation' as const, detail: reason }
    await insertAuditEntry(trx, { id: actorId, email: adminEmail }, entry, ctx.now())
  }
  if (await isHeldByBank(trx, payment.id))
    for (const notice of buildHeldDepositNotices(payment)) await notify(trx, ctx, notice)
  return payment
}
