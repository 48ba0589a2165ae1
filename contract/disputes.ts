import * as z from 'zod'
import { exportedQuery, isoTime, modified, text } from './api/fields.ts'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'
import { pages } from './pages.ts'

/** Stripe's states of a dispute (docs.stripe.com/api/disputes/object#dispute_object-status). */
export const disputeStates = [
  'needs_response',
  'under_review',
  'appeal_needs_response',
  'appeal_under_review',
  'won',
  'lost',
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'prevented',
] as const
export type DisputeState = (typeof disputeStates)[number]

export const disputeStateLabels: Record<DisputeState, string> = {
  needs_response: 'Evidence needed',
  under_review: 'Under review',
  appeal_needs_response: 'Appeal possible',
  appeal_under_review: 'Appeal under review',
  won: 'Won',
  lost: 'Lost',
  warning_needs_response: 'Inquiry: evidence needed',
  warning_under_review: 'Inquiry under review',
  warning_closed: 'Inquiry closed',
  prevented: 'Prevented',
}

/** The states after the bank's decision, or after the dispute ended without one. */
export const closedDisputeStates: readonly DisputeState[] = ['won', 'lost', 'warning_closed', 'prevented']

const answerableStates: readonly DisputeState[] = [
  'needs_response',
  'appeal_needs_response',
  'warning_needs_response',
]

/** Reports whether evidence can still be changed and submitted. */
export function isAnswerable({ state, submittedAt }: Pick<Dispute, 'state' | 'submittedAt'>): boolean {
  return submittedAt === null && answerableStates.includes(state)
}

/** The query parameter with the ID of the dispute that the page shows. */
export const DISPUTE_PARAM = 'dispute'

export function disputePath(id: string): string {
  return `${pages.disputes.path}?${DISPUTE_PARAM}=${encodeURIComponent(id)}`
}

/** Stripe's limit for a text of evidence, in characters. */
export const MAX_EVIDENCE_LENGTH = 20_000

/** The texts of the evidence, under Stripe's names (docs.stripe.com/api/disputes/evidence_object). */
export const evidenceFields = {
  product_description: 'Car and condition as listed',
  customer_name: 'Buyer’s name',
  customer_email_address: 'Buyer’s email address',
  service_date: 'Date of the handover',
  access_activity_log: 'Activity of the buyer',
  refund_policy_disclosure: 'Refund policy and how it was shown',
  uncategorized_text: 'Summary and course of the sale',
} as const
export type EvidenceField = keyof typeof evidenceFields

const evidence = z.partialRecord(
  z.enum(Object.keys(evidenceFields) as [EvidenceField, ...EvidenceField[]]),
  text(MAX_EVIDENCE_LENGTH),
)

const dispute = z.object({
  _id: z.string(),
  purchaseID: z.string(),
  carName: z.string(),
  buyerName: z.string(),
  sellerName: z.string(),
  amount: z.number().int(),
  /** The bank's reason, such as `fraudulent` or `product_not_received`. */
  reason: z.string(),
  state: z.enum(disputeStates),
  openedAt: isoTime,
  /** The deadline for evidence; null if none can be submitted. */
  dueBy: isoTime.nullable(),
  closedAt: isoTime.nullable(),
  submittedAt: isoTime.nullable(),
  evidence,
})

/** Reports whether at least one field of the evidence has text. */
export function hasText(evidence: Evidence): boolean {
  return Object.values(evidence).some((text) => text.trim() !== '')
}

const disputeParams = z.object({ id: z.string().regex(/^\w{1,255}$/, 'This isn’t a valid ID.') })

export type Dispute = z.infer<typeof dispute>
export type Evidence = z.infer<typeof evidence>

export const disputeEndpoints = {
  listDisputes: {
    summary: 'List disputed payments, newest first',
    who: 'admin',
    query: exportedQuery,
    output: z.array(dispute),
    limit: 'R1',
  },
  countDisputes: {
    summary: 'Count disputed payments by state',
    who: 'admin',
    output: z.record(z.enum(disputeStates), z.number().int()),
    limit: 'R1',
  },
  getDispute: {
    summary: 'Get a disputed payment',
    who: 'admin',
    params: disputeParams,
    output: dispute,
    problems: ['not-found'],
    limit: 'R1',
  },
  updateDispute: {
    summary: 'Save the evidence for a dispute as a draft, here and in Stripe, without submitting it',
    who: 'admin',
    params: disputeParams,
    body: z.object({ evidence }),
    output: modified,
    problems: ['not-found', 'dispute-over', 'stripe-refused', 'service-unavailable'],
    limit: 'W1',
  },
  submitDispute: {
    summary: 'Submit the evidence for a dispute to the bank, which is possible only once',
    who: 'admin',
    params: disputeParams,
    output: modified,
    problems: ['not-found', 'dispute-over', 'evidence-missing', 'stripe-refused', 'service-unavailable'],
    limit: 'W1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
