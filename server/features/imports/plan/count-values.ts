import { choiceNames } from '../../../../contract/cars/car-choices.ts'
import { numberNames } from '../../../../contract/cars/car-numbers.ts'
import type { CarColumn } from '../../../../contract/cars/car-columns.ts'
import { isForChoosing } from '../../../../contract/import-values.ts'
import type { ImportValue } from '../../../../contract/imports.ts'
import { cellOf, type CarInFile } from '../../cars/car-cells.ts'
import { formatReportedValue } from './chosen-values.ts'
import type { Reading } from './read-cell.ts'

/** Counts the values whose stored form differs from the spreadsheet. */
export interface ValueCounts {
  note(field: CarColumn, cell: string, reading: Reading, isChosen: boolean): void
  /** Returns the values by column. Unrecognized values come first, followed by the others by frequency. */
  list(): ImportValue[]
}

/** Columns whose values are shared by many cars. In contrast, a description or VIN differs for each car. */
const counted: readonly CarColumn[] = [
  'make',
  ...numberNames,
  'mileageUnit',
  ...choiceNames,
  'price',
  'originalPrice',
]

/** Maximum number of distinct values per column. */
const MAX_APART = 1000
/**
 * Maximum number of examples per column of values that offer no choice, such as numbers that were read
 * automatically.
 */
const MAX_EXAMPLES = 20

export function countValues(): ValueCounts {
  const byField = new Map<CarColumn, Map<string, ImportValue>>()
  return {
    note(field, cell, reading, isChosen) {
      if (!counted.includes(field) || (saysNothing(reading) && !isChosen)) return
      const becomes = becomesOf(field, reading)
      if (becomes === cell.trim() && !isChosen) return
      const values = byField.get(field) ?? new Map<string, ImportValue>()
      byField.set(field, values)
      const value = formatReportedValue(cell)
      const known = values.get(value)
      if (known) known.count++
      else if (values.size < MAX_APART)
        values.set(value, { field, value, becomes, count: 1, ...(isChosen && { by: 'seller' }) })
    },
    list: () =>
      [...byField.values()].flatMap((values) => {
        const sorted = [...values.values()].sort(
          (a, b) => Number(isOpen(b)) - Number(isOpen(a)) || b.count - a.count,
        )
        const examples = new Set(sorted.filter((value) => !isForChoosing(value)).slice(0, MAX_EXAMPLES))
        return sorted.filter((value) => isForChoosing(value) || examples.has(value))
      }),
  }
}

function saysNothing(reading: Reading): boolean {
  return 'said' in reading && Object.keys(reading.said).length === 0
}

/** Reports whether a value was not recognized. */
function isOpen({ becomes, by }: ImportValue): boolean {
  return becomes === null && by === undefined
}

function becomesOf(field: CarColumn, reading: Reading): string | null {
  if (!('said' in reading) || saysNothing(reading)) return null
  const said = reading.said as CarInFile
  const text = cellOf(field, said)
  return field === 'mileage' && said.mileageUnit ? `${text} ${said.mileageUnit}` : text
}
