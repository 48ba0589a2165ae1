import type { MileageUnit } from './car-numbers.ts'
import { formatNumber } from '../number-format.ts'

/** Millimeters per mile. Distances are compared in whole millimeters to avoid rounding errors. */
export const MM_PER_MILE = 1_609_344
export const KM_PER_MILE = MM_PER_MILE / 1_000_000

/** Formats a mileage as `38,012 mi`, or as `38,012, unit not given`. */
export function formatMileage(mileage: number | null, unit: MileageUnit | null): string | null {
  if (mileage === null) return null
  return unit === null ? `${formatNumber(mileage)}, unit not given` : `${formatNumber(mileage)} ${unit}`
}

/** Converts a distance, rounded to a whole number. */
export function convertMileage(mileage: number, from: MileageUnit, to: MileageUnit): number {
  return Math.round(mileage * factor(from, to))
}

/** Returns the distance in miles, not rounded, or null if the mileage or its unit is unknown. */
export function toMiles(mileage: number | null, unit: MileageUnit | null): number | null {
  return mileage === null || unit === null ? null : mileage * factor(unit, 'mi')
}

/** Converts a typed distance to miles, rounded up so that a search includes it. */
export function toSearchedMiles(typed: number, unit: MileageUnit): number {
  return Math.ceil(typed * factor(unit, 'mi'))
}

/**
 * Returns the distance that the user probably typed. Whole miles can't represent 50,000 km exactly, so a
 * value just above a round number becomes that number.
 */
export function convertSearchedMiles(miles: number, unit: MileageUnit): number {
  const exact = convertMileage(miles, 'mi', unit)
  const round = Math.round(exact / 10) * 10
  const isJustAbove = exact >= round && exact - round <= 2
  return unit !== 'mi' && isJustAbove ? round : exact
}

/** The region codes of the countries and territories that use miles. */
const MILE_REGIONS = ['US', 'GB', 'LR', 'MM', 'PR', 'VI', 'GU', 'AS', 'MP', 'BS', 'KY', 'JE', 'GG', 'IM']

export function getLocaleMileageUnit(locale: string): MileageUnit {
  try {
    return MILE_REGIONS.includes(new Intl.Locale(locale).maximize().region ?? 'US') ? 'mi' : 'km'
  } catch {
    return 'mi'
  }
}

function factor(from: MileageUnit, to: MileageUnit): number {
  if (from === to) return 1
  return from === 'mi' ? KM_PER_MILE : 1 / KM_PER_MILE
}
