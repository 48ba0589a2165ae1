import type { Logger } from 'pino'
import type { Exclusively } from './db/engines/exclusively.ts'
import { DatabaseLostError } from './db/engines/lost-database.ts'

/** A step of work on what one user has started, such as a batch of an import. */
export interface Task {
  userId: string
  /** @returns the lane where the work goes on, if it is another */
  run(signal: AbortSignal): Promise<string | undefined>
  /** Notes that the work failed, so that it is not the next again. */
  fail(error: unknown): Promise<void>
}

/** Finds the next task of a lane: users take turns. @param after the user whose turn was last */
export type FindTask<C> = (ctx: C, after: string) => Promise<Task | null>

/**
 * Runs background work, one task of each lane at a time; of several processes one runs a lane. What waits is in the
 * database, so that a restart goes on with it.
 */
export interface Lanes {
  /** To be called when there is something to do, and once after the start. */
  wake(): void
  /** Resolves once all that there is to do is done. */
  idle(): Promise<void>
  /** Waits for the tasks that are under way. */
  close(): Promise<void>
}

/**
 * @param context once the server has one
 * @param what names the work in logs and locks, such as `import`
 */
export function createLanes<C extends { exclusively: Exclusively; log: Logger }>(
  context: () => C,
  what: string,
  lanes: Readonly<Record<string, FindTask<C>>>,
): Lanes {
  const closing = new AbortController()
  const running = new Map<string, Promise<void>>()
  const lastUser = new Map<string, string>()
  const { signal } = closing

  async function run(lane: string, isOurs: () => boolean): Promise<void> {
    const ctx = context()
    for (;;) {
      const last = lastUser.get(lane) ?? ''
      const task = signal.aborted || !isOurs() ? null : await lanes[lane]!(ctx, last)
      if (!task) return
      lastUser.set(lane, task.userId)
      try {
        const next = await task.run(signal)
        if (next !== undefined) start(next)
      } catch (error) {
        if (signal.aborted) return
        // Nothing is wrong with the work: it goes on where it is, here or at another process.
        if (error instanceof DatabaseLostError) throw error
        await task.fail(error)
      }
    }
  }

  /** A call during the last look for a task is not overlooked. */
  function start(lane: string): void {
    const before = running.get(lane)
    const work = (before ?? Promise.resolve()).then(() =>
      context().exclusively(`${what} ${lane}`, (isOurs) => run(lane, isOurs)),
    )
    running.set(
      lane,
      work.catch((error: unknown) =>
        context().log.error({ err: error, what, lane }, 'work could not be run'),
      ),
    )
  }

  return {
    wake() {
      for (const lane of Object.keys(lanes)) start(lane)
    },
    async idle() {
      for (const lane of Object.keys(lanes)) await running.get(lane)
    },
    async close() {
      closing.abort()
      await Promise.all(running.values())
    },
  }
}
