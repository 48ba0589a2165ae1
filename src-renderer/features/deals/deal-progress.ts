import { dealStateLabels, type DealState } from '../../../contract/deal-life.ts'
import type { Deal } from '../../../contract/deals.ts'
import type { Tone } from '../../ui/controls/Badge.tsx'

export const dealTones: Record<DealState, Tone> = {
  paid: 'info',
  'handover-agreed': 'primary',
  'handed-over': 'primary',
  released: 'success',
  closed: 'neutral',
  problem: 'warning',
  refunded: 'info',
  disputed: 'danger',
}

export function getDealStateLabel(deal: Deal): string {
  return isBeingReturned(deal) ? 'Being returned' : dealStateLabels[deal.state]
}

export interface DealStep {
  label: string
  /** The time when the step was completed, if it is known. */
  at: string | null
  isDone: boolean
}

/**
 * Returns the steps of a sale in order. Problems and disputes leave the completed steps completed. Sales from
 * before payouts are closed without times.
 */
export function listDealSteps({ state, paidAt, handoverAt, confirmedAt, releasedAt }: Deal): DealStep[] {
  const isOver = state === 'released' || state === 'closed'
  const isConfirmed = isOver || confirmedAt !== null
  return [
    { label: 'Paid', at: paidAt, isDone: true },
    { label: 'Handover agreed', at: null, isDone: isConfirmed || handoverAt !== null },
    { label: 'Handed over', at: confirmedAt, isDone: isConfirmed },
    { label: 'Paid out', at: releasedAt, isDone: isOver || releasedAt !== null },
  ]
}

/** Reports whether the sides can report a problem: nothing has interrupted the sale. */
export function canReportProblem({ state, role }: Deal): boolean {
  return role !== 'admin' && !['problem', 'refunded', 'disputed'].includes(state)
}

/** Reports whether the buyer has asked to return the car and the return is not decided yet. */
export function isBeingReturned({ state, problem }: Pick<Deal, 'state' | 'problem'>): boolean {
  return state === 'problem' && problem?.reason === 'return' && problem.outcome === null
}

/** Returns the rest of the payment, which a full refund returns to the buyer. */
export function getRefundableAmount({
  amount,
  refundedMinor,
}: Pick<Deal, 'amount' | 'refundedMinor'>): number {
  return amount - refundedMinor
}

/** Reports whether the seller must set up payouts before this sale's money can be sent. */
export function isPayoutBlocked({ state, needsPayoutAccount = false }: Deal): boolean {
  return needsPayoutAccount && (state === 'paid' || state === 'handover-agreed' || state === 'handed-over')
}
