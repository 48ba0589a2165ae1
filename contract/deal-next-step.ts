import { isBeforeHandover, type DealState } from './deal-life.ts'
import type { Deal } from './deals.ts'
import { formatMoney } from './money.ts'

/** The parts of a deal that determine what happens next. */
export type DealProgress = Pick<
  Deal,
  | 'role'
  | 'turn'
  | 'state'
  | 'buyerName'
  | 'sellerName'
  | 'proposals'
  | 'handoverAt'
  | 'releaseAt'
  | 'releasedAt'
  | 'amount'
  | 'refundedMinor'
  | 'payoutMinor'
  | 'needsPayoutAccount'
>

/** Formatters for the time of a meeting, a day, and a day with its time. */
export interface TimeFormats {
  meeting: (at: string) => string
  day: (at: string) => string
  dayAndTime: (at: string) => string
}

interface Clock extends TimeFormats {
  now: number
}

export interface NextStep {
  /** The side that has to act. */
  title: string
  /** The next event and its time. */
  text: string
}

/** Describes what happens next, from the reader's point of view. */
export function describeNextStep(deal: DealProgress, now: number, formats: TimeFormats): NextStep {
  const turn = turnOf(deal)
  return { title: turnTitle(deal, turn), text: nextText[deal.state](deal, { now, ...formats }) }
}

/** Returns the side that acts next. New times after an agreement wait for the other side. */
function turnOf(deal: DealProgress): Deal['turn'] {
  const open = findOpenProposal(deal)
  return deal.state === 'handover-agreed' && open ? other(open.by) : deal.turn
}

function turnTitle(deal: DealProgress, turn: Deal['turn']): string {
  const { role, state, buyerName, sellerName } = deal
  const isMeeting = state === 'handover-agreed' && !findOpenProposal(deal)
  if (isMeeting) return 'Next: the handover'
  if (turn === 'admin') return role === 'admin' ? 'Your turn' : 'Our team’s turn'
  if (turn !== null && turn === role) return 'Your turn'
  if (turn !== null) return `${turn === 'buyer' ? buyerName : sellerName}’s turn`
  if (state === 'handed-over') return role === 'seller' && deal.needsPayoutAccount ? 'Your turn' : 'Our turn'
  if (state === 'problem') return 'Our turn'
  return 'Nothing left to do'
}

const nextText: Record<DealState, (deal: DealProgress, clock: Clock) => string> = {
  paid: describeProposals,
  'handover-agreed': (deal, clock) =>
    findOpenProposal(deal)
      ? `${describeProposals(deal, clock)} Until then, ${describeAgreed(deal, clock)}`
      : agreed(deal, clock),
  'handed-over': describePayout,
  released: describeReleased,
  closed: () => 'This sale is complete.',
  problem: describeProblem,
  refunded: describeRefund,
  disputed: describeDispute,
}

function describeProposals(deal: DealProgress, { now }: Clock): string {
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
  if (listUpcomingTimes(open, now).length === 0)
    return role === 'admin'
      ? 'The proposed times have passed without an answer.'
      : 'The proposed times have passed. Propose new ones.'
  if (role === open.by) return `You proposed ${times}. ${responder} accepts ${choice} or proposes others.`
  if (role === 'admin')
    return `${proposer} proposed ${times}. ${responder} accepts ${choice} or proposes others.`
  return `${proposer} proposed ${times}. Accept ${choice}, or propose others.`
}

/** Continues a sentence with the agreed time, which is valid until another one is accepted. */
function describeAgreed({ handoverAt }: DealProgress, { meeting }: Clock): string {
  return `the agreed time stays ${meeting(handoverAt!)}.`
}

function agreed(
  { role, handoverAt, releaseAt, buyerName, sellerName }: DealProgress,
  { meeting, dayAndTime }: Clock,
): string {
  const when = handoverAt === null ? '' : ` on ${meeting(handoverAt)}`
  const deadline = releaseAt === null ? null : dayAndTime(releaseAt)
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

function describePayout({ role, sellerName, needsPayoutAccount, payoutMinor = 0 }: DealProgress): string {
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

function describeReleased(
  { role, sellerName, releasedAt, payoutMinor = 0 }: DealProgress,
  { day }: Clock,
): string {
  const when = releasedAt === null ? '' : ` on ${day(releasedAt)}`
  if (role === 'buyer') return `We paid ${sellerName}${when}. Enjoy your car.`
  return role === 'seller'
    ? `We sent your payout of ${formatMoney(payoutMinor)}${when}. Stripe forwards it to your bank.`
    : `We sent ${formatMoney(payoutMinor)} to ${sellerName}${when}.`
}

function describeProblem(deal: DealProgress): string {
  // Only a return waits for the seller.
  if (deal.turn === 'seller') return describeReturn(deal)
  if (deal.turn === null) return 'The problem is decided. The refund to the buyer isn’t complete yet.'
  const { role, releasedAt } = deal
  const money = releasedAt === null ? ' The money stays with us until then.' : ''
  return role === 'admin'
    ? `Decide the problem. Both sides see your reason.${money}`
    : `Our team decides and sends you the reason.${money}`
}

function describeReturn({ role, buyerName, sellerName, amount, refundedMinor }: DealProgress): string {
  const refund = formatMoney(amount - refundedMinor)
  return {
    buyer: `Bring the car back to ${sellerName}. Once they confirm that they have it, we refund ${refund} to your card.`,
    seller: `${buyerName} is returning the car. Agree on a time and a place. Once you have it back, refund ${refund}.`,
    admin: `${buyerName} is returning the car. We refund ${refund} once ${sellerName} confirms it. You can also decide.`,
  }[role]
}

function describeRefund({ role, refundedMinor, releasedAt }: DealProgress): string {
  if (refundedMinor === 0)
    return role === 'buyer'
      ? 'Your bank decided the dispute for you and returned the money.'
      : 'The bank decided the dispute for the buyer and returned the money.'
  const amount = formatMoney(refundedMinor)
  if (role === 'buyer') return `We refunded ${amount} to your card. Banks can take up to 10 days to show it.`
  const payout = releasedAt === null ? 'There’s no payout.' : 'The payout is taken back.'
  return `We refunded ${amount} to the buyer. ${payout}`
}

function describeDispute({ role }: DealProgress): string {
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

/** Returns the newest proposal if it has not been accepted yet. */
export function findOpenProposal({ state, proposals, handoverAt }: DealProgress) {
  const newest = proposals.at(-1)
  if (!newest || !isBeforeHandover({ state })) return null
  return handoverAt !== null && newest.times.includes(handoverAt) ? null : newest
}

/** Returns the proposed times that can still be accepted. */
export function listUpcomingTimes({ times }: { times: readonly string[] }, now: number): string[] {
  return times.filter((time) => Date.parse(time) > now)
}
