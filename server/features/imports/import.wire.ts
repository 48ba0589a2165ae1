import { carColumnNames } from '../../../contract/car-columns.ts'
import type { CarImport as WireImport, ImportRow as WireRow } from '../../../contract/imports.ts'
import { cellOf, type CarInFile } from '../cars/car-cells.ts'
import type { ImportRow, RowCounts } from './import-rows.repository.ts'
import type { CarImport } from './import.repository.ts'
import { fieldOf } from './plan/read-cell.ts'

/** What is counted of an import when it is asked for. */
export interface ImportFigures {
  counts: RowCounts
  warnings: number
  missing: number
  onLot: number
  secondsLeft: number | null
}

export function toWireStarted(id: string): { _id: string } {
  return { _id: id }
}

export function toWireImport(
  { id, fileName, createdAt, state, columns, values, changeSet, message, done, total }: CarImport,
  { counts, warnings, missing, onLot, secondsLeft }: ImportFigures,
): WireImport {
  const { create, update, unchanged, held, error } = counts
  return {
    _id: id,
    fileName,
    at: createdAt,
    state,
    counts: { create, update, unchanged, held, error },
    warnings,
    missing,
    onLot,
    columns,
    values,
    ...((state === 'reading' || state === 'applying') && { progress: { done, total, secondsLeft } }),
    changeSetID: changeSet === null ? null : String(changeSet),
    ...(message !== null && { message }),
  }
}

export function toWireRow({ line, action, carId, said, errors, warnings }: ImportRow): WireRow {
  const changed = carColumnNames.flatMap((column) =>
    column !== 'id' && fieldOf(column) in said ? [column] : [],
  )
  return {
    line,
    action,
    ...(carId !== null && { carID: carId }),
    errors,
    warnings,
    changes: changed.map((field) => ({ field, after: cellOf(field, said as CarInFile) })),
  }
}
