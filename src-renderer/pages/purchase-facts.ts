import { fuel, getChoiceLabel } from '../../contract/cars/body-and-fuel.ts'
import { formatMileage } from '../../contract/cars/mileage.ts'
import type { Purchase } from '../../contract/purchases.ts'
import { getMileageUnit, convertCarMileage } from '../ui/mileage-unit.ts'

/**
 * Returns the facts below the car's name, such as `38,012 mi · Electric`. The name already contains
 * the year.
 */
export function formatPurchaseFacts({ carMileage, carMileageUnit, carFuel }: Purchase): string {
  const car = convertCarMileage(getMileageUnit(), { mileage: carMileage, mileageUnit: carMileageUnit })
  const facts = [formatMileage(car.mileage, car.mileageUnit), carFuel && getChoiceLabel(fuel, carFuel)]
  return facts.filter(Boolean).join(' · ')
}
