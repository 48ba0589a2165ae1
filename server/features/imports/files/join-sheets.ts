import { isOwnExport, knownColumns } from '../plan/column-names.ts'
import { unitOfHeader, withUnit } from '../plan/header-units.ts'
import { plainName } from '../plan/plain-name.ts'
import type { Table, TableRow } from './table.ts'

interface NamedTable {
  name: string
  table: Table
}

/** A sheet of the workbook, and its table if it has one. */
export interface SheetTable {
  name: string
  table: Table | null
}

/**
 * Joins the tables of all sheets that identify cars, in order. If no sheet does, the first table is read, and the seller
 * chooses its columns. The note names each sheet with a table that was not read.
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
    if (joined.some((one) => one.name === name))
      return table.note === null ? [] : [tables.length > 1 ? `In “${name}”: ${table.note}` : table.note]
    const isDifferent = candidates.some((one) => one.name === name)
    const why = isDifferent
      ? `its columns differ from those of “${first.name}”`
      : identifying.length > 0
        ? 'none of its columns has a VIN, a stock number, or a make and model'
        : `only “${first.name}” was, because no sheet has columns that we know`
    return [`Sheet “${name}” was not read: ${why}.`]
  })
  if (joined.length === 1) return { ...first.table, note: noteOf(notes) }
  const names = joined.map(({ name }) => `“${name}”`)
  const last = names.pop()!
  return {
    ...joinTables(joined),
    encodings: [],
    note: noteOf([`We read the sheets ${names.join(', ')} and ${last}.`, ...notes]),
  }
}

function noteOf(notes: readonly string[]): string | null {
  return notes.length > 0 ? notes.join(' ') : null
}

function identifiesCars(header: readonly string[]): boolean {
  const known = new Set(knownColumns(header).values())
  const isNumbered = known.has('id') || known.has('vin') || known.has('stockNo')
  return isNumbered || (known.has('make') && known.has('modelName'))
}

function hasSameColumns(one: Table, other: Table): boolean {
  const keys = (table: Table) => keysOf(table.header).toSorted().join('\n')
  return keys(one) === keys(other)
}

/**
 * Returns a key for each column. Columns of two sheets share a key if they map to the same field or have the
 * same name.
 */
function keysOf(header: readonly string[]): string[] {
  const known = knownColumns(header)
  const seen = new Map<string, number>()
  return header.map((name, at) => {
    const field = known.get(at)
    const key = field === undefined ? `name ${plainName(name)}` : `field ${field}`
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return `${key} ${count}`
  })
}

function joinTables(tables: readonly NamedTable[]): Pick<Table, 'header' | 'rows'> {
  const places = new Map<string, number>()
  const header: string[] = []
  const layouts = tables.map(({ name, table }) => ({
    name,
    table,
    places: keysOf(table.header).map((key, at) => {
      const place = places.get(key) ?? header.length
      places.set(key, place)
      header[place] ??= table.header[at]!
      // A column name without a unit takes precedence, because the cells of other sheets can include their
      // unit.
      if (unitIn(header, place) !== null && unitIn(table.header, at) === null)
        header[place] = table.header[at]!
      return place
    }),
  }))
  const rows = layouts.flatMap(({ name, table, places }) => {
    const units = places.map((place, at) => {
      const unit = unitIn(table.header, at)
      return unit === unitIn(header, place) ? null : unit
    })
    return table.rows.map((row): TableRow => {
      const cells = header.map(() => '')
      for (const [at, cell] of row.cells.entries()) {
        const place = places[at]
        if (place === undefined) cells.push(cell)
        else cells[place] = withUnit(cell, units[at]!)
      }
      return { line: row.line, sheet: name, cells }
    })
  })
  return { header, rows }
}

/** Returns the unit that a column's name contains. */
function unitIn(header: readonly string[], at: number): string | null {
  const field = knownColumns(header).get(at)
  return field === undefined ? null : unitOfHeader(field, header[at]!)
}
