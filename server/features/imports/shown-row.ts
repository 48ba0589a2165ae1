import type { CarInFile } from '../cars/car-cells.ts'
import type { ImportRow } from './import-rows.repository.ts'

/**
 * A row with the name of its car. `before` is the current car, or null if it has changed since the row was
 * planned.
 */
export interface ShownRow extends ImportRow {
  name: string
  stockNo: string
  vin: string
  before: CarInFile | null
}
