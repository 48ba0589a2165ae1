import type { Car } from '../../../contract/cars/cars.ts'
import { fuel as fuelFact, getChoiceLabel } from '../../../contract/cars/body-and-fuel.ts'
import { formatNumber } from '../../../contract/number-format.ts'
import { formatMileage } from '../../../contract/cars/mileage.ts'

/**
 * Returns the facts below a car's name, such as `38,012 mi · Electric · 12 mi away · Portland, OR`. The name
 * already has the year.
 */
export function formatCarFacts({ mileage, mileageUnit, fuel, distanceMiles, location }: Car): string {
  const facts = [
    formatMileage(mileage, mileageUnit),
    fuel && getChoiceLabel(fuelFact, fuel),
    formatDistance(distanceMiles),
    location,
  ]
  return facts.filter(Boolean).join(' · ')
}

function formatDistance(miles: number | null | undefined): string {
  if (miles === null || miles === undefined) return ''
  return miles === 0 ? 'Less than 1 mi away' : `${formatNumber(miles)} mi away`
}

/**
 * Cuts a description by the product specification's rule for cards: more than 100 characters are cut to 90.
 */
export function cutDescription(text: string): string {
  return text.length > 100 ? `${text.slice(0, 90)}....` : text
}
