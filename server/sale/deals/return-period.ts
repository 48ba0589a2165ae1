import { sellerFields } from '../../../contract/cars/seller-fields.ts'
import { canStartTransition, isBeforeHandover } from '../../../contract/deal-life.ts'
import { RETURN_HOURS, RETURN_PERIOD } from '../../../contract/return-period.ts'
import type { Db } from '../../db/tables.ts'
import type { Deal, SoldListing } from '../records/deal.repository.ts'
import { listDealProblems, type DealProblem } from '../records/deal-problem.repository.ts'
import { listDealsConfirmedSince } from '../records/money-in-flight.repository.ts'

const HOUR_MS = 3_600_000

/** Reports whether the listing that the buyer paid for offers a return, regardless of later changes to the car. */
export function offersReturn({ fields = {} }: SoldListing): boolean {
  return fields[sellerFields.returns.label] === RETURN_PERIOD
}

export function isOpenReturn(problem: Pick<DealProblem, 'reason' | 'decidedAt'> | undefined): boolean {
  return problem?.reason === 'return' && problem.decidedAt === null
}

export interface ReturnPeriod {
  returnPeriod: 'ahead' | 'open' | 'over' | null
  /** The end of the period, or null before it begins. */
  returnUntil: string | null
}

/** Returns the return period of a deal, which has at most one return. */
export function findReturnPeriod(
  { listing, state, confirmedAt }: Pick<Deal, 'listing' | 'state' | 'confirmedAt'>,
  problems: readonly Pick<DealProblem, 'reason'>[],
  now: Date,
): ReturnPeriod {
  const isReturned = problems.some(({ reason }) => reason === 'return')
  if (!offersReturn(listing) || isReturned) return { returnPeriod: null, returnUntil: null }
  if (isBeforeHandover({ state })) return { returnPeriod: 'ahead', returnUntil: null }
  if (confirmedAt === null || !canStartTransition('requestReturn', state))
    return { returnPeriod: null, returnUntil: null }
  const end = new Date(Date.parse(confirmedAt) + RETURN_HOURS * HOUR_MS)
  return { returnPeriod: now > end ? 'over' : 'open', returnUntil: end.toISOString() }
}

/** Reports whether the buyer of one of the seller's cars may still return it. */
export async function hasOpenReturnPeriod(db: Db, sellerId: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - RETURN_HOURS * HOUR_MS)
  for (const deal of await listDealsConfirmedSince(db, sellerId, since)) {
    const problems = await listDealProblems(db, deal.purchaseId)
    if (findReturnPeriod(deal, problems, now).returnPeriod === 'open') return true
  }
  return false
}
