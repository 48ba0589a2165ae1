import type { Context } from '../../context.ts'
import { isDiskFull } from '../../db/disk-full.ts'
import { DatabaseLostError } from '../../db/engines/lost-database.ts'
import { applyTurn } from './apply-import.ts'
import { findNextImport, moveImport, stateIn, type CarImport, type Lane } from './import.repository.ts'
import { picturesTurn } from './import-pictures.ts'
import type { ImportQueue } from './import-queue.ts'
import { readImport } from './read-import.ts'
import { stopUnproven } from './stop-unproven.ts'

/** Reads a file, puts some rows in, or fetches the photos of one. @returns the lane where it goes on, if another */
type Work = (ctx: Context, job: CarImport, signal: AbortSignal) => Promise<Lane | undefined>

const works: Record<Lane, Work> = {
  reading: readImport,
  applying: applyTurn,
  picturing: picturesTurn,
}
const lanes = ['reading', 'applying', 'picturing'] as const

const FAILED =
  'Something went wrong on our end, and the import stopped. What was imported so far stays. Import the file again.'

/** @param context once the server has one */
export function createImportRunner(context: () => Context): ImportQueue {
  const closing = new AbortController()
  const running = new Map<Lane, Promise<void>>()
  const lastSeller: Record<Lane, string> = { reading: '', applying: '', picturing: '' }
  const { signal } = closing

  async function run(lane: Lane, isOurs: () => boolean): Promise<void> {
    const ctx = context()
    for (;;) {
      const job = signal.aborted || !isOurs() ? null : await findNextImport(ctx.db, lane, lastSeller[lane])
      if (!job) return
      lastSeller[lane] = job.userId
      try {
        if (lane !== 'reading' && (await stopUnproven(ctx, job))) continue
        const next = await works[lane](ctx, job, signal)
        if (next) start(next)
      } catch (error) {
        if (signal.aborted) return
        // Nothing is wrong with the file: it goes on where it is, here or at another process.
        if (error instanceof DatabaseLostError || isDiskFull(error)) throw error
        ctx.log.error({ err: error, import: job.id }, 'an import failed')
        await moveImport(ctx.db, job.id, [stateIn[lane]], 'failed', { message: FAILED })
      }
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
