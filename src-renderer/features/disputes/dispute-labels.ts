import type { Dispute, DisputeState } from '../../../contract/disputes.ts'
import { formatCount } from '../../../contract/number-format.ts'
import type { Tone } from '../../ui/controls/Badge.tsx'

interface Reason {
  text: string
  /** The points that the evidence has to prove. */
  advice: string
}

const showHandover =
  'Show that the buyer has the car: the handover code or confirmation, the time, and the place.'

/** Stripe's reasons for disputes of card payments (docs.stripe.com/api/disputes/object#dispute_object-reason). */
const reasons: Partial<Record<string, Reason>> = {
  fraudulent: {
    text: 'The cardholder says they didn’t make this payment.',
    advice:
      'Show that the cardholder is the buyer and was there: the account’s activity, the messages, and the handover in person.',
  },
  unrecognized: {
    text: 'The cardholder doesn’t recognize this payment.',
    advice: 'Show what was bought, when, and by whom, and that the buyer received the car.',
  },
  product_not_received: { text: 'The buyer says they didn’t get the car.', advice: showHandover },
  product_unacceptable: {
    text: 'The buyer says the car isn’t as described.',
    advice:
      'Show the listing as it was paid for, and that the buyer saw the car and accepted it at the handover.',
  },
  credit_not_processed: {
    text: 'The buyer says a refund they were promised didn’t arrive.',
    advice: 'Show the refunds that were made, or why none was due.',
  },
  duplicate: {
    text: 'The buyer says they were charged twice.',
    advice: 'Show that each payment was for a different car.',
  },
}

const otherReason: Reason = { text: 'The bank gave no specific reason.', advice: showHandover }

export function getDisputeReason({ reason }: Pick<Dispute, 'reason'>): Reason {
  return (Object.hasOwn(reasons, reason) && reasons[reason]) || otherReason
}

export const stateTones: Record<DisputeState, Tone> = {
  needs_response: 'danger',
  under_review: 'info',
  appeal_needs_response: 'danger',
  appeal_under_review: 'info',
  won: 'success',
  lost: 'neutral',
  warning_needs_response: 'warning',
  warning_under_review: 'info',
  warning_closed: 'neutral',
  prevented: 'neutral',
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const URGENT_DAYS = 3

interface Deadline {
  text: string
  isUrgent: boolean
}

/** Describes the time until a deadline in whole days, or in hours on the last day. */
export function describeDeadline(dueBy: string, now: number): Deadline {
  const remaining = Date.parse(dueBy) - now
  const isUrgent = remaining < URGENT_DAYS * DAY_MS
  if (remaining <= 0) return { text: 'Deadline passed', isUrgent }
  if (remaining < HOUR_MS) return { text: 'Less than an hour left', isUrgent }
  if (remaining < DAY_MS)
    return { text: `${formatCount(Math.floor(remaining / HOUR_MS), 'hour')} left`, isUrgent }
  return { text: `${formatCount(Math.floor(remaining / DAY_MS), 'day')} left`, isUrgent }
}
