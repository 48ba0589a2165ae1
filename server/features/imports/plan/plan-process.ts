import { once } from 'node:events'
import { join } from 'node:path'
import type { ImportColumn, ImportValue } from '../../../../contract/imports.ts'
import type { Encoding, FileQuestions, SoldChoice } from '../../../../contract/import-questions.ts'
import type { PictureHostOfFile } from '../../../../contract/picture-hosts.ts'
import type { CarColumn } from '../../../../contract/cars/car-columns.ts'
import type { MileageUnit } from '../../../../contract/cars/car-numbers.ts'
import { forkBounded, yieldToRequests } from '../../../system/bounded-process.ts'

import { RefusedFile } from '../files/refused-file.ts'
import type { ChosenValue } from './chosen-values.ts'
import type { Remembered } from './map-columns.ts'
import type { OwnCar, PlannedRow } from './planned.ts'
import type { MakesByKey } from '../../../../contract/cars/make-names.ts'

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

/** Reading took longer than it may. */
export class PlanTooSlow extends Error {
  override readonly name = 'PlanTooSlow'
}

/** The process failed or took too much memory. */
export class PlanFailed extends Error {
  override readonly name = 'PlanFailed'
}

export interface PlanProcess {
  /** @throws RefusedFile; PlanTooSlow; PlanFailed */
  ask<A extends PlanAnswer>(question: PlanQuestion): Promise<A>
  end(): void
}

const PROGRAM = join(import.meta.dirname, 'plan-program.ts')
/** Limits on reading one file. */
export interface ReaderLimits {
  /** Time for all answers about the file. */
  fileMs: number
  memoryMb: number
}

export const readerLimits: ReaderLimits = { fileMs: 60_000, memoryMb: 800 }
/** The heap reaches its own limit first, which ends the process with a report of the cause. */
const HEAP_MB = 768

/** Reads a file and plans its rows beside the server: in a process of its own, which ends with the import. */
export function startPlanProcess({ fileMs, memoryMb } = readerLimits): PlanProcess {
  const child = forkBounded(PROGRAM, {
    memoryMb,
    cpuSeconds: Math.ceil((2 * fileMs) / 1000),
    flags: [`--max-old-space-size=${HEAP_MB}`],
  })
  // Its start is a third of a second of work, for which somebody waits; what comes after may be long.
  child.once('message', () => yieldToRequests(child))
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new PlanFailed(`the process that reads files ended with ${String(signal ?? code)}`)
  })
  ended.catch(() => {})
  let leftMs = fileMs

  return {
    async ask<A extends PlanAnswer>(question: PlanQuestion) {
      const asked = performance.now()
      let timer: NodeJS.Timeout | undefined
      const tooSlow = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          child.kill('SIGKILL')
          reject(new PlanTooSlow(`reading took more than ${fileMs} ms`))
        }, leftMs)
      })
      try {
        child.send(question)
        const answered = once(child, 'message') as Promise<[PlanAnswer]>
        const [answer] = await Promise.race([answered, ended, tooSlow])
        if ('refused' in answer) throw new RefusedFile(answer.refused)
        if ('failed' in answer) throw new PlanFailed(answer.failed)
        return answer as A
      } finally {
        clearTimeout(timer)
        leftMs -= performance.now() - asked
      }
    },
    end: () => void child.kill('SIGKILL'),
  }
}
