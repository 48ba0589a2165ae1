import { formatMoney } from '../../../contract/money.ts'
import { formatRefundRange, parseRefundAmount } from '../../../contract/payments.ts'
import { createFieldProblem, ProblemError } from '../../../contract/api/problems.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { insertAuditEntry } from '../../core/audit/audit.repository.ts'
import { endParts } from '../deals/follow-decision.ts'
import { listRefundable, sumUnrefunded } from '../records/deal-money.ts'
import { isCredited } from '../records/deposit.repository.ts'
import { toPaymentEntry } from '../records/payment-entry.ts'
import { findPayment, type Payment, type PaymentState } from '../records/payment.repository.ts'
import { insertRefundPart, listOpenRefundParts, type RefundPart } from '../records/refund-part.repository.ts'
import { REFUSED } from '../refunds/refund.ts'
import { followRefunds } from './outside-refunds.ts'

interface Order {
  /** The amount in cents; less than the unrefunded amount of the payment, or of all payments of its sale. */
  amount: number
  reason: string
  /** The amount of the payment that had already been refunded when the admin decided, in cents. */
  refundedAmount: number
}

/**
 * Refunds part of a payment; the sale stands. If the payment of a sale is smaller than the part, the rest is taken from
 * the deposit that was credited to it. A repeat before Stripe has responded requests the same refunds.
 * @returns the state of the payment
 * @throws ProblemError `not-refundable` if Stripe refuses a refund, `refund-changed` if another part was refunded
 * since; `stripe-refused` if Stripe refuses another request, `service-unavailable` if it does not respond. In the
 * last two cases, the reconciler retries.
 */
export async function refundPart(
  ctx: Context,
  actor: Pick<Actor, 'id' | 'email'>,
  payment: Payment,
  order: Order,
): Promise<PaymentState> {
  await ctx.db.transaction().execute((trx) => requestParts(trx, ctx, actor, payment.id, order))
  await completeParts(ctx, payment.purchaseId)
  return (await findPayment(ctx.db, payment.id))!.state
}

/**
 * Requests the recorded partial refunds of a purchase from Stripe.
 * @throws ProblemError the same as `refundPart`
 */
export async function completeParts(ctx: Context, purchaseId: string): Promise<void> {
  let isRefused = false
  for (const part of await listOpenRefundParts(ctx.db, purchaseId))
    if (!(await retryRefundPart(ctx, part))) isRefused = true
  if (isRefused) throw new ProblemError('not-refundable', { detail: REFUSED })
}

const NO_SALE = 'This payment never became a sale. Refund it in full.'

/**
 * Records a partial refund before the requests to Stripe. After a crash, the requests can then be repeated.
 * @throws ProblemError the same as `refundPart`
 */
export async function requestParts(
  trx: Db,
  ctx: Context,
  actor: Pick<Actor, 'id' | 'email'>,
  paymentId: string,
  { amount, reason, refundedAmount }: Order,
): Promise<void> {
  const payment = (await findPayment(trx, paymentId))!
  if (!payment.isSale && !(await isCredited(trx, payment)))
    throw new ProblemError('not-refundable', { detail: NO_SALE })
  const openParts = await listOpenRefundParts(trx, payment.purchaseId)
  if (openParts.length > 0) {
    const isRepeat = sumParts(openParts) === amount && openParts.every((part) => part.reason === reason)
    if (isRepeat) return
    throw new ProblemError('refund-changed')
  }
  const refundable = await listRefundable(trx, payment)
  const isOpen = payment.state === 'paid' || payment.state === 'refund-failed'
  if (!isOpen || payment.refundedAmount !== refundedAmount || amount >= sumUnrefunded(refundable))
    throw new ProblemError('refund-changed')
  let missing = amount
  for (const source of refundable) {
    const part = Math.min(missing, sumUnrefunded([source]))
    if (part > 0) await requestPart(trx, ctx, actor, source, { amount: part, reason })
    missing -= part
  }
}

async function requestPart(
  trx: Db,
  ctx: Context,
  actor: Pick<Actor, 'id' | 'email'>,
  payment: Payment,
  { amount, reason }: Pick<Order, 'amount' | 'reason'>,
): Promise<void> {
  const detail = `${formatMoney(amount)} of ${formatMoney(payment.amount)}: ${reason}`
  const entry = { ...toPaymentEntry(payment), action: 'refund-part' as const, detail }
  await insertAuditEntry(trx, actor, entry, ctx.now())
  await insertRefundPart(trx, { paymentId: payment.id, amount, reason }, ctx.now())
}

export function sumParts(parts: readonly RefundPart[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0)
}

/**
 * Requests a partial refund from Stripe, unless Stripe has already made it, and records the refunded amount.
 * Each part has its own idempotency key, which Stripe forgets after a day
 * (docs.stripe.com/api/idempotent_requests).
 * @returns false if Stripe refuses it
 */
export async function retryRefundPart(ctx: Context, { id, amount, paymentId }: RefundPart): Promise<boolean> {
  const { intentId, purchaseId } = (await findPayment(ctx.db, paymentId))!
  const refunds = await ctx.payments.listRefunds({ intentId })
  const order = { intentId, part: { id, amount }, idempotencyKey: `refund-part-${id}` }
  const refund = refunds.find(({ partId }) => partId === id) ?? (await ctx.payments.refund(order))
  const isAccepted = refund.status !== 'failed'
  if (isAccepted) await followRefunds(ctx, intentId)
  const ended = { ids: [id], state: isAccepted ? ('done' as const) : ('failed' as const) }
  await ctx.db.transaction().execute((trx) => endParts(trx, ctx, purchaseId, ended))
  return isAccepted
}

/**
 * Parses the amount of a refund.
 * @param refundable the payments that the refund can be taken from
 * @returns the amount in cents, or null for the unrefunded remainder
 */
export function readPart(typedAmount: string | undefined, refundable: readonly Payment[]): number | null {
  if (typedAmount === undefined) return null
  const unrefunded = sumUnrefunded(refundable)
  const amount = parseRefundAmount(typedAmount, unrefunded)
  if (amount === null) throw createFieldProblem('amount', formatRefundRange(unrefunded))
  return amount < unrefunded ? amount : null
}
