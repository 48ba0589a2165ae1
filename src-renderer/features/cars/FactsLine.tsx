import type { Car } from '../../../contract/cars/cars.ts'
import { shownIn, useMileageUnit } from '../../ui/mileage-unit.ts'
import { factsLine } from './car-facts.ts'

/** What stands below a car's name, the mileage as this browser has it. */
export function FactsLine({ car }: { car: Car }) {
  return factsLine(shownIn(useMileageUnit(), car))
}
