import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isUnwritable } from '../system/file-error.ts'
import type { Exclusively } from '../db/engines/exclusive-runner.ts'
import { DatabaseLostError } from '../db/engines/lost-database.ts'
import type { WriteState } from './write-state.ts'

/** A step of a user's long-running job, such as a batch of an import. */
interface Task {
  userId: string
  /**
   * Performs the task.
   * @returns the lane where the work continues, if it is a different one
   */
  run(signal: AbortSignal): Promise<string | undefined>
  /** Records that the work failed. Otherwise, the same task would be found again. */
  fail(error: unknown): Promise<void>
}

/**
 * Finds a lane's next task, round-robin by user.
 * @param after the user whose task was started last
 * @param busy the users with a task in progress in this lane
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
  /** Makes every lane look for work. Must be called once at startup, and whenever work is added. */
  wake(): void
  idle(): Promise<void>
  close(): Promise<void>
}

/** The interval in milliseconds at which a lane with free capacity looks for work added by any process. */
const POLL_MS = 250

/**
 * Creates lanes that run one kind of work.
 * @param context called only once the server has a context
 * @param workName the name of this kind of work in logs and locks, such as `import`
 */
export function createLanes<
  C extends { exclusively: Exclusively; log: Logger; writes: Pick<WriteState, 'recordFailure'> },
>(context: () => C, workName: string, lanes: Readonly<Record<string, Lane<C>>>): Lanes {
  const closing = new AbortController()
  const runs = new Map<string, Promise<void>>()
  const lastUser = new Map<string, string>()
  const { signal } = closing

  async function run(name: string, isOurs: () => boolean): Promise<void> {
    const ctx = context()
    const { width = 1, findTask } = lanes[name]!
    const busy = new Map<string, Promise<void>>()
    const fatalErrors: unknown[] = []
    for (;;) {
      const isOpen = !signal.aborted && isOurs() && fatalErrors.length === 0 && busy.size < width
      const task = isOpen ? await findTask(ctx, lastUser.get(name) ?? '', [...busy.keys()]) : null
      if (task) {
        lastUser.set(name, task.userId)
        const work = perform(task)
          .catch((error: unknown) => void fatalErrors.push(error))
          .finally(() => busy.delete(task.userId))
        busy.set(task.userId, work)
      } else if (busy.size > 0)
        await Promise.race([...busy.values(), ...(isOpen ? [setTimeout(POLL_MS)] : [])])
      else if (fatalErrors.length > 0) throw fatalErrors[0]
      else return
    }
  }

  /**
   * Performs a task, and starts the lane where its work continues.
   * @throws DatabaseLostError, the error of a full disk, or an error from `fail`
   */
  async function perform(task: Task): Promise<void> {
    try {
      const nextLane = await task.run(signal)
      if (nextLane !== undefined) start(nextLane)
    } catch (error) {
      if (signal.aborted) return
      // The task itself did not fail. It continues later, in this process or another one.
      if (error instanceof DatabaseLostError || isUnwritable(error)) throw error
      await task.fail(error)
    }
  }

  /**
   * Runs the lane after its current run. That run may already have found no further task, so a new one is
   * needed.
   */
  function start(lane: string): void {
    const currentRun = runs.get(lane)
    const nextRun = (currentRun ?? Promise.resolve()).then(() =>
      context().exclusively(`${workName} ${lane}`, (isOurs) => run(lane, isOurs)),
    )
    runs.set(
      lane,
      nextRun.catch((error: unknown) => {
        const { log, writes } = context()
        if (!writes.recordFailure(error))
          log.error({ err: error, what: workName, lane }, 'work could not be run')
      }),
    )
  }

  return {
    wake() {
      for (const lane of Object.keys(lanes)) start(lane)
    },
    async idle() {
      for (const lane of Object.keys(lanes)) await runs.get(lane)
    },
    async close() {
      closing.abort()
      await Promise.all(runs.values())
    },
  }
}
