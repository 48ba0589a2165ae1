import type { Car } from '../../../contract/cars/cars.ts'
import { fuel as fuelFact, labelOf } from '../../../contract/cars/body-and-fuel.ts'
import { formatMileage } from '../../../contract/cars/mileage.ts'

/**
 * Returns the facts below a car's name, such as `38,012 mi · Electric · Portland, OR`. The name already has
 * the year.
 */
export function factsLine({ mileage, mileageUnit, fuel, location }: Car): string {
  const facts = [formatMileage(mileage, mileageUnit), fuel && labelOf(fuelFact, fuel), location]
  return facts.filter(Boolean).join(' · ')
}

/**
 * Cuts a description by the product specification's rule for cards: more than 100 characters are cut to 90.
 */
export function cutDescription(text: string): string {
  return text.length > 100 ? `${text.slice(0, 90)}....` : text
}
