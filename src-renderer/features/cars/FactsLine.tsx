import type { Car } from '../../../contract/cars/cars.ts'
import { shownIn, useMileageUnit } from '../../ui/mileage-unit.ts'
import { factsLine } from './car-facts.ts'

/** Shows a car's facts, with the mileage in this browser's unit. */
export function FactsLine({ car }: { car: Car }) {
  return factsLine(shownIn(useMileageUnit(), car))
}
