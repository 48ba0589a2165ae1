import { editableStates } from '../../../contract/cars/car-life.ts'
import type { Availability } from '../../../contract/cars/cars.ts'
import type { SkipReason } from '../../../contract/cars/car-changes.ts'
import { ADDED, PHOTO_PREFIX } from '../../db/ledger.ts'
import type { Actor } from '../../actor.ts'
import type { Car } from '../cars/car.ts'
import { PHOTOS_FIELD, type Change } from './change.ts'

export interface RevertFacts {
  actor: Actor
  car: Car
  /** All changes to revert on this car. */
  changes: readonly Change[]
  /** The ID of the change set's last change to the car. For an added car, this includes its photos. */
  last: number
  /** The ID of each field's newest change. */
  newest: ReadonlyMap<string, number>
  hasSeller: boolean
  canEdit: boolean
}

/** Fields that record an admin's review of a car. Only an admin can revert them. */
const reviewFields: readonly string[] = ['heldVin', 'clearedVin']

/** Fields that describe a car's state. Either all of them are reverted or none. */
const stateFields: readonly string[] = [
  'state',
  'hiddenAt',
  'listedAt',
  'postedAt',
  'featuredAt',
  'elsewherePriceMinor',
  'elsewhereOn',
  'elsewhereNote',
  ...reviewFields,
]

/** Returns the reason why a field is not reverted, or null if it can be. */
export function skipReason(change: Change, facts: RevertFacts): SkipReason | null {
  if (!facts.canEdit || change.field === 'sellerId') return 'not-allowed'
  if (!facts.hasSeller) return 'seller-gone'
  if (change.field === ADDED) return getAddedCarSkipReason(facts)
  if (stateFields.includes(change.field)) return stateSkipReason(facts)
  if (isChangedSince(change, facts)) return 'changed'
  const { car } = facts
  const isStateReverted = stateSkipReason(facts) === null
  const state = (isStateReverted && findFieldChange(facts, 'state')?.before) || car.state
  const isHidden = car.isHidden && !(isStateReverted && isUnhidden(facts))
  return notEditableReason(state as Availability, isHidden)
}

/** Returns the reason why a car that an import added is not deleted, or null if it can be. */
function getAddedCarSkipReason({ car, last, newest }: RevertFacts): SkipReason | null {
  const isTouched = [...newest.values()].some((id) => id > last)
  return notEditableReason(car.state, car.isHidden) ?? (isTouched ? 'changed' : null)
}

function notEditableReason(state: Availability, isHidden: boolean): SkipReason | null {
  if (state === 'sold' || state === 'sold-elsewhere') return 'sold'
  if (state === 'reserved') return 'reserved'
  return isHidden || !editableStates.some((one) => one === state) ? 'removed' : null
}

/** Returns the reason why the car's state is not reverted, or null if it can be. */
function stateSkipReason(facts: RevertFacts): SkipReason | null {
  const { car, actor, changes } = facts
  const stateChanges = changes.filter(({ field }) => stateFields.includes(field))
  const state = findFieldChange(facts, 'state')
  if (car.state === 'reserved') return 'reserved'
  if (car.state === 'sold' && (state || !findFieldChange(facts, 'hiddenAt'))) return 'sold'
  if (stateChanges.some((move) => isChangedSince(move, facts))) return 'changed'
  if (car.isHidden && !isUnhidden(facts)) return 'removed'
  // No one can revert the steps of a sale, and only admins decide whether a car is featured.
  if (state?.before === 'sold' || state?.after === 'reserved' || state?.after === 'sold') return 'not-allowed'
  if (car.heldVin !== null && !actor.isAdmin && isOnMarket(state?.before)) return 'not-allowed'
  return state || findFieldChange(facts, 'hiddenAt') || actor.isAdmin ? null : 'not-allowed'
}

function findFieldChange({ changes }: RevertFacts, field: string): Change | undefined {
  return changes.find((change) => change.field === field)
}

function isOnMarket(state: Change['before'] | undefined): boolean {
  return state === 'instock' || state === 'reserved'
}

/** Returns the changes to revert. A seller cannot revert an admin's decisions about a car's VIN. */
export function removeDecisions(changes: readonly Change[], { isAdmin }: Actor): readonly Change[] {
  return isAdmin ? changes : changes.filter(({ field }) => !reviewFields.includes(field))
}

function isUnhidden(facts: RevertFacts): boolean {
  return findFieldChange(facts, 'hiddenAt')?.before === null
}

/**
 * Reports whether a field has been changed since. All photos count as one field here, but the ledger has one
 * field per position.
 */
function isChangedSince({ field, id }: Change, { newest }: RevertFacts): boolean {
  if (field !== PHOTOS_FIELD) return (newest.get(field) ?? 0) > id
  return [...newest].some(([one, last]) => one.startsWith(PHOTO_PREFIX) && last > id)
}
