import type { Context } from '../context.ts'

export interface Job {
  /** Waits for a run that is under way. */
  close(): Promise<void>
}

/** Runs `work` now and then every so often, never twice at once; a failure is logged and the next run goes on. */
export function every(
  seconds: number,
  name: string,
  { log, writes }: Pick<Context, 'log' | 'writes'>,
  work: () => Promise<unknown>,
): Job {
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let running = run()

  async function run(): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!writes.noteFailure(error)) log.error({ err: error }, `job ${name} failed`)
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
