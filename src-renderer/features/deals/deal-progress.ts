import type { DealState } from '../../../contract/deal-life.ts'
import type { Deal } from '../../../contract/deals.ts'
import { formatDay, formatDayAndTime } from '../../../contract/dates.ts'
import { formatMoney } from '../../../contract/money.ts'
import type { Tone } from '../../ui/controls/Badge.tsx'
import { findOpenProposal, formatMeeting, upcomingTimes } from './handover-times.ts'

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

export interface DealStep {
  label: string
  /** The time at which the step was completed, if it is known. */
  at: string | null
  isDone: boolean
}

/**
 * Returns the steps of a sale in order. Problems and disputes leave the completed steps completed. Sales from
 * before payouts are closed without times.
 */
export function stepsOf({ state, paidAt, handoverAt, confirmedAt, releasedAt }: Deal): DealStep[] {
  const isOver = state === 'released' || state === 'closed'
  const isConfirmed = isOver || confirmedAt !== null
  return [
    { label: 'Paid', at: paidAt, isDone: true },
    { label: 'Handover agreed', at: null, isDone: isConfirmed || handoverAt !== null },
    { label: 'Handed over', at: confirmedAt, isDone: isConfirmed },
    { label: 'Paid out', at: releasedAt, isDone: isOver || releasedAt !== null },
  ]
}

export function isBeforeHandover({ state }: Pick<Deal, 'state'>): boolean {
  return state === 'paid' || state === 'handover-agreed'
}

/** Reports whether the sides can report a problem: nothing has interrupted the sale. */
export function canReportProblem({ state, role }: Deal): boolean {
  return role !== 'admin' && !['problem', 'refunded', 'disputed'].includes(state)
}

/** Reports whether the seller must set up payouts before this sale's money can be sent. */
export function isPayoutBlocked({ state, needsPayoutAccount = false }: Deal): boolean {
  return needsPayoutAccount && (state === 'paid' || state === 'handover-agreed' || state === 'handed-over')
}

export interface NextStep {
  /** The side that has to act. */
  title: string
  /** The next event and its time. */
  text: string
}

/** Describes what happens next, from the reader's point of view. */
export function nextStep(deal: Deal, now: number): NextStep {
  const turn = turnOf(deal)
  return { title: turnTitle(deal, turn), text: nextText[deal.state](deal, now) }
}

/** Returns the side that acts next. New times after an agreement wait for the other side. */
function turnOf(deal: Deal): Deal['turn'] {
  const open = findOpenProposal(deal)
  return deal.state === 'handover-agreed' && open ? other(open.by) : deal.turn
}

function turnTitle(deal: Deal, turn: Deal['turn']): string {
  const { role, state, buyerName, sellerName } = deal
  const isMeeting = state === 'handover-agreed' && !findOpenProposal(deal)
  if (isMeeting) return 'Next: the handover'
  if (turn === 'admin') return role === 'admin' ? 'Your turn' : 'Our team’s turn'
  if (turn !== null && turn === role) return 'Your turn'
  if (turn !== null) return `${turn === 'buyer' ? buyerName : sellerName}’s turn`
  if (state === 'handed-over') return role === 'seller' && deal.needsPayoutAccount ? 'Your turn' : 'Our turn'
  return 'Nothing left to do'
}

const nextText: Record<DealState, (deal: Deal, now: number) => string> = {
  paid: describeProposals,
  'handover-agreed': (deal, now) =>
    findOpenProposal(deal)
      ? `${describeProposals(deal, now)} Until then, ${describeAgreed(deal)}`
      : agreed(deal),
  'handed-over': describePayout,
  released: describeReleased,
  closed: () => 'This sale is complete.',
  problem: describeProblem,
  refunded: describeRefund,
  disputed: describeDispute,
}

function describeProposals(deal: Deal, now: number): string {
  const { role, buyerName, sellerName } = deal
  const open = findOpenProposal(deal)
  if (!open)
    return {
      buyer: `Propose one or two times for the handover. ${sellerName} accepts one or proposes others.`,
      seller: `${buyerName} proposes a time for the handover, or you do.`,
      admin: 'The buyer proposes a time for the handover.',
    }[role]
  const [times, choice] = open.times.length === 1 ? ['a time', 'it'] : ['two times', 'one']
  const proposer = open.by === 'buyer' ? buyerName : sellerName
  const responder = open.by === 'buyer' ? sellerName : buyerName
  if (upcomingTimes(open, now).length === 0)
    return role === 'admin'
      ? 'The proposed times have passed without an answer.'
      : 'The proposed times have passed. Propose new ones.'
  if (role === open.by) return `You proposed ${times}. ${responder} accepts ${choice} or proposes others.`
  if (role === 'admin')
    return `${proposer} proposed ${times}. ${responder} accepts ${choice} or proposes others.`
  return `${proposer} proposed ${times}. Accept ${choice}, or propose others.`
}

/** Continues a sentence with the agreed time, which is valid until another one is accepted. */
function describeAgreed({ handoverAt }: Deal): string {
  return `the agreed time stays ${formatMeeting(handoverAt!)}.`
}

function agreed({ role, handoverAt, releaseAt, buyerName, sellerName }: Deal): string {
  const when = handoverAt === null ? '' : ` on ${formatMeeting(handoverAt)}`
  const deadline = releaseAt === null ? null : formatDayAndTime(releaseAt)
  const steps = {
    buyer: `Meet ${sellerName}${when}. Show your code once you have the car and the keys.`,
    seller: `Meet ${buyerName}${when}. Hand over the car and the keys, and enter the buyer’s code.`,
    admin: `Buyer and seller meet${when}. The seller enters the buyer’s code.`,
  }[role]
  const payee = role === 'seller' ? 'we pay you' : `we pay ${sellerName}`
  return deadline === null
    ? steps
    : `${steps} If no one confirms the handover or reports a problem by ${deadline}, ${payee}.`
}

function describePayout({ role, sellerName, needsPayoutAccount, payoutMinor = 0 }: Deal): string {
  if (role === 'buyer') return `The handover is confirmed. We’re paying ${sellerName}.`
  const amount = formatMoney(payoutMinor)
  if (needsPayoutAccount)
    return role === 'seller'
      ? `The handover is confirmed. Set up payouts, and we send your ${amount}.`
      : `The handover is confirmed. ${sellerName} has to set up payouts before we can send ${amount}.`
  return role === 'seller'
    ? `The handover is confirmed. We’re sending your payout of ${amount}.`
    : `The handover is confirmed. We’re sending ${amount} to ${sellerName}.`
}

function describeReleased({ role, sellerName, releasedAt, payoutMinor = 0 }: Deal): string {
  const when = releasedAt === null ? '' : ` on ${formatDay(releasedAt)}`
  if (role === 'buyer') return `We paid ${sellerName}${when}. Enjoy your car.`
  return role === 'seller'
    ? `We sent your payout of ${formatMoney(payoutMinor)}${when}. Stripe forwards it to your bank.`
    : `We sent ${formatMoney(payoutMinor)} to ${sellerName}${when}.`
}

function describeProblem({ role, releasedAt }: Deal): string {
  const money = releasedAt === null ? ' The money stays with us until then.' : ''
  return role === 'admin'
    ? `Decide the problem. Both sides see your reason.${money}`
    : `Our team decides and sends you the reason.${money}`
}

function describeRefund({ role, refundedMinor, releasedAt }: Deal): string {
  if (refundedMinor === 0)
    return role === 'buyer'
      ? 'Your bank decided the dispute for you and returned the money.'
      : 'The bank decided the dispute for the buyer and returned the money.'
  const amount = formatMoney(refundedMinor)
  if (role === 'buyer') return `We refunded ${amount} to your card. Banks can take up to 10 days to show it.`
  const payout = releasedAt === null ? 'There’s no payout.' : 'The payout is taken back.'
  return `We refunded ${amount} to the buyer. ${payout}`
}

function describeDispute({ role }: Deal): string {
  return {
    buyer: 'You disputed this payment with your bank. The sale is on hold until the bank decides.',
    seller:
      'The buyer disputed this payment with their bank. Our team responds, and the sale is on hold until the bank decides.',
    admin: 'The buyer disputed this payment with their bank. Submit the evidence before the deadline.',
  }[role]
}

function other(side: 'buyer' | 'seller'): 'buyer' | 'seller' {
  return side === 'buyer' ? 'seller' : 'buyer'
}
