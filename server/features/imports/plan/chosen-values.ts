import type { CarColumn } from '../../../../contract/cars/car-columns.ts'
import { importLimits } from '../../../../contract/import-limits.ts'

/** A seller's choice of the value that replaces another, or null to omit the value. */
export interface ChosenValue {
  field: CarColumn
  /** The original value, as normalized by `valueKey`. */
  value: string
  becomes: string | null
}

/** Returns the seller's choice for a cell, or undefined if none was made. */
export type FindChosen = (field: CarColumn, cell: string) => string | null | undefined

export function indexChosen(values: readonly ChosenValue[]): FindChosen {
  const chosen = new Map(values.map(({ field, value, becomes }) => [`${field} ${value}`, becomes]))
  return (field, cell) => chosen.get(`${field} ${valueKey(cell)}`)
}

/** Trims and truncates a cell's value for reports to the seller. */
export function formatReportedValue(cell: string): string {
  return cell.trim().slice(0, importLimits.valueCharacters)
}

/** Normalizes a value for case-insensitive comparisons. */
export function valueKey(cell: string): string {
  return formatReportedValue(cell).toLowerCase()
}
