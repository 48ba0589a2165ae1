import type { CarChange } from '../../../contract/cars/car-changes.ts'
import type { MileageUnit } from '../../../contract/cars/car-numbers.ts'
import { findUnitBefore } from '../../../contract/cars/change-values.ts'
import { groupChanges } from './change-text.ts'

/** The mileage units before and after a change, or null if the seller specified none. */
export interface UnitChange {
  before: MileageUnit | null
  after: MileageUnit | null
}

/**
 * Determines the mileage units before and after each change.
 * @param changes one car's changes, newest first
 * @param unit the car's unit after all of the changes
 */
export function findMileageUnits(
  changes: readonly CarChange[],
  unit: MileageUnit | null,
): ReadonlyMap<CarChange, UnitChange> {
  const units = new Map<CarChange, UnitChange>()
  let after = unit
  for (const entry of groupChanges(changes)) {
    const before = findUnitBefore(entry, after)
    for (const change of entry) units.set(change, { before, after })
    after = before
  }
  return units
}
