import type { Context } from '../../context.ts'
import { writeTurn } from '../../db/change-set.ts'
import type { FindTask } from '../../lanes.ts'
import { listNextCarIds, withdrawCars } from './deletion.repository.ts'
import { deleteErasure, findErasure, findNextErasure, noteErasure } from './erasure.repository.ts'

const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 600_000

/**
 * The lane that withdraws the cars of deleted accounts until none is left, also after a restart. A batch that failed is
 * tried again later, and meanwhile other accounts have their turns.
 */
export const findErasureTask: FindTask<Context> = async (ctx, after) => {
  const job = await findNextErasure(ctx.db, after, ctx.now())
  return (
    job && {
      userId: job.user_id,
      async run() {
        await eraseTurn(ctx, job.user_id)
        return undefined
      },
      async fail(error) {
        ctx.log.error({ err: error, user: job.user_id }, 'the cars of a deleted account could not be removed')
        await noteErasure(ctx.db, job.user_id, {
          attempts: job.attempts + 1,
          next_attempt_at: nextAttempt(job.attempts, ctx.now()),
        })
      },
    }
  )
}

function nextAttempt(attempts: number, now: Date): string {
  return new Date(now.getTime() + Math.min(FIRST_RETRY_MS * 2 ** attempts, LONGEST_RETRY_MS)).toISOString()
}

function eraseTurn(ctx: Context, userId: string): Promise<void> {
  return ctx.db.transaction().execute(async (trx) => {
    const job = await findErasure(trx, userId)
    if (!job) return
    const ids = await listNextCarIds(trx, userId, job.after_car)
    if (ids.length === 0) return deleteErasure(trx, userId)
    const now = new Date(job.created_at)
    const { set } = await writeTurn(
      trx,
      { actorId: job.actor_id, now, countedAt: ctx.now() },
      { kind: 'delete-account', set: job.change_set },
      () => withdrawCars(trx, ids, now),
    )
    return noteErasure(trx, userId, { after_car: ids.at(-1)!, change_set: set, attempts: 0 })
  })
}
