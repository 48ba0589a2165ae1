import { once } from 'node:events'
import { join } from 'node:path'
import { forkBounded, yieldToRequests } from '../../../system/bounded-process.ts'
import { InvalidFileError } from '../files/invalid-file.ts'
import type { PlanResponse, PlanQuestion } from './plan-messages.ts'

/** The error for a spreadsheet that took too long to read. */
export class PlanTooSlow extends Error {
  override readonly name = 'PlanTooSlow'
}

/** An error for a process that failed or used too much memory. */
export class PlanFailed extends Error {
  override readonly name = 'PlanFailed'
}

export interface PlanProcess {
  /**
   * Sends a request to the process and returns its response.
   * @throws InvalidFileError; PlanTooSlow; PlanFailed
   */
  ask<A extends PlanResponse>(question: PlanQuestion): Promise<A>
  end(): void
}

/** A function that starts the process that reads one file and plans its rows. */
export type StartReader = () => PlanProcess

const PROGRAM = join(import.meta.dirname, 'plan-program.ts')
export interface ReaderLimits {
  /** Timeout for all responses about one spreadsheet together, in milliseconds. */
  fileMs: number
  memoryMb: number
}

export const readerLimits: ReaderLimits = { fileMs: 60_000, memoryMb: 800 }
/**
 * The heap limit in MB. It is reached before the process's memory limit, so the process ends with an error
 * that reports the cause.
 */
const HEAP_MB = 768

/**
 * Reads a spreadsheet and plans its rows outside the server process, in a child process that ends with the
 * import.
 */
export function startPlanProcess({ fileMs, memoryMb } = readerLimits): PlanProcess {
  const child = forkBounded(PROGRAM, {
    memoryMb,
    cpuSeconds: Math.ceil((2 * fileMs) / 1000),
    flags: [`--max-old-space-size=${HEAP_MB}`],
  })
  // The startup takes a third of a second of CPU time, while a user is waiting. The subsequent work may take
  // long, so it yields to requests.
  child.once('message', () => yieldToRequests(child))
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new PlanFailed(`the process that reads files ended with ${String(signal ?? code)}`)
  })
  ended.catch(() => {})
  let leftMs = fileMs

  return {
    async ask<A extends PlanResponse>(question: PlanQuestion) {
      const startedAt = performance.now()
      let timer: NodeJS.Timeout | undefined
      const tooSlow = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          child.kill('SIGKILL')
          reject(new PlanTooSlow(`reading took more than ${fileMs} ms`))
        }, leftMs)
      })
      try {
        child.send(question)
        const answered = once(child, 'message') as Promise<[PlanResponse]>
        const [answer] = await Promise.race([answered, ended, tooSlow])
        return orThrow<A>(answer)
      } finally {
        clearTimeout(timer)
        leftMs -= performance.now() - startedAt
      }
    },
    end: () => void child.kill('SIGKILL'),
  }
}

/** Reads a spreadsheet within the current process and without limits. */
export function startOwnReader(): PlanProcess {
  // This module is imported lazily, because a server that parses imports in child processes never needs it.
  const reader = import('./plan-reader.ts').then(({ createPlanReader }) => createPlanReader())
  return {
    async ask<A extends PlanResponse>(question: PlanQuestion) {
      const answer = await (await reader)(structuredClone(question))
      return orThrow<A>(structuredClone(answer))
    },
    end() {},
  }
}

function orThrow<A extends PlanResponse>(answer: PlanResponse): A {
  if ('rejected' in answer) throw new InvalidFileError(answer.rejected)
  if ('failed' in answer) throw new PlanFailed(answer.failed)
  return answer as A
}
