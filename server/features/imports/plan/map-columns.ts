import type { CarColumn } from '../../../../contract/cars/car-columns.ts'
import type { ImportColumn } from '../../../../contract/imports.ts'
import type { Table } from '../files/table.ts'
import { knownColumns } from './column-names.ts'
import { plainName } from './plain-name.ts'

const SAMPLES = 3
const SAMPLE_CHARACTERS = 80

/** A seller's earlier field choices by normalized column name; null if the column is ignored. */
export type Remembered = ReadonlyMap<string, CarColumn | null>

/**
 * Maps each column to a field. The seller's choice for this spreadsheet takes precedence over an earlier
 * choice, and that over the field that the column name suggests. Only columns that are recognized by name may
 * share a field: a price and a reduced price, or the parts of an address.
 * @param chosen the choices for this spreadsheet by column index
 */
export function mapColumns(
  { header, rows }: Table,
  chosen: Readonly<Record<number, CarColumn | null>>,
  remembered: Remembered,
): ImportColumn[] {
  const known = knownColumns(header)
  const choices = header.map((name, at) =>
    chooseField(chosen[at], remembered.get(plainName(name)), known.get(at) ?? null),
  )
  const fields = withoutDoubles(choices)
  return header.map((name, column) => ({
    column,
    header: name,
    field: fields[column]!,
    by: choices[column]!.by,
    samples: samplesOf(rows, column),
  }))
}

interface FieldChoice {
  field: CarColumn | null
  by: ImportColumn['by']
}

function chooseField(
  chosen: CarColumn | null | undefined,
  remembered: CarColumn | null | undefined,
  known: CarColumn | null,
): FieldChoice {
  if (chosen !== undefined) return { field: chosen, by: 'seller' }
  if (remembered !== undefined) return { field: remembered, by: 'memory' }
  return { field: known, by: known && 'name' }
}

/**
 * Resolves conflicts between columns that map to the same field. The seller's choices take precedence. Only
 * columns that are recognized by name may share a field.
 */
function withoutDoubles(choices: readonly FieldChoice[]): (CarColumn | null)[] {
  const fields: (CarColumn | null)[] = choices.map(() => null)
  const taken = new Set<CarColumn>()
  for (const who of ['seller', 'memory'] as const)
    for (const [at, { field, by }] of choices.entries()) {
      if (by !== who || field === null || taken.has(field)) continue
      fields[at] = field
      taken.add(field)
    }
  for (const [at, { field, by }] of choices.entries())
    if (by === 'name' && field !== null && !taken.has(field)) fields[at] = field
  return fields
}

function samplesOf(rows: Table['rows'], column: number): string[] {
  const samples = new Set<string>()
  for (const { cells } of rows) {
    const cell = cells[column]?.trim()
    if (cell) samples.add(cell.slice(0, SAMPLE_CHARACTERS))
    if (samples.size === SAMPLES) break
  }
  return [...samples]
}
