import type { MileageUnit } from './car-numbers.ts'
import { figure } from '../figure.ts'

/** Distances are compared in whole millimeters. */
export const MM_A_MILE = 1_609_344
const KM_A_MILE = MM_A_MILE / 1_000_000

/** Returns `38,012 mi`, or `38,012, unit not given`; null without a mileage. */
export function formatMileage(mileage: number | null, unit: MileageUnit | null): string | null {
  if (mileage === null) return null
  return unit === null ? `${figure(mileage)}, unit not given` : `${figure(mileage)} ${unit}`
}

/** The same distance in another unit, in whole ones. */
export function convertMileage(mileage: number, from: MileageUnit, to: MileageUnit): number {
  return Math.round(mileage * factor(from, to))
}

/** What a search is asked for, in miles: whole ones that hold whatever was typed in this unit. */
export function toSearchedMiles(typed: number, unit: MileageUnit): number {
  return Math.ceil(typed * factor(unit, 'mi'))
}

/** As it was typed: whole miles are too coarse to say 50,000 km, so what is next to a round figure is that. */
export function fromSearchedMiles(miles: number, unit: MileageUnit): number {
  const exact = convertMileage(miles, 'mi', unit)
  const round = Math.round(exact / 10) * 10
  const isJustAbove = exact >= round && exact - round <= 2
  return unit !== 'mi' && isJustAbove ? round : exact
}

/** Most countries count kilometers: those that count miles, by their codes. */
const MILE_REGIONS = ['US', 'GB', 'LR', 'MM', 'PR', 'VI', 'GU', 'AS', 'MP', 'BS', 'KY', 'JE', 'GG', 'IM']

/** What people of a locale expect. */
export function mileageUnitOf(locale: string): MileageUnit {
  try {
    return MILE_REGIONS.includes(new Intl.Locale(locale).maximize().region ?? 'US') ? 'mi' : 'km'
  } catch {
    return 'mi'
  }
}

function factor(from: MileageUnit, to: MileageUnit): number {
  if (from === to) return 1
  return from === 'mi' ? KM_A_MILE : 1 / KM_A_MILE
}
