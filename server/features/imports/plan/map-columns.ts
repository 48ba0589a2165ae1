import { carColumns, type CarColumn } from '../../../../contract/cars/car-columns.ts'
import type { ImportColumn } from '../../../../contract/imports.ts'
import type { Table } from '../files/table.ts'
import { findKnownColumns } from './column-names.ts'
import { isEmptyCell } from './read-cell.ts'
import { isOption } from './value-words.ts'
import { toPlainName } from './plain-name.ts'

const SAMPLES = 3
const SAMPLE_CHARACTERS = 80

/** A seller's earlier field choices by normalized column name, with null for ignored columns. */
export type Remembered = ReadonlyMap<string, CarColumn | null>

/**
 * Maps each column to a field. The seller's choice for this spreadsheet takes precedence over an earlier
 * choice, which takes precedence over the field that the column name suggests.
 * @param chosen the choices for this spreadsheet by column index
 */
export function mapColumns(
  { header, rows }: Table,
  chosen: Readonly<Record<number, CarColumn | null>>,
  remembered: Remembered,
): ImportColumn[] {
  const fieldsByName = findKnownColumns(header.map((name, index) => nameByContent(name, index, rows)))
  const choices = header.map((name, index) =>
    chooseField(chosen[index], remembered.get(toPlainName(name)), fieldsByName.get(index) ?? null),
  )
  const fields = removeDoubleColumns(choices)
  return header.map((name, column) => ({
    column,
    header: name,
    field: fields[column]!,
    by: choices[column]!.by,
    samples: collectSamples(rows, column),
  }))
}

/** A column named `title` contains the names of the cars, unless all of its values are entries on a title. */
function nameByContent(name: string, index: number, rows: Table['rows']): string {
  if (toPlainName(name) !== 'title') return name
  const cells = rows.map(({ cells }) => cells[index] ?? '').filter((cell) => !isEmptyCell('title', cell))
  const isStatus = cells.length > 0 && cells.every((cell) => isOption('title', cell))
  return isStatus ? carColumns.title.header : name
}

interface FieldChoice {
  field: CarColumn | null
  by: ImportColumn['by']
}

function chooseField(
  chosen: CarColumn | null | undefined,
  remembered: CarColumn | null | undefined,
  recognized: CarColumn | null,
): FieldChoice {
  if (chosen !== undefined) return { field: chosen, by: 'seller' }
  if (remembered !== undefined) return { field: remembered, by: 'memory' }
  return { field: recognized, by: recognized && 'name' }
}

/**
 * Resolves conflicts between columns that map to the same field. The seller's choices take precedence. Only
 * columns that are recognized by name may share a field: a price and a reduced price, or the parts of an
 * address.
 */
function removeDoubleColumns(choices: readonly FieldChoice[]): (CarColumn | null)[] {
  const fields: (CarColumn | null)[] = choices.map(() => null)
  const usedFields = new Set<CarColumn>()
  for (const source of ['seller', 'memory'] as const)
    for (const [index, { field, by }] of choices.entries()) {
      if (by !== source || field === null || usedFields.has(field)) continue
      fields[index] = field
      usedFields.add(field)
    }
  for (const [index, { field, by }] of choices.entries())
    if (by === 'name' && field !== null && !usedFields.has(field)) fields[index] = field
  return fields
}

function collectSamples(rows: Table['rows'], column: number): string[] {
  const samples = new Set<string>()
  for (const { cells } of rows) {
    const cell = cells[column]?.trim()
    if (cell) samples.add(cell.slice(0, SAMPLE_CHARACTERS))
    if (samples.size === SAMPLES) break
  }
  return [...samples]
}
