import type { Car } from '../../../contract/cars.ts'
import { fuelLabel } from '../../../contract/fuel-label.ts'

const number = new Intl.NumberFormat('en-US')

/** What stands below a car's name, which has the year: `38,012 mi · Electric · Portland, OR`. */
export function factsLine({ mileage, mileageUnit, fuel, location }: Car): string {
  return [formatMileage(mileage, mileageUnit), fuel && fuelLabel(fuel), location].filter(Boolean).join(' · ')
}

/** @returns null where the seller did not say */
export function formatMileage(mileage: number | null, unit: Car['mileageUnit']): string | null {
  return mileage === null ? null : `${number.format(mileage)} ${unit ?? 'mi'}`
}

/** The spec's rule for cards: more than 100 characters are cut to 90. */
export function cutDescription(text: string): string {
  return text.length > 100 ? `${text.slice(0, 90)}....` : text
}
