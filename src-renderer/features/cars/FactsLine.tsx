import type { Car } from '../../../contract/cars/cars.ts'
import { convertCarMileage, useMileageUnit } from '../../ui/mileage-unit.ts'
import { formatCarFacts } from './car-facts.ts'

/** Shows a car's facts, with the mileage in this browser's unit. */
export function FactsLine({ car }: { car: Car }) {
  return formatCarFacts(convertCarMileage(useMileageUnit(), car))
}
