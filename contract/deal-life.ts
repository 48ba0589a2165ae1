/** The states of a deal, which begins when a car has been paid for. */
export const dealStates = [
  'paid',
  'handover-agreed',
  'handed-over',
  'released',
  'closed',
  'problem',
  'refunded',
  'disputed',
] as const
export type DealState = (typeof dealStates)[number]

export const dealStateLabels: Record<DealState, string> = {
  paid: 'Paid',
  'handover-agreed': 'Handover agreed',
  'handed-over': 'Handed over',
  released: 'Paid out',
  closed: 'Closed',
  problem: 'Problem reported',
  refunded: 'Refunded',
  disputed: 'Disputed',
}

/** The parties that can move a deal. `system`: the server's timers and Stripe's events. */
export type DealActor = 'buyer' | 'seller' | 'admin' | 'system'

interface Transition {
  by: readonly DealActor[]
  from: readonly DealState[]
  /** The state after the transition; `resumed` is the state before the problem or the dispute. */
  to: DealState | 'resumed'
}

const beforeHandover = ['paid', 'handover-agreed'] as const
/** The states of an uninterrupted deal. */
const uninterrupted = ['paid', 'handover-agreed', 'handed-over', 'released', 'closed'] as const

/**
 * All transitions of a deal. A transition that is not in this table is rejected. Cars, purchases, and
 * payments have their own states.
 */
export const dealTransitions = {
  /** A side accepts a time that the other side has proposed. */
  agree: { by: ['buyer', 'seller'], from: beforeHandover, to: 'handover-agreed' },
  enterCode: { by: ['seller'], from: beforeHandover, to: 'handed-over' },
  confirmReceived: { by: ['buyer'], from: beforeHandover, to: 'handed-over' },
  /** No one confirmed the handover within the release period after the agreed time. */
  assumeHandover: { by: ['system'], from: ['handover-agreed'], to: 'handed-over' },
  /** Stripe has transferred the seller's payout. */
  release: { by: ['system'], from: ['handed-over'], to: 'released' },
  close: { by: ['system'], from: ['released'], to: 'closed' },
  reportProblem: { by: ['buyer', 'seller'], from: uninterrupted, to: 'problem' },
  /** The buyer returns the car within the return period. */
  requestReturn: { by: ['buyer'], from: ['handed-over', 'released', 'closed'], to: 'problem' },
  /** An admin decides that the deal continues: after a partial refund, or with a release. */
  continue: { by: ['admin'], from: ['problem'], to: 'resumed' },
  /** An admin decides that the seller receives the money, so the handover counts as confirmed. */
  decideRelease: { by: ['admin'], from: ['problem'], to: 'handed-over' },
  refund: { by: ['admin', 'system'], from: [...uninterrupted, 'problem', 'disputed'], to: 'refunded' },
  /** The buyer disputes the payment with their bank. */
  dispute: { by: ['system'], from: [...uninterrupted, 'problem', 'refunded'], to: 'disputed' },
  winDispute: { by: ['system'], from: ['disputed'], to: 'resumed' },
  loseDispute: { by: ['system'], from: ['disputed'], to: 'refunded' },
} as const satisfies Record<string, Transition>

export type DealTransition = keyof typeof dealTransitions

/** The day after the payment on which the buyer is refunded in full if the handover is not confirmed. */
export const REFUND_DAY = 80

/** Reports whether a transition can start from a state. */
export function canStartTransition(transition: DealTransition, state: DealState): boolean {
  const { from }: Transition = dealTransitions[transition]
  return from.includes(state)
}

/** Reports whether the handover of a deal can still be agreed on and confirmed. */
export function isBeforeHandover({ state }: { state: DealState }): boolean {
  return canStartTransition('agree', state)
}

export const problemReasons = ['not-as-described', 'not-delivered', 'title', 'other'] as const
/** The reasons of cases. A return has its own endpoint, so it is not among the reasons to choose from. */
export const caseReasons = [...problemReasons, 'return'] as const
export type ProblemReason = (typeof caseReasons)[number]

export const problemReasonLabels: Record<ProblemReason, string> = {
  'not-as-described': 'The car isn’t as described',
  'not-delivered': 'The seller didn’t hand it over',
  title: 'There’s a problem with the title',
  other: 'Something else',
  return: 'The buyer is returning the car',
}

export const problemOutcomes = ['refund', 'partial-refund', 'release'] as const
export type ProblemOutcome = (typeof problemOutcomes)[number]
