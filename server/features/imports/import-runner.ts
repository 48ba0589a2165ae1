import type { Context } from '../../context.ts'
import { applyImport } from './apply-import.ts'
import { findNextImport, moveImport, type CarImport } from './import.repository.ts'
import type { ImportQueue } from './import-queue.ts'
import { readImport } from './read-import.ts'

type Lane = 'reading' | 'applying'
type Work = (ctx: Context, job: CarImport, signal: AbortSignal) => Promise<void>

const works: Record<Lane, Work> = { reading: readImport, applying: applyImport }

const FAILED = 'Something went wrong on our end. Nothing more goes in. Import the file again.'

/** @param context once the server has one */
export function createImportRunner(context: () => Context): ImportQueue {
  const closing = new AbortController()
  const running = new Map<Lane, Promise<void>>()
  const { signal } = closing

  async function run(lane: Lane): Promise<void> {
    const ctx = context()
    for (;;) {
      const job = signal.aborted ? null : await findNextImport(ctx.db, lane)
      if (!job) return
      try {
        await works[lane](ctx, job, signal)
      } catch (error) {
        if (signal.aborted) return
        ctx.log.error({ err: error, import: job.id }, 'an import failed')
        await moveImport(ctx.db, job.id, [lane], 'failed', { message: FAILED })
      }
    }
  }

  /** Whoever wakes it while it looks for the last time is not overlooked. */
  function start(lane: Lane): void {
    const before = running.get(lane)
    const work = (before ?? Promise.resolve()).then(() => run(lane))
    running.set(
      lane,
      work.catch((error: unknown) => context().log.error({ err: error }, 'imports could not be run')),
    )
  }

  return {
    wake() {
      for (const lane of ['reading', 'applying'] as const) start(lane)
    },
    async idle() {
      await Promise.all(running.values())
    },
    async close() {
      closing.abort()
      await Promise.all(running.values())
    },
  }
}
