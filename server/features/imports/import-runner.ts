import { setTimeout } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { isUnwritable } from '../../db/disk-full.ts'
import { DatabaseLostError } from '../../db/engines/lost-database.ts'
import { applyTurn } from './apply-import.ts'
import { findNextImport, moveImport, stateIn, type CarImport, type Lane } from './import.repository.ts'
import { picturesTurn } from './import-pictures.ts'
import type { ImportQueue } from './import-queue.ts'
import { readerLimits } from './plan/plan-process.ts'
import { readImport } from './read-import.ts'
import { stopUnproven } from './stop-unproven.ts'

/** Reads a file, puts some rows in, or fetches the photos of one. @returns the lane where it goes on, if another */
type Work = (ctx: Context, job: CarImport, signal: AbortSignal) => Promise<Lane | undefined>

const lanes = ['reading', 'applying', 'picturing'] as const
/** Imports in progress at a time per lane, each of another seller: a file that is slow to read delays only its seller. */
const width: Record<Lane, number> = { reading: 2, applying: 1, picturing: 1 }
/** Interval at which a lane with room looks for imports that came after it began, here or at another process. */
const LOOK_MS = 250

const FAILED =
  'Something went wrong on our end, and the import stopped. What was imported so far stays. Import the file again.'

/** @param context once the server has one */
export function createImportRunner(context: () => Context, limits = readerLimits): ImportQueue {
  const works: Record<Lane, Work> = {
    reading: (ctx, job, ended) => readImport(ctx, job, ended, limits),
    applying: applyTurn,
    picturing: picturesTurn,
  }
  const closing = new AbortController()
  const running = new Map<Lane, Promise<void>>()
  const lastSeller: Record<Lane, string> = { reading: '', applying: '', picturing: '' }
  const { signal } = closing

  async function run(lane: Lane, isOurs: () => boolean): Promise<void> {
    const { db } = context()
    const busy = new Map<string, Promise<void>>()
    const losses: Error[] = []
    for (;;) {
      const isOpen = !signal.aborted && isOurs() && losses.length === 0 && busy.size < width[lane]
      const job = isOpen ? await findNextImport(db, lane, lastSeller[lane], [...busy.keys()]) : null
      if (job) {
        lastSeller[lane] = job.userId
        const work = perform(lane, job)
          .catch((error: Error) => void losses.push(error))
          .finally(() => busy.delete(job.userId))
        busy.set(job.userId, work)
      } else if (busy.size > 0)
        await Promise.race([...busy.values(), ...(isOpen ? [setTimeout(LOOK_MS)] : [])])
      else if (losses[0]) throw losses[0]
      else return
    }
  }

  /** @throws DatabaseLostError, or the error of a full disk */
  async function perform(lane: Lane, job: CarImport): Promise<void> {
    const ctx = context()
    try {
      if (stateIn[lane] !== 'reading' && (await stopUnproven(ctx, job))) return
      const next = await works[lane](ctx, job, signal)
      if (next) start(next)
    } catch (error) {
      if (signal.aborted) return
      // Nothing is wrong with the file: the import continues later, here or at another process.
      if (error instanceof DatabaseLostError || isUnwritable(error)) throw error
      ctx.log.error({ err: error, import: job.id }, 'an import failed')
      await moveImport(ctx.db, job.id, [stateIn[lane]], 'failed', { message: FAILED })
    }
  }

  /** Whoever wakes it while it looks for the last time is not overlooked. */
  function start(lane: Lane): void {
    const before = running.get(lane)
    const work = (before ?? Promise.resolve()).then(() =>
      context().exclusively(`import ${lane}`, (isOurs) => run(lane, isOurs)),
    )
    running.set(
      lane,
      work.catch((error: unknown) => {
        const { log, writes } = context()
        if (!writes.noteFailure(error)) log.error({ err: error }, 'imports could not be run')
      }),
    )
  }

  return {
    wake() {
      for (const lane of lanes) start(lane)
    },
    async idle() {
      for (const lane of lanes) await running.get(lane)
    },
    async close() {
      closing.abort()
      await Promise.all(running.values())
    },
  }
}
