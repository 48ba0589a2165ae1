import { once } from 'node:events'
import { join } from 'node:path'
import { forkBounded, yieldToRequests } from '../../../system/bounded-process.ts'
import { InvalidFileError } from '../files/invalid-file.ts'
import type { PlanResponse, PlanRequest } from './plan-messages.ts'

export class PlanTooSlow extends Error {
  override readonly name = 'PlanTooSlow'
}

/** An error for a reader process that failed or used too much memory. */
export class PlanFailed extends Error {
  override readonly name = 'PlanFailed'
}

export interface PlanProcess {
  /**
   * Sends a request to the process and returns its response.
   * @throws InvalidFileError, PlanTooSlow, or PlanFailed
   */
  ask<R extends PlanResponse>(request: PlanRequest): Promise<R>
  end(): void
}

export type StartReader = () => PlanProcess

const PROGRAM = join(import.meta.dirname, 'plan-program.ts')
export interface ReaderLimits {
  /** Timeout for all responses about one spreadsheet together, in milliseconds. */
  fileMs: number
  memoryMb: number
}

export const readerLimits: ReaderLimits = { fileMs: 60_000, memoryMb: 800 }
/**
 * The heap limit in MB. It is below the process's memory limit, so that the process ends with an error that
 * reports the cause.
 */
const HEAP_MB = 768

/** Starts a child process that reads a spreadsheet and plans its rows, separate from the server process. */
export function startPlanProcess({ fileMs, memoryMb } = readerLimits): PlanProcess {
  const child = forkBounded(PROGRAM, {
    memoryMb,
    cpuSeconds: Math.ceil((2 * fileMs) / 1000),
    flags: [`--max-old-space-size=${HEAP_MB}`],
  })
  // A user is waiting during the startup, which takes a third of a second of CPU time. The subsequent work
  // may take long, so it yields to requests.
  child.once('message', () => yieldToRequests(child))
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new PlanFailed(`the process that reads files ended with ${String(signal ?? code)}`)
  })
  ended.catch(() => {})
  let remainingMs = fileMs

  return {
    async ask<R extends PlanResponse>(request: PlanRequest) {
      const startedAt = performance.now()
      let timer: NodeJS.Timeout | undefined
      const tooSlow = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          child.kill('SIGKILL')
          reject(new PlanTooSlow(`reading took more than ${fileMs} ms`))
        }, remainingMs)
      })
      try {
        child.send(request)
        const message = once(child, 'message') as Promise<[PlanResponse]>
        const [response] = await Promise.race([message, ended, tooSlow])
        return unwrapResponse<R>(response)
      } finally {
        clearTimeout(timer)
        remainingMs -= performance.now() - startedAt
      }
    },
    end: () => void child.kill('SIGKILL'),
  }
}

/** Starts a reader within the current process and without limits. */
export function startOwnReader(): PlanProcess {
  // Imported lazily, since a server that reads spreadsheets in child processes never needs this module.
  const reader = import('./plan-reader.ts').then(({ createPlanReader }) => createPlanReader())
  return {
    async ask<R extends PlanResponse>(request: PlanRequest) {
      const response = await (await reader)(structuredClone(request))
      return unwrapResponse<R>(structuredClone(response))
    },
    end() {},
  }
}

function unwrapResponse<R extends PlanResponse>(response: PlanResponse): R {
  if ('rejected' in response) throw new InvalidFileError(response.rejected)
  if ('failed' in response) throw new PlanFailed(response.failed)
  return response as R
}
