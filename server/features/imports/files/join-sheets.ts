import { isOwnExport, findKnownColumns } from '../plan/column-names.ts'
import { readHeaderUnit, appendUnit } from '../plan/header-units.ts'
import { toPlainName } from '../plan/plain-name.ts'
import type { Table, TableRow } from './table.ts'

interface NamedTable {
  name: string
  table: Table
}

export interface SheetTable {
  name: string
  table: Table | null
}

/**
 * Joins the tables of all sheets that identify cars, in order. If no sheet does, the first table is used, and
 * the seller chooses its columns. The note names each sheet with a table that was not read.
 */
export function joinSheets(sheets: readonly SheetTable[]): Table | null {
  const tables = sheets.filter((sheet): sheet is NamedTable => sheet.table !== null)
  const identifying = tables.filter(({ table }) => identifiesCars(table.header))
  const candidates = identifying.length > 0 ? identifying : tables.slice(0, 1)
  const [first] = candidates
  if (!first) return null
  // In our own export, an empty cell clears the field. A missing column would be filled with empty cells, so
  // only sheets with the same columns are joined.
  const hasOwnExport = candidates.some(({ table }) => isOwnExport(table.header))
  const joined = candidates.filter(({ table }) => !hasOwnExport || hasSameColumns(table, first.table))
  const notes = tables.flatMap(({ name, table }) => {
    if (joined.some((sheet) => sheet.name === name))
      return table.note === null ? [] : [tables.length > 1 ? `In “${name}”: ${table.note}` : table.note]
    const isDifferent = candidates.some((sheet) => sheet.name === name)
    const reason = isDifferent
      ? `its columns differ from those of “${first.name}”`
      : identifying.length > 0
        ? 'none of its columns has a VIN, a stock number, or a make and model'
        : `only “${first.name}” was, because no sheet has columns that we know`
    return [`Sheet “${name}” was not read: ${reason}.`]
  })
  if (joined.length === 1) return { ...first.table, note: joinNotes(notes) }
  const names = joined.map(({ name }) => `“${name}”`)
  const last = names.pop()!
  return {
    ...joinTables(joined),
    encodings: [],
    note: joinNotes([`We read the sheets ${names.join(', ')} and ${last}.`, ...notes]),
  }
}

function joinNotes(notes: readonly string[]): string | null {
  return notes.length > 0 ? notes.join(' ') : null
}

function identifiesCars(header: readonly string[]): boolean {
  const fields = new Set(findKnownColumns(header).values())
  const isNumbered = fields.has('id') || fields.has('vin') || fields.has('stockNo')
  return isNumbered || (fields.has('make') && fields.has('modelName'))
}

function hasSameColumns(a: Table, b: Table): boolean {
  const keys = (table: Table) => toHeaderKeys(table.header).toSorted().join('\n')
  return keys(a) === keys(b)
}

/**
 * Returns a key for each column. Columns of two sheets share a key if they map to the same field or have the
 * same name.
 */
function toHeaderKeys(header: readonly string[]): string[] {
  const fieldsByIndex = findKnownColumns(header)
  const countByKey = new Map<string, number>()
  return header.map((name, index) => {
    const field = fieldsByIndex.get(index)
    const key = field === undefined ? `name ${toPlainName(name)}` : `field ${field}`
    const count = (countByKey.get(key) ?? 0) + 1
    countByKey.set(key, count)
    return `${key} ${count}`
  })
}

function joinTables(tables: readonly NamedTable[]): Pick<Table, 'header' | 'rows'> {
  const indexByKey = new Map<string, number>()
  const header: string[] = []
  const layouts = tables.map(({ name, table }) => ({
    name,
    table,
    targetIndexes: toHeaderKeys(table.header).map((key, index) => {
      const targetIndex = indexByKey.get(key) ?? header.length
      indexByKey.set(key, targetIndex)
      header[targetIndex] ??= table.header[index]!
      // A column name without a unit takes precedence, since the cells of other sheets can include their
      // unit.
      if (findHeaderUnit(header, targetIndex) !== null && findHeaderUnit(table.header, index) === null)
        header[targetIndex] = table.header[index]!
      return targetIndex
    }),
  }))
  const rows = layouts.flatMap(({ name, table, targetIndexes }) => {
    const units = targetIndexes.map((targetIndex, index) => {
      const unit = findHeaderUnit(table.header, index)
      return unit === findHeaderUnit(header, targetIndex) ? null : unit
    })
    return table.rows.map((row): TableRow => {
      const cells = header.map(() => '')
      for (const [index, cell] of row.cells.entries()) {
        const targetIndex = targetIndexes[index]
        if (targetIndex === undefined) cells.push(cell)
        else cells[targetIndex] = appendUnit(cell, units[index]!)
      }
      return { line: row.line, sheet: name, cells }
    })
  })
  return { header, rows }
}

function findHeaderUnit(header: readonly string[], index: number): string | null {
  const field = findKnownColumns(header).get(index)
  return field === undefined ? null : readHeaderUnit(field, header[index]!)
}
