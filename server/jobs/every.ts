import type { Logger } from 'pino'
import { DatabaseLostError } from '../db/engines/lost-database.ts'

export interface Job {
  /** Waits for a run that is under way. */
  close(): Promise<void>
}

/** Runs `work` now and then every so often, never twice at once; a failure is logged and the next run goes on. While the
 * database is lost, only the first failure is logged. */
export function every(seconds: number, name: string, log: Logger, work: () => Promise<unknown>): Job {
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
      if (!isLoss || !isDatabaseLost) log.error({ err: error, job: name }, 'job failed')
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
