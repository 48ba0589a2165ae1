import type { RowError } from '../../../../contract/imports.ts'
import type { CarInFile } from '../../cars/car-cells.ts'
import type { Car } from '../../cars/car.ts'
import type { DecodedField } from './decode-missing.ts'
import type { FilePhoto } from './find-photos.ts'
import { emptyCarFields } from './empty-car-fields.ts'
import type { GivenFields } from './read-cell.ts'

/** A seller's car, reduced to the fields that an import plan needs. */
export type OwnCar = CarInFile & Pick<Car, 'state' | 'version' | 'isListedBefore'> & { hasPhotos: boolean }

const fields = [
  'id',
  'state',
  'version',
  'isListedBefore',
  ...Object.keys(emptyCarFields),
] as readonly (keyof OwnCar & keyof Car)[]

export function toOwnCar(car: Car): OwnCar {
  const picked = Object.fromEntries(fields.map((field) => [field, car[field]])) as unknown as OwnCar
  return { ...picked, hasPhotos: car.images.length > 0 }
}

export interface PlannedRow {
  line: number
  /** The sheet's name, if the workbook has several sheets. */
  sheet: string | null
  action: 'create' | 'update' | 'unchanged' | 'held' | 'error'
  /** The seller's car that the row matches, and its version when it was read. */
  carId: string | null
  version: number | null
  /** The values to write: the changes to an existing car, or all available data for a new one. */
  plannedFields: GivenFields
  errors: RowError[]
  warnings: RowError[]
  /** The photos to add, which are empty for a car that already has photos. */
  pictures: FilePhoto[]
  /** The fields in `plannedFields` that were decoded from the VIN. */
  decoded: DecodedField[]
  /** True if importing the row marks its car as sold elsewhere. */
  isSold: boolean
  /** IDs of the cars named by a row that has errors or is marked as sold. */
  namedCarIds: string[]
  /**
   * The original cells of a row that may need correction, or empty if there is nothing to correct or the
   * cells are too long.
   */
  cells: string[]
}
