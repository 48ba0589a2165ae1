import type { CarChange } from '../../../contract/cars/car-changes.ts'
import type { MileageUnit } from '../../../contract/cars/car-numbers.ts'
import { unitBefore } from '../../../contract/cars/change-values.ts'
import { together } from './change-text.ts'

/** In which unit a mileage stood, and stands now; null where the seller did not say. */
export interface UnitChange {
  before: MileageUnit | null
  after: MileageUnit | null
}

/**
 * @param changes of one car, the newest first
 * @param unit the car's, after them all
 * @returns for each change, in which unit a mileage stood before it and after
 */
export function mileageUnits(
  changes: readonly CarChange[],
  unit: MileageUnit | null,
): ReadonlyMap<CarChange, UnitChange> {
  const units = new Map<CarChange, UnitChange>()
  let after = unit
  for (const entry of together(changes)) {
    const before = unitBefore(entry, after)
    for (const change of entry) units.set(change, { before, after })
    after = before
  }
  return units
}
