import type { CarColumn } from '../../../contract/car-columns.ts'
import type { ImportRow } from '../../../contract/imports.ts'

/** What a new car is called says them already, or they stand beside another. */
const unsaid: readonly CarColumn[] = ['stockNo', 'vin', 'make', 'modelName', 'model', 'year', 'mileageUnit']

/** Of a new car what one looks for first. */
export function tellingOf(changes: ImportRow['changes']): ImportRow['changes'] {
  const isFirst = ({ field }: { field: CarColumn }) => field === 'price'
  const said = changes.filter(({ field, decoded }) => decoded || !unsaid.includes(field))
  return [...said.filter(isFirst), ...said.filter((change) => !isFirst(change))]
}
