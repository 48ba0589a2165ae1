import { once } from 'node:events'
import { join } from 'node:path'
import { forkBounded, yieldToRequests } from '../../../system/bounded-process.ts'
import { InvalidFileError } from '../files/invalid-file.ts'
import type { PlanAnswer, PlanQuestion } from './plan-messages.ts'

/** Reading took longer than it may. */
export class PlanTooSlow extends Error {
  override readonly name = 'PlanTooSlow'
}

/** The process failed or took too much memory. */
export class PlanFailed extends Error {
  override readonly name = 'PlanFailed'
}

export interface PlanProcess {
  /** @throws InvalidFileError; PlanTooSlow; PlanFailed */
  ask<A extends PlanAnswer>(question: PlanQuestion): Promise<A>
  end(): void
}

/** Reads one file and plans its rows. */
export type StartReader = () => PlanProcess

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
        return orThrow<A>(answer)
      } finally {
        clearTimeout(timer)
        leftMs -= performance.now() - asked
      }
    },
    end: () => void child.kill('SIGKILL'),
  }
}

/** Reads a file within this process and without limits. */
export function startOwnReader(): PlanProcess {
  // A server that starts processes for files needs none of the code that reads them.
  const reader = import('./plan-reader.ts').then(({ createPlanReader }) => createPlanReader())
  return {
    async ask<A extends PlanAnswer>(question: PlanQuestion) {
      const answer = await (await reader)(structuredClone(question))
      return orThrow<A>(structuredClone(answer))
    },
    end() {},
  }
}

function orThrow<A extends PlanAnswer>(answer: PlanAnswer): A {
  if ('refused' in answer) throw new InvalidFileError(answer.refused)
  if ('failed' in answer) throw new PlanFailed(answer.failed)
  return answer as A
}
