import { carColumnNames, getFileField } from '../../../contract/cars/car-columns.ts'
import type {
  CarImport as WireImport,
  ImportRow as WireRow,
  ImportSummary,
} from '../../../contract/imports.ts'
import { formatCarCell, type CarInFile } from '../cars/car-cells.ts'
import type { RowCounts } from './import-rows.repository.ts'
import type { CarImport } from './import.repository.ts'
import type { ShownRow } from './shown-row.ts'

export interface ImportFigures {
  counts: RowCounts
  warnings: number
  missing: number
  onLot: number
  /** The unit that the seller last chose for mileages without a unit. */
  lastUnit: CarImport['mileageUnit']
  secondsLeft: number | null
}

export function toWireStarted(id: string): { _id: string } {
  return { _id: id }
}

export function toWireImport(
  job: CarImport,
  { counts, warnings, missing, onLot, lastUnit, secondsLeft }: ImportFigures,
): WireImport {
  return {
    ...toWireSummary(job, counts, secondsLeft),
    warnings,
    missing,
    onLot,
    columns: job.columns,
    values: job.values,
    pictureHosts: job.pictureHosts,
    ...(job.note !== null && { note: job.note }),
    questions: toWireQuestions(job, lastUnit),
  }
}

function toWireQuestions(
  { questions: { encoding, sold, mileageUnit }, ...answers }: CarImport,
  last: ImportFigures['lastUnit'],
): WireImport['questions'] {
  return {
    ...(encoding && {
      encoding: { options: encoding.options, ...(answers.encoding && { answer: answers.encoding }) },
    }),
    ...(sold && { sold: { rows: sold.rows, ...(answers.sold && { answer: answers.sold }) } }),
    ...(mileageUnit && {
      mileageUnit: {
        rows: mileageUnit.rows,
        ...(answers.mileageUnit && { answer: answers.mileageUnit }),
        last,
      },
    }),
  }
}

export function toWireSummary(
  { id, fileName, createdAt, state, changeSet, message, done, total }: CarImport,
  { create, update, unchanged, held, error, 'off-lot': offLot }: RowCounts,
  secondsLeft: number | null = null,
): ImportSummary {
  return {
    _id: id,
    fileName,
    at: createdAt,
    state,
    counts: { create, update, unchanged, held, error },
    offLot,
    ...((state === 'reading' || state === 'applying') && { progress: { done, total, secondsLeft } }),
    changeSetID: changeSet === null ? null : String(changeSet),
    ...(message !== null && { message }),
  }
}

export function toWireRow(row: ShownRow): WireRow {
  const {
    place,
    name,
    stockNo,
    vin,
    line,
    sheet,
    action,
    carId,
    plannedFields: fieldValues,
    errors,
    warnings,
    before,
    isSold,
  } = row
  const decoded = new Set<string>(row.decoded)
  const changed = carColumnNames.flatMap((column) =>
    column !== 'id' && action !== 'held' && getFileField(column) in fieldValues ? [column] : [],
  )
  return {
    _id: String(place),
    name,
    stockNo,
    vin,
    line,
    ...(sheet !== null && { sheet }),
    action,
    ...(carId !== null && { carID: carId }),
    errors,
    warnings,
    ...(isSold && { soldElsewhere: true as const }),
    changes: changed.map((field) => ({
      field,
      ...(before && { before: formatCarCell(field, before) }),
      after: formatCarCell(field, fieldValues as CarInFile),
      ...(decoded.has(field) && { decoded: true as const }),
    })),
  }
}
