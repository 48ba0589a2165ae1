import type { MileageUnit } from './car-numbers.ts'

const number = new Intl.NumberFormat('en-US')

/** `38,012 mi`; null where the seller did not say. */
export function formatMileage(mileage: number | null, unit: MileageUnit | null): string | null {
  return mileage === null ? null : `${number.format(mileage)} ${unit ?? 'mi'}`
}
