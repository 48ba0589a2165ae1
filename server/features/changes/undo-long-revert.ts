import type { Context } from '../../context.ts'
import { CARS_PER_BATCH, writeBatch } from '../../db/change-set.ts'
import { assertLedgerNotFull } from '../../db/ledger-quota.ts'
import type { FindTask } from '../../scheduling/lanes.ts'
import { deleteUndo } from '../undo/undo.repository.ts'
import { listUnchangedCars } from './change.repository.ts'
import { findRevertActor, getRevertErrorMessage, NOT_ALLOWED, stopRevert } from './long-revert-actor.ts'
import { findLongRevert, findNextRevert, recordRevertProgress } from './long-revert.repository.ts'
import { undoCars } from './undo-change-set.ts'

export const findUndoTask: FindTask<Context> = async (ctx, after) => {
  const job = await findNextRevert(ctx.db, 'undoing', after)
  return (
    job && {
      userId: job.userId,
      async run() {
        await assertLedgerNotFull(ctx, job.userId)
        await undoNextBatch(ctx, job.id)
        return undefined
      },
      async fail(error) {
        ctx.log.error({ err: error, revert: job.id }, 'the undo of a revert failed')
        await stopRevert(ctx.db, ctx, job.id, getRevertErrorMessage(error))
      },
    }
  )
}

function undoNextBatch(ctx: Context, id: string): Promise<void> {
  return ctx.db.transaction().execute(async (trx) => {
    const job = await findLongRevert(trx, id)
    if (job?.state !== 'undoing') return
    const actor = await findRevertActor(trx, ctx, job)
    if (!actor) return stopRevert(trx, ctx, id, NOT_ALLOWED)
    const cars = await listUnchangedCars(trx, job.ownSet!, { after: job.after, limit: CARS_PER_BATCH })
    if (cars.length === 0) {
      await deleteUndo(trx, id)
      return recordRevertProgress(trx, id, { state: 'undone', done: job.total })
    }
    const { set } = await writeBatch(
      trx,
      { actorId: actor.id, now: ctx.now() },
      { kind: 'undo', reverts: job.ownSet, set: job.undoSet },
      () => undoCars(trx, ctx, actor, { set: job.ownSet!, kind: 'revert', cars: cars.map((car) => car.id) }),
    )
    const done = Math.min(job.total, job.done + cars.length)
    return recordRevertProgress(trx, id, { after: cars.at(-1)!.id, done, undoSet: set })
  })
}
