import { choiceFacts } from '../../../contract/cars/car-choices.ts'
import { sellerFields } from '../../../contract/cars/seller-fields.ts'
import { dealTransitions, type DealState } from '../../../contract/deal-life.ts'
import type { Deal, SoldListing } from '../records/deal.repository.ts'
import type { DealProblem } from '../records/deal-problem.repository.ts'

/** The number of hours after the confirmed handover in which the buyer may return the car. */
export const RETURN_HOURS = 72
const HOUR_MS = 3_600_000

const [threeDays] = choiceFacts.returns.options

/**
 * Reports whether the listing that the buyer paid for offers a return, regardless of later changes to the
 * car.
 */
export function offersReturn({ fields = {} }: SoldListing): boolean {
  return fields[sellerFields.returns.label] === threeDays
}

export function isOpenReturn(problem: Pick<DealProblem, 'reason' | 'decidedAt'> | undefined): boolean {
  return problem?.reason === 'return' && problem.decidedAt === null
}

/** Returns the time until which the buyer may return the car, or null if a return is not possible. A deal has at most one return. */
export function returnUntil(
  { listing, state, confirmedAt }: Pick<Deal, 'listing' | 'state' | 'confirmedAt'>,
  problems: readonly Pick<DealProblem, 'reason'>[],
  now: Date,
): string | null {
  const states: readonly DealState[] = dealTransitions.requestReturn.from
  if (confirmedAt === null || !offersReturn(listing) || !states.includes(state)) return null
  if (problems.some(({ reason }) => reason === 'return')) return null
  const until = Date.parse(confirmedAt) + RETURN_HOURS * HOUR_MS
  return now.getTime() > until ? null : new Date(until).toISOString()
}
