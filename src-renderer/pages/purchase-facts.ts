import { optionLabel } from '../../contract/car-choices.ts'
import { formatMileage } from '../../contract/mileage.ts'
import type { Purchase } from '../../contract/purchases.ts'

/** What stands below the car's name, which has the year: `38,012 mi · Electric`. */
export function purchaseFacts({ carMileage, carMileageUnit, carFuel }: Purchase): string {
  const facts = [formatMileage(carMileage, carMileageUnit), carFuel && optionLabel('fuel', carFuel)]
  return facts.filter(Boolean).join(' · ')
}
