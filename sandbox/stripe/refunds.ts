import type Stripe from 'stripe'
import { creditFailedRefund, debitRefund } from './balance-transactions.ts'
import { getCharge } from './charges.ts'
import { type Context, getStripeTime } from './context.ts'
import { checkNotDisputed, closeRefundedInquiry } from './disputes.ts'
import { recordEvent } from './events.ts'
import type { FormHash } from './form.ts'
import { newId } from './ids.ts'
import { formatAmount } from './money.ts'
import { integer, metadata, createChoiceReader, readParams, text } from './params.ts'
import { getPaymentIntent } from './payment-intents.ts'
import { getPaymentMethod } from './payment-methods.ts'
import { invalidParam, missingParam, createMissingObjectProblem, unexpectedState } from './problem.ts'
import type { RefundRecord } from './store.ts'
import { findTestCard } from './test-cards.ts'

const createShape = {
  amount: integer({ min: 1 }),
  payment_intent: text(),
  metadata,
  reason: createChoiceReader('duplicate', 'fraudulent', 'requested_by_customer'),
}

export function createRefund(ctx: Context, form: FormHash): Stripe.Refund {
  const params = readParams(form, createShape)
  const charge = findCharge(ctx, params.payment_intent)
  const open = charge.amount - charge.amount_refunded
  if (open === 0) {
    throw unexpectedState('charge_already_refunded', `Charge ${charge.id} has already been refunded.`)
  }
  const amount = params.amount ?? open
  checkNotDisputed(ctx, charge)
  if (amount > open) {
    throw invalidParam(
      'amount',
      `Refund amount (${formatAmount(amount, charge.currency)}) is greater than unrefunded amount on charge (${formatAmount(open, charge.currency)})`,
    )
  }

  const course = planRefundCourse(ctx, charge)
  const refund: Stripe.Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: getStripeTime(ctx),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: params.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: course.first,
    transfer_reversal: null,
  }
  refund.balance_transaction = debitRefund(ctx, refund, charge)
  const due = course.then === null ? null : { at: ctx.now() + ctx.refundDelayMs, status: course.then }
  ctx.store.refunds.put(refund.id, { refund, due })
  moveRefunded(ctx, charge, amount)
  closeRefundedInquiry(ctx, getCharge(ctx, charge.id))
  recordEvent(ctx, 'refund.created', refund)
  recordEvent(ctx, 'charge.refunded', getCharge(ctx, charge.id), { amount_refunded: charge.amount_refunded })
  return refund
}

export function getRefund(ctx: Context, id: string): RefundRecord {
  const record = ctx.store.refunds.get(id)
  if (!record) throw createMissingObjectProblem('refund', id, 'id')
  return record
}

/** Returns the time at which the next pending refund settles, or null. */
export function findNextRefundTime(ctx: Context): number | null {
  const moments = ctx.store.refunds.all().flatMap(({ due }) => (due ? [due.at] : []))
  return moments.length === 0 ? null : Math.min(...moments)
}

export function settleDueRefunds(ctx: Context) {
  for (const { refund, due } of ctx.store.refunds.all()) {
    if (!due || due.at > ctx.now()) continue
    const previous = { status: refund.status }
    refund.status = due.status
    const charge = getCharge(ctx, typeof refund.charge === 'string' ? refund.charge : '')
    if (due.status === 'failed') {
      refund.failure_reason = 'unknown'
      refund.failure_balance_transaction = creditFailedRefund(ctx, refund, charge)
    }
    ctx.store.refunds.put(refund.id, { refund, due: null })
    if (due.status === 'failed') {
      moveRefunded(ctx, charge, -refund.amount)
      recordEvent(ctx, 'refund.failed', refund, previous)
    }
    recordEvent(ctx, 'refund.updated', refund, previous)
    recordEvent(ctx, 'charge.refund.updated', refund, previous)
  }
}

function findCharge(ctx: Context, intentId: string | undefined): Stripe.Charge {
  if (intentId === undefined) throw missingParam('payment_intent')
  const { intent } = getPaymentIntent(ctx, intentId)
  if (intent.status !== 'succeeded' || typeof intent.latest_charge !== 'string') {
    throw unexpectedState(
      'payment_intent_unexpected_state',
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    )
  }
  return getCharge(ctx, intent.latest_charge)
}

function planRefundCourse(
  ctx: Context,
  charge: Stripe.Charge,
): { first: 'succeeded' | 'pending'; then: 'succeeded' | 'failed' | null } {
  const { testCard } = getPaymentMethod(ctx, charge.payment_method ?? '')
  const course = testCard === null ? undefined : findTestCard(testCard)?.refund
  if (course === 'pending-then-succeeds') return { first: 'pending', then: 'succeeded' }
  if (course === 'succeeds-then-fails') return { first: 'succeeded', then: 'failed' }
  return { first: 'succeeded', then: null }
}

function moveRefunded(ctx: Context, charge: Stripe.Charge, amount: number) {
  const refunded = charge.amount_refunded + amount
  ctx.store.charges.put(charge.id, {
    ...charge,
    amount_refunded: refunded,
    refunded: refunded === charge.amount,
  })
}
