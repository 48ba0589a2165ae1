import { findContradictions } from '../../cars/contradictory-facts.ts'
import { emptyCarFields } from './empty-car-fields.ts'
import type { OwnCar } from './planned-row.ts'
import type { CellError, GivenFields } from './read-cell.ts'

/**
 * Leaves out the facts of a row that can't be true of its car. A present value that contradicts the row's fuel is
 * cleared.
 */
export function clearContradictoryFacts(car: OwnCar | null, newValues: GivenFields, now: Date) {
  const contradictions = findContradictions({ ...emptyCarFields, ...car, ...newValues }, car, now)
  const fieldValues = { ...newValues }
  const warnings: (CellError & { field: (typeof contradictions)[number]['field'] })[] = []
  for (const { field, message, fix } of contradictions) {
    const isGiven = newValues[field] !== undefined
    if (isGiven) delete fieldValues[field]
    if (field !== 'lastInspection' && car && car[field] !== null) fieldValues[field] = null
    warnings.push({ field, message: `${message} It will be left out.`, fix })
  }
  return { fieldValues, warnings }
}
