import { formatMoney } from '../../../contract/money.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { insertAuditEntry, STRIPE } from '../../core/audit/audit.repository.ts'
import { notify } from '../../core/messages/notify.ts'
import { addDealLink } from '../deals/deal-link.ts'
import { endParts } from '../deals/follow-decision.ts'
import { followRefund } from '../deals/follow-refund.ts'
import { returnShare } from '../payouts/return-share.ts'
import type { Refund } from '../../gateways/payments/payments.ts'
import { listRefundable } from '../records/deal-money.ts'
import { toPaymentEntry } from '../records/payment-entry.ts'
import { settleIntent } from '../payments/settle.ts'
import {
  findPaymentByIntent,
  movePayment,
  recordRefundedAmount,
  type Payment,
  type PaymentState,
} from '../records/payment.repository.ts'
import { findOpenPart } from '../records/refund-part.repository.ts'
import { buildPartNotices, buildReturnedNotice } from '../refunds/refund-notices.ts'
import { selectFailedRefund, retryRefund } from '../refunds/refund.ts'

const REASON = 'Refunded through Stripe'
const OPEN_STATES: PaymentState[] = ['paid', 'refund-failed']

/** Number of days to look back for refunds. Banks don't return refunds that are older. */
const LOOK_BACK_DAYS = 30
const DAY_MS = 86_400_000

/**
 * Updates a payment to match its refunds in Stripe, regardless of their origin. They come from our admins,
 * from users of Stripe's dashboard, or from the buyer's bank, which may return a refund
 * (docs.stripe.com/refunds#failed-refunds).
 * @throws ProblemError `stripe-refused` if Stripe refuses a request, `service-unavailable` if it does not respond
 */
export async function followRefunds(ctx: Context, intentId: string): Promise<void> {
  // The refund event may be the first event that arrives for the payment.
  await settleIntent(ctx, intentId)
  const payment = await findPaymentByIntent(ctx.db, intentId)
  if (payment?.state === 'refund-pending') await retryRefund(ctx, payment)
  else if (payment) await applyRefunds(ctx, payment, await ctx.payments.listRefunds({ intentId }))
}

/**
 * Finds refunds that no event reported. The event may never have arrived, or Stripe may not be configured to
 * send it.
 */
export async function findMissedRefunds(ctx: Context): Promise<void> {
  const since = new Date(ctx.now().getTime() - LOOK_BACK_DAYS * DAY_MS)
  const refunds = await ctx.payments.listRefunds({ since })
  const failed = new Set(refunds.filter(({ status }) => status === 'failed').map(({ intentId }) => intentId))
  for (const intentId of new Set(refunds.map((refund) => refund.intentId))) {
    const payment = await findPaymentByIntent(ctx.db, intentId)
    if (payment?.state !== 'refunded' || failed.has(intentId)) await followRefunds(ctx, intentId)
  }
}

async function applyRefunds(ctx: Context, payment: Payment, refunds: Refund[]): Promise<void> {
  const activeRefunds = refunds.filter(({ status }) => status !== 'failed')
  const refundedTotal = activeRefunds.reduce((sum, { amount }) => sum + amount, 0)
  if (refundedTotal === payment.refundedAmount) return
  if (refundedTotal >= payment.amount && !(await isPartOfSale(ctx.db, payment, activeRefunds))) {
    const latestRefund = activeRefunds.find(({ status }) => status === 'pending') ?? activeRefunds[0]!
    await takeOver(ctx, payment, latestRefund)
  } else if (payment.state === 'refunded') await reopen(ctx, payment, refundedTotal, activeRefunds)
  else await recordRefundPart(ctx, payment, refundedTotal, activeRefunds)
}

/**
 * Reports whether refunds that reach the amount of a payment are a partial refund of its sale: the last one is a part
 * that an admin decided on, and there is more to refund of the deposit that was credited to the sale.
 */
async function isPartOfSale(db: Db, payment: Payment, refunds: readonly Refund[]): Promise<boolean> {
  const part = await findOpenPart(db, payment.id)
  if (!part || !refunds.some(({ partId }) => partId === part.id)) return false
  return (await listRefundable(db, payment)).some(({ id }) => id !== payment.id)
}

/**
 * Takes over a refund of the full amount, whether completed or pending. From then on, it is handled like an
 * admin's refund.
 */
async function takeOver(ctx: Context, payment: Payment, { id }: Refund): Promise<void> {
  const change = { state: 'refund-pending' as const, refundId: id, refundReason: REASON }
  const isFirst = await ctx.db.transaction().execute(async (trx) => {
    if (!(await movePayment(trx, payment.id, OPEN_STATES, change))) return false
    const entry = { ...toPaymentEntry(payment), action: 'refund' as const, detail: REASON }
    await insertAuditEntry(trx, STRIPE, entry, ctx.now())
    return true
  })
  if (isFirst) await retryRefund(ctx, { ...payment, ...change })
}

/** Reopens the payment to let an admin retry the refund. The car's state does not change. */
async function reopen(
  ctx: Context,
  payment: Payment,
  refundedTotal: number,
  refunds: readonly Refund[],
): Promise<void> {
  const refund = { id: payment.refundId ?? payment.id }
  const change = { ...selectFailedRefund(refund), refundedAt: null, refundedAmount: refundedTotal }
  await ctx.db.transaction().execute(async (trx) => {
    if (!(await movePayment(trx, payment.id, ['refunded'], change))) return
    await followRefund(trx, ctx, payment, { total: refundedTotal, refunds })
    await notify(trx, ctx, buildReturnedNotice(payment, payment.amount - refundedTotal))
  })
  ctx.log.warn({ payment: payment.id }, 'a refund failed after all: an admin has to try again')
}

/**
 * Records a partial refund. Refunds that our admins requested are already in the audit log, so only others
 * are logged.
 */
async function recordRefundPart(
  ctx: Context,
  payment: Payment,
  refundedTotal: number,
  refunds: Refund[],
): Promise<void> {
  const partAmount = refundedTotal - payment.refundedAmount
  await ctx.db.transaction().execute(async (trx) => {
    if (!(await recordRefundedAmount(trx, payment, OPEN_STATES, refundedTotal))) return
    await followRefund(trx, ctx, payment, { total: refundedTotal, refunds })
    if (partAmount < 0) return notify(trx, ctx, buildReturnedNotice(payment, -partAmount))
    const ids = refunds.flatMap(({ partId }) => partId ?? [])
    const requested = await endParts(trx, ctx, payment.purchaseId, { ids, state: 'done' })
    const reasons = requested.map(({ reason }) => reason)
    for (const notice of buildPartNotices(payment, partAmount, reasons))
      await notify(trx, ctx, payment.isSale ? addDealLink(ctx, payment, notice) : notice)
    const outsideAmount = requested.reduce((remaining, { amount }) => remaining - amount, partAmount)
    if (outsideAmount <= 0) return
    const detail = `${formatMoney(outsideAmount)} of ${formatMoney(payment.amount)}`
    await insertAuditEntry(
      trx,
      STRIPE,
      { ...toPaymentEntry(payment), action: 'refund-part', detail },
      ctx.now(),
    )
  })
  await returnShare(ctx, payment.purchaseId)
}
