import { dealStateLabels } from '../../../contract/deal-life.ts'
import { findOpenProposal, type DealProgress } from '../../../contract/deal-next-step.ts'
import { utcTimes } from './utc-times.ts'

export type Fact = readonly [label: string, value: string]

interface DealFacts {
  progress: DealProgress
  place: string
  /** The phone number of the other side. */
  phone: string
}

/** Lists what a side needs to know for the handover. The handover code is not included. */
export function listDealFacts({ progress, place, phone }: DealFacts): Fact[] {
  const { role, state, handoverAt, buyerName, sellerName } = progress
  const open = findOpenProposal(progress)
  const facts: Fact[] = [
    ['Status', dealStateLabels[state]],
    ['Handover', handoverAt === null ? 'No time agreed yet' : utcTimes.meeting(handoverAt)],
    ['Proposed times', open ? open.times.map(utcTimes.meeting).join(' or ') : ''],
    ['Meeting place', place],
    role === 'buyer' ? ['Seller', sellerName] : ['Buyer', buyerName],
    ['Phone', phone],
  ]
  return facts.filter(([, value]) => value !== '')
}
