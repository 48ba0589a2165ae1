import type { RowError } from '../../../../contract/imports.ts'
import type { CarInFile } from '../../cars/car-cells.ts'
import type { Car } from '../../cars/car.ts'
import type { DecodedField } from './decode-missing.ts'
import type { FilePicture } from './find-pictures.ts'
import { emptyCarFields } from './empty-car-fields.ts'
import type { Said } from './read-cell.ts'

/** One of the seller's cars, as far as a plan needs it. */
export type OwnCar = CarInFile & Pick<Car, 'state' | 'version' | 'isListedBefore'> & { hasPictures: boolean }

const fields = [
  'id',
  'state',
  'version',
  'isListedBefore',
  ...Object.keys(emptyCarFields),
] as readonly (keyof OwnCar & keyof Car)[]

export function toOwnCar(car: Car): OwnCar {
  const kept = Object.fromEntries(fields.map((field) => [field, car[field]])) as unknown as OwnCar
  return { ...kept, hasPictures: car.images.length > 0 }
}

/** What would become of a row. */
export interface PlannedRow {
  line: number
  /** The sheet's name, if the file has several. */
  sheet: string | null
  action: 'create' | 'update' | 'unchanged' | 'held' | 'error'
  /** Of an own car that it is: which, and at which version it was read. */
  carId: string | null
  version: number | null
  /** What becomes of the car: of a new one all that the file says. */
  said: Said
  errors: RowError[]
  warnings: RowError[]
  /** Photos that it gets: of a car that has some, none. */
  pictures: FilePicture[]
  /** Fields of `said` that the VIN says and that the file has no column for. */
  decoded: DecodedField[]
  /** Its car becomes sold elsewhere. */
  isSold: boolean
  /** Other cars that a row at fault names. */
  named: string[]
  /** As the file has them, of a row that may be at fault; empty where nothing is to be done, and where they are too much. */
  cells: string[]
}
