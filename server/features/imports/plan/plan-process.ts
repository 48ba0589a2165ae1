import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ImportColumn, ImportValue } from '../../../../contract/imports.ts'
import type { PictureHostOfFile } from '../../../../contract/picture-hosts.ts'
import type { CarColumn } from '../../../../contract/car-columns.ts'
import { yieldToRequests } from '../../../yield-to-requests.ts'
import { RefusedFile } from '../files/refused-file.ts'
import type { ChosenValue } from './chosen-values.ts'
import type { Remembered } from './map-columns.ts'
import type { OwnCar, PlannedRow } from './planned.ts'
import type { MakesByKey } from '../../categories/make-names.ts'

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
        now: number
      }
    }
  | { plan: number }

export type PlanAnswer =
  | { taken: true }
  | { columns: ImportColumn[]; rowCount: number; note: string | null }
  /** The last answer has no rows, what values become, and where photos are. */
  | { rows: PlannedRow[]; values: ImportValue[]; pictureHosts: PictureHostOfFile[] }
  | { refused: string }
  | { failed: string }

/** The process failed, took too long, or took too much memory. */
export class PlanFailed extends Error {
  override readonly name = 'PlanFailed'
}

export interface PlanProcess {
  /** @throws RefusedFile; PlanFailed */
  ask<A extends PlanAnswer>(question: PlanQuestion): Promise<A>
  end(): void
}

const PROGRAM = join(import.meta.dirname, 'plan-program.ts')
const MEMORY_MB = 768
const TIMEOUT_MS = 60_000

/** Reads a file and plans its rows beside the server: in a process of its own, which ends with the import. */
export function startPlanProcess(): PlanProcess {
  const child = fork(PROGRAM, [], {
    execArgv: [`--max-old-space-size=${MEMORY_MB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // Its start is a third of a second of work, for which somebody waits; what comes after may be long.
  child.once('message', () => yieldToRequests(child))
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new PlanFailed(`the process that reads files ended with ${String(signal ?? code)}`)
  })
  ended.catch(() => {})

  return {
    async ask<A extends PlanAnswer>(question: PlanQuestion) {
      const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS)
      try {
        child.send(question)
        const [answer] = (await Promise.race([once(child, 'message'), ended])) as [PlanAnswer]
        if ('refused' in answer) throw new RefusedFile(answer.refused)
        if ('failed' in answer) throw new PlanFailed(answer.failed)
        return answer as A
      } finally {
        clearTimeout(timer)
      }
    },
    end: () => void child.kill('SIGKILL'),
  }
}
