import type Stripe from 'stripe'
import { findBalanceTransaction, recordMovement } from './balance-transactions.ts'
import { type Context, getStripeTime } from './context.ts'
import { recordEvent } from './events.ts'
import type { FormHash } from './form.ts'
import { newId } from './ids.ts'
import { pageShape, toPage } from './lists.ts'
import { flag, hash, metadata, readParams, text } from './params.ts'
import { createMissingObjectProblem, StripeProblem, unexpectedState } from './problem.ts'
import { findTestCard } from './test-cards.ts'

const DISPUTE_FEE = 1_500
const RESPONSE_SECONDS = 7 * 24 * 60 * 60
/** Maximum length of one text of evidence: https://docs.stripe.com/api/disputes/evidence_object */
const MAX_TEXT_LENGTH = 20_000

const NETWORK_CODES = { fraudulent: '10.4', product_not_received: '13.1', inquiry: '10.4' } as const

/** Disputes a charge if its test card requires that. An inquiry does not withdraw money. */
export function disputeCharge(ctx: Context, charge: Stripe.Charge, cardNumber: string | null) {
  const kind = cardNumber === null ? null : findTestCard(cardNumber)?.dispute
  if (!kind) return
  const isInquiry = kind === 'inquiry'
  const brand = charge.payment_method_details?.card?.brand ?? 'visa'
  const dispute: Stripe.Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: getStripeTime(ctx),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: getStripeTime(ctx) + RESPONSE_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand,
        case_type: isInquiry ? 'inquiry' : 'chargeback',
        network: brand,
        network_reason_code: NETWORK_CODES[kind],
      },
      type: 'card',
    },
    reason: isInquiry ? 'general' : kind,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  }
  ctx.store.charges.put(charge.id, { ...charge, disputed: true })
  if (isInquiry) {
    ctx.store.disputes.put(dispute.id, dispute)
    recordEvent(ctx, 'charge.dispute.created', dispute)
    return
  }
  const withdrawn = addMovement(ctx, dispute, {
    amount: -dispute.amount,
    description: `Chargeback withdrawal for ${charge.id}`,
    fee: { amount: DISPUTE_FEE, description: 'Dispute fee' },
    reportingCategory: 'dispute',
  })
  recordEvent(ctx, 'charge.dispute.created', withdrawn)
  recordEvent(ctx, 'charge.dispute.funds_withdrawn', withdrawn)
}

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

/** Stores a dispute with one more movement on the platform's balance. */
function addMovement(
  ctx: Context,
  dispute: Stripe.Dispute,
  movement: Pick<
    Parameters<typeof recordMovement>[1],
    'amount' | 'description' | 'fee' | 'reportingCategory'
  >,
): Stripe.Dispute {
  const transaction = recordMovement(ctx, {
    ...movement,
    account: null,
    currency: dispute.currency,
    type: 'adjustment',
    source: dispute.id,
  })
  const updated = { ...dispute, balance_transactions: [...dispute.balance_transactions, transaction] }
  ctx.store.disputes.put(dispute.id, updated)
  return updated
}

/** Returns the dispute with the fields that change with time. */
function refreshDisputeState(ctx: Context, dispute: Stripe.Dispute): Stripe.Dispute {
  const { evidence_details: details } = dispute
  const isPastDue = needsResponse(dispute) && details.due_by !== null && getStripeTime(ctx) > details.due_by
  return {
    ...dispute,
    balance_transactions: dispute.balance_transactions.map(
      (transaction) => findBalanceTransaction(ctx, transaction.id) ?? transaction,
    ),
    evidence_details: { ...details, past_due: isPastDue },
  }
}

export function findDispute(ctx: Context, id: string): Stripe.Dispute | undefined {
  const dispute = ctx.store.disputes.get(id)
  return dispute && refreshDisputeState(ctx, dispute)
}

function getDispute(ctx: Context, id: string): Stripe.Dispute {
  const dispute = findDispute(ctx, id)
  if (!dispute) throw createMissingObjectProblem('dispute', id, 'dispute')
  return dispute
}

export function retrieveDispute(ctx: Context, id: string, form: FormHash): Stripe.Dispute {
  readParams(form, {})
  return getDispute(ctx, id)
}

export function listDisputes(ctx: Context, _id: string, form: FormHash) {
  const { charge, payment_intent, ...page } = readParams(form, {
    ...pageShape,
    charge: text(),
    payment_intent: text(),
  })
  const found = ctx.store.disputes
    .all()
    .filter(
      (dispute) =>
        (charge === undefined || dispute.charge === charge) &&
        (payment_intent === undefined || dispute.payment_intent === payment_intent),
    )
    .map((dispute) => refreshDisputeState(ctx, dispute))
  return toPage(found, page, '/v1/disputes')
}

const evidenceText = text(MAX_TEXT_LENGTH)

const updateShape = {
  evidence: hash({
    access_activity_log: evidenceText,
    billing_address: evidenceText,
    cancellation_policy: evidenceText,
    cancellation_policy_disclosure: evidenceText,
    cancellation_rebuttal: evidenceText,
    customer_communication: evidenceText,
    customer_email_address: evidenceText,
    customer_name: evidenceText,
    customer_purchase_ip: evidenceText,
    customer_signature: evidenceText,
    duplicate_charge_documentation: evidenceText,
    duplicate_charge_explanation: evidenceText,
    duplicate_charge_id: evidenceText,
    product_description: evidenceText,
    receipt: evidenceText,
    refund_policy: evidenceText,
    refund_policy_disclosure: evidenceText,
    refund_refusal_explanation: evidenceText,
    service_date: evidenceText,
    service_documentation: evidenceText,
    shipping_address: evidenceText,
    shipping_carrier: evidenceText,
    shipping_date: evidenceText,
    shipping_documentation: evidenceText,
    shipping_tracking_number: evidenceText,
    uncategorized_file: evidenceText,
    uncategorized_text: evidenceText,
  }),
  metadata,
  submit: flag,
}

/**
 * Stores evidence, and sends it to the bank unless `submit` is false. The bank decides immediately about the
 * evidence that Stripe documents for tests.
 * @see https://docs.stripe.com/testing#evidence
 */
export function updateDispute(ctx: Context, id: string, form: FormHash): Stripe.Dispute {
  const params = readParams(form, updateShape)
  const dispute = getDispute(ctx, id)
  const submits = params.submit ?? params.evidence !== undefined
  if (params.evidence !== undefined || submits) checkAnswerable(dispute)
  const evidence: Stripe.Dispute.Evidence = { ...dispute.evidence }
  for (const [field, value] of Object.entries(params.evidence ?? {}))
    Object.assign(evidence, { [field]: value === '' ? null : value })
  const hasEvidence = Object.values(evidence).some((value) => typeof value === 'string')
  if (submits && !hasEvidence) throw refused('You must provide evidence before you can submit it.')

  const details = dispute.evidence_details
  const updated: Stripe.Dispute = {
    ...dispute,
    evidence,
    evidence_details: {
      ...details,
      has_evidence: hasEvidence,
      submission_count: details.submission_count + (submits ? 1 : 0),
      submission_method: submits ? 'manual' : details.submission_method,
    },
    metadata: params.metadata ? { ...dispute.metadata, ...params.metadata } : dispute.metadata,
    status: submits ? (isInquiry(dispute) ? 'warning_under_review' : 'under_review') : dispute.status,
  }
  ctx.store.disputes.put(id, updated)
  recordEvent(ctx, 'charge.dispute.updated', updated, {
    ...(params.evidence ? { evidence: dispute.evidence, evidence_details: details } : {}),
    ...(updated.status === dispute.status ? {} : { status: dispute.status }),
  })
  if (!submits) return updated
  if (evidence.uncategorized_text === 'winning_evidence') return winDispute(ctx, updated)
  if (evidence.uncategorized_text === 'losing_evidence') return endDispute(ctx, updated, 'lost')
  return updated
}

export function closeDispute(ctx: Context, id: string, form: FormHash): Stripe.Dispute {
  readParams(form, {})
  const dispute = getDispute(ctx, id)
  if (!needsResponse(dispute)) throw refused('This dispute is already closed or under review.')
  return endDispute(ctx, dispute, 'lost')
}

/** Rejects charges with a dispute that withdrew money. A charge with an inquiry can be refunded. */
export function checkNotDisputed(ctx: Context, charge: Stripe.Charge) {
  if (listChargeDisputes(ctx, charge).some((dispute) => !dispute.is_charge_refundable)) {
    throw unexpectedState(
      'charge_disputed',
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
    )
  }
}

/** Closes the inquiry about a charge that is fully refunded. */
export function closeRefundedInquiry(ctx: Context, charge: Stripe.Charge) {
  if (!charge.refunded) return
  for (const dispute of listChargeDisputes(ctx, charge))
    if (dispute.status === 'warning_needs_response' || dispute.status === 'warning_under_review')
      endDispute(ctx, dispute, 'lost')
}

function listChargeDisputes(ctx: Context, { id }: Stripe.Charge): Stripe.Dispute[] {
  return ctx.store.disputes.all().filter(({ charge }) => charge === id)
}

function winDispute(ctx: Context, dispute: Stripe.Dispute): Stripe.Dispute {
  const closed = endDispute(ctx, dispute, 'won')
  if (isInquiry(dispute)) return closed
  const chargeId = typeof dispute.charge === 'string' ? dispute.charge : dispute.charge.id
  // Stripe retains its fee regardless of the outcome.
  const reinstated = addMovement(ctx, closed, {
    amount: dispute.amount,
    description: `Chargeback reversal for ${chargeId}`,
    reportingCategory: 'dispute_reversal',
  })
  recordEvent(ctx, 'charge.dispute.funds_reinstated', reinstated)
  return reinstated
}

/** Ends a dispute. An inquiry always ends as `warning_closed`, because no money moved. */
function endDispute(ctx: Context, dispute: Stripe.Dispute, outcome: 'won' | 'lost'): Stripe.Dispute {
  const ended: Stripe.Dispute = {
    ...dispute,
    is_charge_refundable: outcome === 'won' || isInquiry(dispute),
    status: isInquiry(dispute) ? 'warning_closed' : outcome,
  }
  ctx.store.disputes.put(dispute.id, ended)
  recordEvent(ctx, 'charge.dispute.closed', ended, { status: dispute.status })
  return ended
}

function checkAnswerable(dispute: Stripe.Dispute) {
  if (!needsResponse(dispute)) throw refused('This dispute is already closed or under review.')
  if (dispute.evidence_details.past_due) throw refused('The deadline for submitting evidence has passed.')
}

function needsResponse({ status }: Stripe.Dispute): boolean {
  return status === 'needs_response' || status === 'warning_needs_response'
}

function isInquiry({ status }: Stripe.Dispute): boolean {
  return status.startsWith('warning_')
}

function refused(message: string): StripeProblem {
  return new StripeProblem(400, { type: 'invalid_request_error', message }, true)
}
