import { formatMoney, parsePrice } from '../../../contract/money.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { insertAuditEntry } from '../../core/audit/audit.repository.ts'
import { endParts } from '../deals/follow-decision.ts'
import { ofPayment } from '../records/payment-entry.ts'
import { findPayment, type Payment, type PaymentState } from '../records/payment.repository.ts'
import {
  findOpenPart,
  insertRefundPart,
  listOpenPartsOf,
  type RefundPart,
} from '../records/refund-part.repository.ts'
import { REFUSED } from '../refunds/refund.ts'
import { followRefunds } from './outside-refunds.ts'

interface Order {
  /** The amount in cents; less than the unrefunded amount of the payment. */
  amount: number
  reason: string
  /** The amount that had already been refunded when the admin decided, in cents. */
  refundedAmount: number
}

/**
 * Refunds part of a payment; the sale stands. A repeat before Stripe has responded requests the same refund.
 * @returns the state of the payment
 * @throws ProblemError `not-refundable` if Stripe refuses the refund, `refund-changed` if another part was refunded
 * since; `stripe-refused` if Stripe refuses another request, `service-unavailable` if it does not respond. In the
 * last two cases, the reconciler retries.
 */
export async function refundPart(
  ctx: Context,
  actor: Pick<Actor, 'id' | 'email'>,
  payment: Payment,
  order: Order,
): Promise<PaymentState> {
  await ctx.db.transaction().execute((trx) => requestRefundPart(trx, ctx, actor, payment.id, order))
  await completeParts(ctx, payment.purchaseId)
  return (await findPayment(ctx.db, payment.id))!.state
}

/**
 * Requests the recorded partial refunds of a purchase from Stripe.
 * @throws ProblemError the same as `refundPart`
 */
export async function completeParts(ctx: Context, purchaseId: string): Promise<void> {
  let isRefused = false
  for (const part of await listOpenPartsOf(ctx.db, purchaseId))
    if (!(await retryRefundPart(ctx, part))) isRefused = true
  if (isRefused) throw new ProblemError('not-refundable', { detail: REFUSED })
}

const NO_SALE = 'This payment never became a sale. Refund it in full.'

/**
 * Records a partial refund before the request to Stripe. After a crash, the request can then be repeated.
 * @throws ProblemError the same as `refundPart`
 */
export async function requestRefundPart(
  trx: Db,
  ctx: Context,
  actor: Pick<Actor, 'id' | 'email'>,
  paymentId: string,
  order: Order,
): Promise<void> {
  const { amount, reason } = order
  const openPart = await findOpenPart(trx, paymentId)
  if (openPart?.amount === amount && openPart.reason === reason) return
  const payment = (await findPayment(trx, paymentId))!
  if (!payment.isSale) throw new ProblemError('not-refundable', { detail: NO_SALE })
  if (openPart || !isOpen(payment) || payment.refundedAmount !== order.refundedAmount)
    throw new ProblemError('refund-changed')
  const detail = `${formatMoney(amount)} of ${formatMoney(payment.amount)}: ${reason}`
  const entry = { ...ofPayment(payment), action: 'refund-part' as const, detail }
  await insertAuditEntry(trx, actor, entry, ctx.now())
  await insertRefundPart(trx, { paymentId, amount, reason }, ctx.now())
}

function isOpen({ state }: Payment): boolean {
  return state === 'paid' || state === 'refund-failed'
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

/** @returns the amount in cents, or null for the unrefunded remainder */
export function readPart(typedAmount: string | undefined, payment: Payment): number | null {
  if (typedAmount === undefined) return null
  const unrefunded = payment.amount - payment.refundedAmount
  const amount = parsePrice(typedAmount)
  if (amount !== null && amount > 0 && amount <= unrefunded) return amount < unrefunded ? amount : null
  const message = `Enter an amount from $0.01 to ${formatMoney(unrefunded)}.`
  throw new ProblemError('invalid-input', { errors: [{ path: 'amount', message }] })
}
