import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isUnwritable } from '../system/file-error.ts'
import type { Exclusively } from '../db/engines/exclusively.ts'
import { DatabaseLostError } from '../db/engines/lost-database.ts'
import type { WriteState } from './write-state.ts'

/** A step of a job that one user has started, such as a batch of an import. */
interface Task {
  userId: string
  /**
   * Runs the task.
   * @returns the lane in which the work continues, if it is a different one
   */
  run(signal: AbortSignal): Promise<string | undefined>
  /** Records that the work failed. Otherwise, it would be found as the next task again. */
  fail(error: unknown): Promise<void>
}

/**
 * Finds the next task of a lane, round-robin by user.
 * @param after the user whose task was started last
 * @param busy the users who have a task in progress in this lane
 */
export type FindTask<C> = (ctx: C, after: string, busy: readonly string[]) => Promise<Task | null>

export interface Lane<C> {
  /** Maximum number of concurrent tasks, each of a different user. The default is 1. */
  width?: number
  findTask: FindTask<C>
}

/**
 * Runs background work in lanes. Only one of several processes runs a given lane at a time. Waiting work is
 * stored in the database, so it continues after a restart.
 */
export interface Lanes {
  /** Starts any lanes that are not running. Must be called when new work is added, and once at startup. */
  wake(): void
  /** Resolves once all work is done. */
  idle(): Promise<void>
  /** Aborts the tasks in progress and waits for them to end. */
  close(): Promise<void>
}

/**
 * Interval in milliseconds at which a lane with free capacity looks for work that this or another process has
 * added.
 */
const LOOK_MS = 250

/**
 * @param context called once the server has a context
 * @param what the name of this kind of work in logs and locks, such as `import`
 */
export function createLanes<
  C extends { exclusively: Exclusively; log: Logger; writes: Pick<WriteState, 'recordFailure'> },
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
      // The work itself did not fail. It continues later, in this process or another one.
      if (error instanceof DatabaseLostError || isUnwritable(error)) throw error
      await task.fail(error)
    }
  }

  /**
   * Runs the lane again after its current run. A call that arrives during the current run's last search for a
   * task is therefore not lost.
   */
  function start(lane: string): void {
    const before = running.get(lane)
    const work = (before ?? Promise.resolve()).then(() =>
      context().exclusively(`${what} ${lane}`, (isOurs) => run(lane, isOurs)),
    )
    running.set(
      lane,
      work.catch((error: unknown) => {
        const { log, writes } = context()
        if (!writes.recordFailure(error)) log.error({ err: error, what, lane }, 'work could not be run')
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
