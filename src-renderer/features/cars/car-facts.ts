import type { Car } from '../../../contract/cars.ts'

const number = new Intl.NumberFormat('en-US')

/** What stands below a car's name, which has the year: `38,012 mi · Electric · Portland, OR`. */
export function factsLine({ mileage, mileageUnit, fuel, location }: Car): string {
  return [formatMileage(mileage, mileageUnit), fuel, location].filter(Boolean).join(' · ')
}

/** @returns null where the seller did not say */
export function formatMileage(mileage: number | null, unit: Car['mileageUnit']): string | null {
  return mileage === null ? null : `${number.format(mileage)} ${unit ?? 'mi'}`
}

/** The spec's rule for cards: more than 100 characters are cut to 90. */
export function cutDescription(text: string): string {
  return text.length > 100 ? `${text.slice(0, 90)}....` : text
}

/** What one saves against the price when new, in cents; null where there is nothing to compare. */
export function savingOf({ priceMinor, originalPriceMinor }: Car): number | null {
  if (priceMinor === null || originalPriceMinor === null || originalPriceMinor <= priceMinor) return null
  return originalPriceMinor - priceMinor
}
