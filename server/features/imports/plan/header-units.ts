import type { CarColumn } from '../../../../contract/cars/car-columns.ts'
import type { MileageUnit } from '../../../../contract/cars/car-numbers.ts'
import { removeAccents } from '../../../../contract/plain-text.ts'
import { toPlainName } from './plain-name.ts'

export function readHeaderUnit(field: CarColumn, header: string): string | null {
  if (field === 'mileage') return readDistanceUnit(header)
  return field === 'powerKw' ? (/(bhp|hp|ps|horsepower)$/.exec(toPlainName(header))?.[0] ?? null) : null
}

/**
 * Matches names of kilometers in European languages. The German “Laufleistung” (mileage) is always in
 * kilometers.
 */
const KILOMETERS = /[kq]u?ilomet|chilomet|laufleistung|километ|χιλιομετ|^(?:kms?|км|χλμ)|(?:kms?|км|χλμ)$/u
const MILES = /^miles|miles$|mile?s?driven|millas|milhas|meilen|miglia/

/** Returns the unit of distance in a column name, or null if the name contains none or both. */
function readDistanceUnit(header: string): MileageUnit | null {
  const name = toPlainName(removeAccents(header))
  const isInKilometers = KILOMETERS.test(name)
  const isInMiles = MILES.test(name) || /(?:^|[^a-z])mi(?:$|[^a-z])/i.test(header)
  if (isInKilometers === isInMiles) return null
  return isInKilometers ? 'km' : 'mi'
}

/** Returns the normalized column name without the unit of distance: `odometer` for `odometer_km`. */
export function removeHeaderUnit(header: string): string {
  return toPlainName(header.replace(/(?<![a-z])mi(?![a-z])/gi, '')).replace(
    /^(?:kms?|kilomet(?:er|re)s?|miles)|(?:in)?(?:kms?|км|kilomet(?:er|re)s?|miles)$/u,
    '',
  )
}

/** Appends the unit to a cell's number, unless the cell already contains a unit. */
export function appendUnit(cell: string, unit: string | null): string {
  return unit !== null && /^[\d.,\s]+$/.test(cell) ? `${cell.trim()} ${unit}` : cell
}
