import type { Reverted } from '../../../contract/cars/car-changes.ts'
import { nameOf } from '../cars/car.ts'
import { fieldOnWire } from './changes.wire.ts'
import type { SkippedChange } from './revert-cars.ts'

export function toWireSkipped(stayed: readonly SkippedChange[]): Reverted['stayed'] {
  return stayed.map(({ car, field, reason }) => ({
    carID: car.id,
    carName: nameOf(car),
    field: fieldOnWire(field),
    reason,
  }))
}
