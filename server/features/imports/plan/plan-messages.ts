import type { CarColumn } from '../../../../contract/cars/car-columns.ts'
import type { MileageUnit } from '../../../../contract/cars/car-numbers.ts'
import type { MakesByKey } from '../../../../contract/cars/make-names.ts'
import type { Encoding, FileQuestions, SoldChoice } from '../../../../contract/import-questions.ts'
import type { ImportColumn, ImportValue } from '../../../../contract/imports.ts'
import type { PictureHostOfFile } from '../../../../contract/picture-hosts.ts'
import type { ChosenValue } from './chosen-values.ts'
import type { Remembered } from './map-columns.ts'
import type { OwnCar, PlannedRow } from './planned-row.ts'

/**
 * A request to the reader process. The seller's cars are sent first, then the file, and then requests for a
 * number of rows each until no rows are left.
 */
export type PlanRequest =
  | { cars: readonly OwnCar[] }
  | {
      read: {
        file: string
        chosen: Readonly<Record<number, CarColumn | null>>
        remembered: Remembered
        makes: MakesByKey
        values: readonly ChosenValue[]
        pictureHosts: ReadonlySet<string>
        encoding: Encoding | null
        sold: SoldChoice | null
        mileageUnit: MileageUnit | null
        now: number
      }
    }
  | { plan: number }

export type PlanResponse =
  | { received: true }
  | { columns: ImportColumn[]; rowCount: number; note: string | null }
  /** The final response has no rows. Only this response contains the values, hosts, and questions. */
  | {
      rows: PlannedRow[]
      values: ImportValue[]
      pictureHosts: PictureHostOfFile[]
      questions: FileQuestions
    }
  | { rejected: string }
  | { failed: string }
