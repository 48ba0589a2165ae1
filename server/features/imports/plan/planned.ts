import type { RowFault } from '../../../../contract/imports.ts'
import type { CarInFile } from '../../cars/car-cells.ts'
import type { Car } from '../../cars/car.ts'
import type { Said } from './read-cell.ts'

/** One of the seller's cars, as far as a plan needs it. */
export type OwnCar = CarInFile & Pick<Car, 'state' | 'version' | 'isListedBefore'>

/** What would become of a row. */
export interface PlannedRow {
  line: number
  action: 'create' | 'update' | 'unchanged' | 'held' | 'error'
  /** Of an own car that it is: which, and at which version it was read. */
  carId: string | null
  version: number | null
  /** What becomes of the car: of a new one all that the file says. */
  said: Said
  errors: RowFault[]
  warnings: RowFault[]
  /** As the file has them; empty where nothing is to be done. */
  cells: string[]
}
