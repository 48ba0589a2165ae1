import type { Car } from '../../../contract/cars/cars.ts'
import { shownIn, useMileageUnit } from '../../ui/mileage-unit.ts'
import { factsLine } from './car-facts.ts'

/** Shows the facts below a car's name, with the mileage in the unit chosen in this browser. */
export function FactsLine({ car }: { car: Car }) {
  return factsLine(shownIn(useMileageUnit(), car))
}
