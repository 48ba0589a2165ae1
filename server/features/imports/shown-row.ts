import type { CarInFile } from '../cars/car-cells.ts'
import type { ImportRow } from './import-rows.repository.ts'

/** A row with what it is called, and the car as it was, where that has not been changed since. */
export interface ShownRow extends ImportRow {
  name: string
  stockNo: string
  vin: string
  before: CarInFile | null
}
