import type { Context } from '../context.ts'
import { DatabaseLostError } from '../db/engines/lost-database.ts'

export interface Job {
  /** Waits for a run that is under way. */
  close(): Promise<void>
}

/**
 * Runs `work` every so many seconds after its last run ended. A failure is logged, and the next run follows. While the
 * database is lost, only the first failure is logged.
 */
export function every(
  seconds: number,
  name: string,
  { log, writes }: Pick<Context, 'log' | 'writes'>,
  work: () => Promise<unknown>,
): Job {
  let isClosed = false
  let isDatabaseLost = false
  let timer: NodeJS.Timeout | undefined
  let running = run()

  async function run(): Promise<void> {
    try {
      await work()
      isDatabaseLost = false
    } catch (error) {
      const isLoss = error instanceof DatabaseLostError
      const isKnown = writes.noteFailure(error) || (isLoss && isDatabaseLost)
      if (!isKnown) log.error({ err: error, job: name }, 'job failed')
      isDatabaseLost = isLoss
    }
    if (isClosed) return
    timer = setTimeout(() => {
      running = run()
    }, seconds * 1000)
    timer.unref()
  }

  return {
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}
