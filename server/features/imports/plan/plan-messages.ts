import type { CarColumn } from '../../../../contract/cars/car-columns.ts'
import type { MileageUnit } from '../../../../contract/cars/car-numbers.ts'
import type { MakesByKey } from '../../../../contract/cars/make-names.ts'
import type { Encoding, FileQuestions, SoldChoice } from '../../../../contract/import-questions.ts'
import type { ImportColumn, ImportValue } from '../../../../contract/imports.ts'
import type { PictureHostOfFile } from '../../../../contract/picture-hosts.ts'
import type { ChosenValue } from './chosen-values.ts'
import type { Remembered } from './map-columns.ts'
import type { OwnCar, PlannedRow } from './planned.ts'

/** What is asked of the process, in this order: the seller's cars, the file, and up to so many rows until there are none. */
export type PlanQuestion =
  | { cars: readonly OwnCar[] }
  | {
      read: {
        file: string
        chosen: Readonly<Record<number, CarColumn | null>>
        remembered: Remembered
        makes: MakesByKey
        values: readonly ChosenValue[]
        /** From which the seller lets photos be fetched. */
        pictureHosts: ReadonlySet<string>
        /** The seller's answers. */
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
  /** The last answer has no rows, but what is known after all of them. */
  | {
      rows: PlannedRow[]
      values: ImportValue[]
      pictureHosts: PictureHostOfFile[]
      questions: FileQuestions
    }
  | { refused: string }
  | { failed: string }
