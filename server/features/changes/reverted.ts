import type { Reverted } from '../../../contract/cars/car-changes.ts'
import { formatCarName } from '../cars/car.ts'
import { fieldOnWire } from './changes.wire.ts'
import type { SkippedChange } from './revert-cars.ts'

export function toWireSkipped(stayed: readonly SkippedChange[]): Reverted['stayed'] {
  return stayed.map(({ car, field, reason }) => ({
    carID: car.id,
    carName: formatCarName(car),
    field: fieldOnWire(field),
    reason,
  }))
}
