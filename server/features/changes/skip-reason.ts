import { editableStates } from '../../../contract/cars/car-life.ts'
import type { Availability } from '../../../contract/cars/cars.ts'
import type { SkipReason } from '../../../contract/cars/car-changes.ts'
import { ADDED, PICTURE } from '../../db/ledger.ts'
import type { Actor } from '../../actor.ts'
import type { Car } from '../cars/car.ts'
import { PICTURES, type Change } from './change.ts'

export interface RevertFacts {
  actor: Actor
  car: Car
  /** All that is to be reverted of this car. */
  changes: readonly Change[]
  /** The id of the set's last change of it, photos of a car that was added included. */
  last: number
  /** Of each field, the newest change's id. */
  newest: ReadonlyMap<string, number>
  isSellerThere: boolean
  mayEdit: boolean
}

/** Of a car that waits, or waited: an admin alone takes that back. */
const decided: readonly string[] = ['heldVin', 'clearedVin']

/** Where a car stands in its life. These go back together, or none of them. */
const standing: readonly string[] = [
  'state',
  'hiddenAt',
  'listedAt',
  'postedAt',
  'featuredAt',
  'elsewherePriceMinor',
  'elsewhereOn',
  'elsewhereNote',
  ...decided,
]

/** Why a field stays as it is; null where it may become what it was. */
export function skipReason(change: Change, facts: RevertFacts): SkipReason | null {
  if (!facts.mayEdit || change.field === 'sellerId') return 'not-allowed'
  if (!facts.isSellerThere) return 'seller-gone'
  if (change.field === ADDED) return addedCarSkipReason(facts)
  if (standing.includes(change.field)) return stateSkipReason(facts)
  if (isChangedSince(change, facts)) return 'changed'
  const { car } = facts
  const returns = stateSkipReason(facts) === null
  const state = (returns && changeOf(facts, 'state')?.before) || car.state
  const isHidden = car.isHidden && !(returns && isUnhidden(facts))
  return notEditableReason(state as Availability, isHidden)
}

/** Why a car that an import added stays. */
function addedCarSkipReason({ car, last, newest }: RevertFacts): SkipReason | null {
  const isTouched = [...newest.values()].some((id) => id > last)
  return notEditableReason(car.state, car.isHidden) ?? (isTouched ? 'changed' : null)
}

function notEditableReason(state: Availability, isHidden: boolean): SkipReason | null {
  if (state === 'sold' || state === 'sold-elsewhere') return 'sold'
  if (state === 'reserved') return 'reserved'
  return isHidden || !editableStates.some((one) => one === state) ? 'removed' : null
}

/** Why the car stays where it stands in its life. */
function stateSkipReason(facts: RevertFacts): SkipReason | null {
  const { car, actor, changes } = facts
  const moves = changes.filter(({ field }) => standing.includes(field))
  const state = changeOf(facts, 'state')
  if (car.state === 'reserved') return 'reserved'
  if (car.state === 'sold' && (state || !changeOf(facts, 'hiddenAt'))) return 'sold'
  if (moves.some((move) => isChangedSince(move, facts))) return 'changed'
  if (car.isHidden && !isUnhidden(facts)) return 'removed'
  // A sale's own steps are nobody's to take back, and being advertised alone is what admins decide.
  if (state?.before === 'sold' || state?.after === 'reserved' || state?.after === 'sold') return 'not-allowed'
  if (car.heldVin !== null && !actor.isAdmin && isOnMarket(state?.before)) return 'not-allowed'
  return state || changeOf(facts, 'hiddenAt') || actor.isAdmin ? null : 'not-allowed'
}

function changeOf({ changes }: RevertFacts, field: string): Change | undefined {
  return changes.find((change) => change.field === field)
}

function isOnMarket(state: Change['before'] | undefined): boolean {
  return state === 'instock' || state === 'reserved'
}

/** @returns what is to be reverted at all: what an admin decides of a car's VIN its seller doesn't */
export function withoutDecisions(changes: readonly Change[], { isAdmin }: Actor): readonly Change[] {
  return isAdmin ? changes : changes.filter(({ field }) => !decided.includes(field))
}

function isUnhidden(facts: RevertFacts): boolean {
  return changeOf(facts, 'hiddenAt')?.before === null
}

/** Photos are one field here, and one a place in the ledger. */
function isChangedSince({ field, id }: Change, { newest }: RevertFacts): boolean {
  if (field !== PICTURES) return (newest.get(field) ?? 0) > id
  return [...newest].some(([one, last]) => one.startsWith(PICTURE) && last > id)
}
