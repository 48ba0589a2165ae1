import type { CarColumn } from '../../../../contract/car-columns.ts'
import { plainName } from './plain-name.ts'

/** The unit of a column's figures where its name says so, and they would be taken for another. */
export function unitOfHeader(field: CarColumn, header: string): string | null {
  return units.get(field)?.exec(plainName(header))?.[0] ?? null
}

const units = new Map<CarColumn, RegExp>([
  ['mileage', /(km|kilomet(er|re))s?$/],
  ['powerKw', /(bhp|hp|ps|horsepower)$/],
])

/** The cell with that unit, unless it has one of its own. */
export function withUnit(cell: string, unit: string | null): string {
  return unit !== null && /^[\d.,\s]+$/.test(cell) ? `${cell.trim()} ${unit}` : cell
}
