import type { CarColumn } from '../../../../contract/cars/car-columns.ts'
import type { ImportColumn } from '../../../../contract/imports.ts'
import type { TableRow } from '../files/table.ts'
import { rankColumnName } from './column-names.ts'
import { readHeaderUnit } from './header-units.ts'
import { isEmptyCell } from './read-cell.ts'

interface FieldColumn {
  column: number
  header: string
  unit: string | null
}

/** The text of a field in a row, which may come from several cells. */
export interface FieldCell {
  cell: string
  header: string
  unit: string | null
  /** True if the text was combined from the parts of a location. */
  isPart: boolean
}

/** Groups the columns of a spreadsheet by field, with the most likely column names first in each group. */
export function groupColumns(columns: readonly ImportColumn[]): Map<CarColumn, FieldColumn[]> {
  const groups = new Map<CarColumn, FieldColumn[]>()
  for (const { column, header, field } of columns)
    if (field) {
      const group = groups.get(field) ?? []
      groups.set(field, [...group, { column, header, unit: readHeaderUnit(field, header) }])
    }
  for (const [field, group] of groups)
    group.sort((a, b) => rankColumnName(field, a.header) - rankColumnName(field, b.header))
  return groups
}

/**
 * Finds the text of a field: the first non-empty cell of its columns, or the combined parts of a location.
 * @returns undefined if the row ends before the field's columns
 */
export function findCell(
  { cells }: TableRow,
  field: CarColumn,
  group: readonly FieldColumn[] = [],
): FieldCell | undefined {
  const candidates = group.flatMap(({ column, header, unit }) => {
    const cell = cells[column]
    return cell === undefined ? [] : [{ cell, header, unit, isPart: false }]
  })
  if (field === 'location' && group.length > 1 && candidates.length > 0) {
    const parts = candidates.map(({ cell }) => cell.trim()).filter((cell) => cell !== '')
    return { ...candidates[0]!, cell: parts.join(', '), isPart: true }
  }
  return (
    candidates.find(({ cell }) => !isEmptyCell(field, cell)) ??
    candidates.find(({ cell }) => cell.trim() !== '') ??
    candidates[0]
  )
}
