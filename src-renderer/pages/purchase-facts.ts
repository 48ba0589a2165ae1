import { fuelLabel } from '../../contract/fuel-label.ts'
import type { Purchase } from '../../contract/purchases.ts'
import { formatMileage } from '../features/cars/car-facts.ts'

/** What stands below the car's name, which has the year: `38,012 mi · Electric`. */
export function purchaseFacts({ carMileage, carMileageUnit, carFuel }: Purchase): string {
  const facts = [formatMileage(carMileage, carMileageUnit), carFuel && fuelLabel(carFuel)]
  return facts.filter(Boolean).join(' · ')
}
