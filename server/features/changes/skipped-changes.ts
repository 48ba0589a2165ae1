import type { Reverted } from '../../../contract/cars/car-changes.ts'
import { formatCarName } from '../cars/car.ts'
import { toWireFieldName } from './changes.wire.ts'
import type { SkippedChange } from './revert-cars.ts'

export function toWireSkipped(changes: readonly SkippedChange[]): Reverted['stayed'] {
  return changes.map(({ car, field, reason }) => ({
    carID: car.id,
    carName: formatCarName(car),
    field: toWireFieldName(field),
    reason,
  }))
}
