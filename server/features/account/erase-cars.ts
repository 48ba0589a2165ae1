import type { Context } from '../../context.ts'
import { writeTurn } from '../../db/change-set.ts'
import type { FindTask } from '../../lanes.ts'
import { listNextCarIds, withdrawCars } from './deletion.repository.ts'
import { deleteErasure, findErasure, findNextErasure, noteErasure } from './erasure.repository.ts'

/** The lane that withdraws the cars of deleted accounts: it goes on until all are, after a restart too. */
export const erasingLane: FindTask = async (ctx, after) => {
  const job = await findNextErasure(ctx.db, after)
  return (
    job && {
      userId: job.user_id,
      async run() {
        await eraseTurn(ctx, job.user_id)
        return undefined
      },
      /** It is kept, and tried again after the next start. */
      fail: (error) => Promise.reject(error instanceof Error ? error : new Error(String(error))),
    }
  )
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
      { actorId: job.actor_id, now },
      { kind: 'delete-account', set: job.change_set },
      () => withdrawCars(trx, ids, now),
    )
    return noteErasure(trx, userId, { after_car: ids.at(-1)!, change_set: set })
  })
}
