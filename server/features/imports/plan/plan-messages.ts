import type { CarColumn } from '../../../../contract/cars/car-columns.ts'
import type { MileageUnit } from '../../../../contract/cars/car-numbers.ts'
import type { MakesByKey } from '../../../../contract/cars/make-names.ts'
import type { Encoding, FileQuestions, SoldChoice } from '../../../../contract/import-questions.ts'
import type { ImportColumn, ImportValue } from '../../../../contract/imports.ts'
import type { PictureHostOfFile } from '../../../../contract/picture-hosts.ts'
import type { ChosenValue } from './chosen-values.ts'
import type { Remembered } from './map-columns.ts'
import type { OwnCar, PlannedRow } from './planned.ts'

/**
 * A question to the process. The order is: the seller's cars, the file, and then up to a number of rows until
 * none is left.
 */
export type PlanQuestion =
  | { cars: readonly OwnCar[] }
  | {
      read: {
        file: string
        chosen: Readonly<Record<number, CarColumn | null>>
        remembered: Remembered
        makes: MakesByKey
        values: readonly ChosenValue[]
        /** Hosts from which the seller allows photos to be fetched. */
        pictureHosts: ReadonlySet<string>
        /** The seller's answers about the file. */
        encoding: Encoding | null
        sold: SoldChoice | null
        mileageUnit: MileageUnit | null
        now: number
      }
    }
  | { plan: number }

export type PlanAnswer =
  | { taken: true }
  | { columns: ImportColumn[]; rowCount: number; note: string | null }
  /** The last answer has no rows, but the results that are known after all of them. */
  | {
      rows: PlannedRow[]
      values: ImportValue[]
      pictureHosts: PictureHostOfFile[]
      questions: FileQuestions
    }
  | { rejected: string }
  | { failed: string }
