import type { CarColumn } from '../../../../contract/cars/car-columns.ts'
import { importLimits } from '../../../../contract/import-limits.ts'

/** A seller's choice of the value that replaces another; null if the value is left out. */
export interface ChosenValue {
  field: CarColumn
  /** The original value, as normalized by `valueKey`. */
  value: string
  becomes: string | null
}

/** A function that returns the choice for a cell; undefined if none was made. */
export type FindChosen = (field: CarColumn, cell: string) => string | null | undefined

export function indexChosen(values: readonly ChosenValue[]): FindChosen {
  const chosen = new Map(values.map(({ field, value, becomes }) => [`${field} ${value}`, becomes]))
  return (field, cell) => chosen.get(`${field} ${valueKey(cell)}`)
}

/** Returns the form of a cell's value that is reported to the seller: trimmed and truncated. */
export function formatReportedValue(cell: string): string {
  return cell.trim().slice(0, importLimits.valueCharacters)
}

/** Returns the normalized form of a value, which is used for case-insensitive comparisons. */
export function valueKey(cell: string): string {
  return formatReportedValue(cell).toLowerCase()
}
