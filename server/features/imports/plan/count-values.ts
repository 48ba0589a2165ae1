import { choiceNames } from '../../../../contract/cars/car-choices.ts'
import { numericFieldNames } from '../../../../contract/cars/car-numbers.ts'
import type { CarColumn } from '../../../../contract/cars/car-columns.ts'
import { isForChoosing } from '../../../../contract/import-values.ts'
import type { ImportValue } from '../../../../contract/imports.ts'
import { formatCarCell, type CarInFile } from '../../cars/car-cells.ts'
import { formatReportedValue } from './chosen-values.ts'
import type { Reading } from './read-cell.ts'

/** A counter of the values whose stored form differs from the spreadsheet. */
export interface ValueCounts {
  note(field: CarColumn, cell: string, reading: Reading, isChosen: boolean): void
  /** Returns the values by column, unrecognized ones first, and then by descending frequency. */
  list(): ImportValue[]
}

/** Columns whose values are shared by many cars, unlike descriptions or VINs. */
const countedColumns: readonly CarColumn[] = [
  'make',
  ...numericFieldNames,
  'mileageUnit',
  ...choiceNames,
  'price',
  'originalPrice',
]

const MAX_DISTINCT = 1000
/**
 * Maximum number of examples per column for values that offer no choice, such as numbers that were read
 * automatically.
 */
const MAX_EXAMPLES = 20

export function countValues(): ValueCounts {
  const byField = new Map<CarColumn, Map<string, ImportValue>>()
  return {
    note(field, cell, reading, isChosen) {
      if (!countedColumns.includes(field) || (isEmptyReading(reading) && !isChosen)) return
      const becomes = formatReading(field, reading)
      if (becomes === cell.trim() && !isChosen) return
      const values = byField.get(field) ?? new Map<string, ImportValue>()
      byField.set(field, values)
      const value = formatReportedValue(cell)
      const existing = values.get(value)
      if (existing) existing.count++
      else if (values.size < MAX_DISTINCT)
        values.set(value, { field, value, becomes, count: 1, ...(isChosen && { by: 'seller' }) })
    },
    list: () =>
      [...byField.values()].flatMap((values) => {
        const sorted = [...values.values()].sort(
          (a, b) => Number(isUnrecognized(b)) - Number(isUnrecognized(a)) || b.count - a.count,
        )
        const examples = new Set(sorted.filter((value) => !isForChoosing(value)).slice(0, MAX_EXAMPLES))
        return sorted.filter((value) => isForChoosing(value) || examples.has(value))
      }),
  }
}

function isEmptyReading(reading: Reading): boolean {
  return 'fieldValues' in reading && Object.keys(reading.fieldValues).length === 0
}

function isUnrecognized({ becomes, by }: ImportValue): boolean {
  return becomes === null && by === undefined
}

function formatReading(field: CarColumn, reading: Reading): string | null {
  if (!('fieldValues' in reading) || isEmptyReading(reading)) return null
  const fieldValues = reading.fieldValues as CarInFile
  const text = formatCarCell(field, fieldValues)
  return field === 'mileage' && fieldValues.mileageUnit ? `${text} ${fieldValues.mileageUnit}` : text
}
