import { choiceNames } from '../../../../contract/car-choices.ts'
import { numberNames } from '../../../../contract/car-numbers.ts'
import type { CarColumn } from '../../../../contract/car-columns.ts'
import type { ImportValue } from '../../../../contract/imports.ts'
import { cellOf, type CarInFile } from '../../cars/car-cells.ts'
import type { Reading } from './read-cell.ts'

/** Values that are kept otherwise than they are written. */
export interface ValueCounts {
  note(field: CarColumn, cell: string, reading: Reading): void
  /** The most frequent of each column. */
  list(): ImportValue[]
}

/** What is the same for many cars; a text or a VIN is each car's own. */
const counted: readonly CarColumn[] = [
  'make',
  ...numberNames,
  'mileageUnit',
  ...choiceNames,
  'price',
  'originalPrice',
]

/** Of each column so many are told apart, and so many told. */
const MAX_APART = 1000
const MAX_TOLD = 20
const MAX_CHARACTERS = 80

export function countValues(): ValueCounts {
  const byField = new Map<CarColumn, Map<string, ImportValue>>()
  return {
    note(field, cell, reading) {
      if (!counted.includes(field)) return
      const becomes = becomesOf(field, reading)
      if (becomes === cell) return
      const values = byField.get(field) ?? new Map<string, ImportValue>()
      byField.set(field, values)
      const value = cell.slice(0, MAX_CHARACTERS)
      const known = values.get(value)
      if (known) known.count++
      else if (values.size < MAX_APART) values.set(value, { field, value, becomes, count: 1 })
    },
    list: () =>
      [...byField.values()].flatMap((values) =>
        [...values.values()].sort((a, b) => b.count - a.count).slice(0, MAX_TOLD),
      ),
  }
}

function becomesOf(field: CarColumn, reading: Reading): string | null {
  if (!('said' in reading)) return null
  const said = reading.said as CarInFile
  const text = cellOf(field, said)
  return field === 'mileage' && said.mileageUnit ? `${text} ${said.mileageUnit}` : text
}
