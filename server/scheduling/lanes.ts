import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isUnwritable } from '../system/file-error.ts'
import type { Exclusively } from '../db/engines/exclusively.ts'
import { DatabaseLostError } from '../db/engines/lost-database.ts'
import type { WriteState } from './write-state.ts'

/** A step of work on what one user has started, such as a batch of an import. */
interface Task {
  userId: string
  /** @returns the lane where the work goes on, if it is another */
  run(signal: AbortSignal): Promise<string | undefined>
  /** Notes that the work failed, so that it is not the next again. */
  fail(error: unknown): Promise<void>
}

/**
 * Finds the next task of a lane: users take turns.
 * @param after the user whose turn was last
 * @param busy the users who have a task in progress in this lane
 */
export type FindTask<C> = (ctx: C, after: string, busy: readonly string[]) => Promise<Task | null>

export interface Lane<C> {
  /** Number of tasks in progress at a time, each of another user; 1 if it is not given. */
  width?: number
  findTask: FindTask<C>
}

/**
 * Runs background work in lanes; of several processes one runs a lane. Waiting work is in the database, so that it
 * continues after a restart.
 */
export interface Lanes {
  /** To be called when there is something to do, and once after the start. */
  wake(): void
  /** Resolves once all that there is to do is done. */
  idle(): Promise<void>
  /** Waits for the tasks that are under way. */
  close(): Promise<void>
}

/** Interval at which a lane with room looks for work that came after it began, here or at another process. */
const LOOK_MS = 250

/**
 * @param context once the server has one
 * @param what names the work in logs and locks, such as `import`
 */
export function createLanes<
  C extends { exclusively: Exclusively; log: Logger; writes: Pick<WriteState, 'noteFailure'> },
>(context: () => C, what: string, lanes: Readonly<Record<string, Lane<C>>>): Lanes {
  const closing = new AbortController()
  const running = new Map<string, Promise<void>>()
  const lastUser = new Map<string, string>()
  const { signal } = closing

  async function run(name: string, isOurs: () => boolean): Promise<void> {
    const ctx = context()
    const { width = 1, findTask } = lanes[name]!
    const busy = new Map<string, Promise<void>>()
    const losses: unknown[] = []
    for (;;) {
      const isOpen = !signal.aborted && isOurs() && losses.length === 0 && busy.size < width
      const task = isOpen ? await findTask(ctx, lastUser.get(name) ?? '', [...busy.keys()]) : null
      if (task) {
        lastUser.set(name, task.userId)
        const work = perform(task)
          .catch((error: unknown) => void losses.push(error))
          .finally(() => busy.delete(task.userId))
        busy.set(task.userId, work)
      } else if (busy.size > 0)
        await Promise.race([...busy.values(), ...(isOpen ? [setTimeout(LOOK_MS)] : [])])
      else if (losses.length > 0) throw losses[0]
      else return
    }
  }

  /** @throws DatabaseLostError, the error of a full disk, and what `fail` throws */
  async function perform(task: Task): Promise<void> {
    try {
      const next = await task.run(signal)
      if (next !== undefined) start(next)
    } catch (error) {
      if (signal.aborted) return
      // Nothing is wrong with the work: it continues later, here or at another process.
      if (error instanceof DatabaseLostError || isUnwritable(error)) throw error
      await task.fail(error)
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
      work.catch((error: unknown) => {
        const { log, writes } = context()
        if (!writes.noteFailure(error)) log.error({ err: error, what, lane }, 'work could not be run')
      }),
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
