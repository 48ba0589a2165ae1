import type { CarColumn } from '../../../../contract/cars/car-columns.ts'
import { importLimits } from '../../../../contract/import-limits.ts'

/** What a seller has said a value becomes; null where it is left out. */
export interface ChosenValue {
  field: CarColumn
  /** As `valueKey` makes it. */
  value: string
  becomes: string | null
}

/** @returns what was chosen for a cell; undefined where nothing was */
export type FindChosen = (field: CarColumn, cell: string) => string | null | undefined

export function indexChosen(values: readonly ChosenValue[]): FindChosen {
  const chosen = new Map(values.map(({ field, value, becomes }) => [`${field} ${value}`, becomes]))
  return (field, cell) => chosen.get(`${field} ${valueKey(cell)}`)
}

/** As much of a cell as is told of. */
export function formatReportedValue(cell: string): string {
  return cell.trim().slice(0, importLimits.valueCharacters)
}

/** A value as it is compared: however its letters are written. */
export function valueKey(cell: string): string {
  return formatReportedValue(cell).toLowerCase()
}
