import type { CarColumn } from '../../../../contract/cars/car-columns.ts'
import type { ImportColumn } from '../../../../contract/imports.ts'
import type { TableRow } from '../files/table.ts'
import { rankOfName } from './column-names.ts'
import { unitOfHeader } from './header-units.ts'
import { saysNothing } from './read-cell.ts'

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
  /** True if the text may be combined from the cells of several columns. */
  isPart: boolean
}

/** Groups the columns of a spreadsheet by field. Within a group, the most likely column names come first. */
export function groupColumns(columns: readonly ImportColumn[]): Map<CarColumn, FieldColumn[]> {
  const groups = new Map<CarColumn, FieldColumn[]>()
  for (const { column, header, field } of columns)
    if (field) {
      const earlier = groups.get(field) ?? []
      groups.set(field, [...earlier, { column, header, unit: unitOfHeader(field, header) }])
    }
  for (const [field, group] of groups)
    group.sort((one, other) => rankOfName(field, one.header) - rankOfName(field, other.header))
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
  const found = group.flatMap(({ column, header, unit }) => {
    const cell = cells[column]
    return cell === undefined ? [] : [{ cell, header, unit, isPart: false }]
  })
  if (field === 'location' && group.length > 1 && found.length > 0) {
    const parts = found.map(({ cell }) => cell.trim()).filter((cell) => cell !== '')
    return { ...found[0]!, cell: parts.join(', '), isPart: true }
  }
  return (
    found.find(({ cell }) => !saysNothing(field, cell)) ??
    found.find(({ cell }) => cell.trim() !== '') ??
    found[0]
  )
}
