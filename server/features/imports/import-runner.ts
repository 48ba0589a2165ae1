import type { Context } from '../../context.ts'
import { createLanes, type FindTask, type Lanes } from '../../scheduling/lanes.ts'
import { canTrade } from '../../actor.ts'
import { findUser, type User } from '../../core/users/user.repository.ts'
import { applyNextBatch } from './apply-import.ts'
import { findNextImport, moveImport, stateByLane, type CarImport, type Lane } from './import.repository.ts'
import { fetchNextPhotos } from './import-photos.ts'
import { startPlanProcess, type StartReader } from './plan/plan-process.ts'
import { readImport } from './read-import.ts'

const UNCONFIRMED =
  'Your email address isn’t confirmed, so the import stopped. What was imported so far stays. Confirm your address, and import the file again.'

const NOT_ALLOWED =
  'Your account can’t import cars anymore, so the import stopped. What was imported so far stays. Ask an admin if you need access.'

/**
 * A step of an import: reading the spreadsheet, importing some rows, or fetching the photos of one row.
 * @returns the lane where the work continues, if it changes
 */
type Work = (ctx: Context, job: CarImport, signal: AbortSignal) => Promise<Lane | undefined>

const FAILED =
  'Something went wrong on our end, and the import stopped. What was imported so far stays. Import the file again.'

/**
 * Creates the runner that reads and applies imports. A spreadsheet that is slow to read delays only its own
 * seller.
 * @param context returns the server's context once it exists
 */
export function createImportRunner(
  context: () => Context,
  startReader: StartReader = startPlanProcess,
): Lanes {
  return createLanes(context, 'import', {
    reading: {
      width: 2,
      findTask: createFindTask('reading', (ctx, job, signal) => readImport(ctx, job, signal, startReader)),
    },
    applying: { findTask: createFindTask('applying', applyNextBatch) },
    picturing: { findTask: createFindTask('picturing', fetchNextPhotos) },
  })
}

function createFindTask(lane: Lane, work: Work): FindTask<Context> {
  return async (ctx, after, busy) => {
    const job = await findNextImport(ctx.db, lane, after, busy)
    return (
      job && {
        userId: job.userId,
        async run(signal) {
          if (lane !== 'reading' && (await stopIfNotAllowed(ctx, job))) return undefined
          return work(ctx, job, signal)
        },
        async fail(error) {
          ctx.log.error({ err: error, import: job.id }, 'an import failed')
          await moveImport(ctx.db, job.id, [stateByLane[lane]], 'failed', { message: FAILED })
        },
      }
    )
  }
}

/**
 * Stops an import whose owner no longer has permission. Either the owner's email address is no longer
 * confirmed, or an admin who is not a seller has lost the role.
 * @returns true if the import was stopped
 */
async function stopIfNotAllowed(
  { config, db }: Pick<Context, 'config' | 'db'>,
  { id, userId }: CarImport,
): Promise<boolean> {
  const owner = await findUser(db, userId)
  if (!owner) return false
  const message = stopReason(config, owner)
  return message !== null && moveImport(db, id, ['applying'], 'failed', { message })
}

function stopReason(config: Context['config'], owner: User): string | null {
  if (!owner.isAdmin && owner.account !== 'seller') return NOT_ALLOWED
  return canTrade(config, owner) ? null : UNCONFIRMED
}
