import type { Context } from '../../context.ts'
import { CARS_A_TURN, writeTurn } from '../../db/change-set.ts'
import { refuseFullLedger } from '../../db/ledger-quota.ts'
import type { FindTask } from '../../scheduling/lanes.ts'
import { findRevertActor, messageOf, NOT_ALLOWED, stopRevert } from './long-revert-actor.ts'
import { findLongRevert, findNextRevert, noteRevert } from './long-revert.repository.ts'
import { restoreRows } from './restore-rows.ts'
import type { UndoKind } from './undo-kind.ts'
import { deleteUndo, listUndoRows } from './undo.repository.ts'

/** The lane that undoes reverts of large sets. @param kind of changes of cars */
export function findUndoTask(kind: UndoKind): FindTask<Context> {
  return async (ctx, after) => {
    const job = await findNextRevert(ctx.db, 'undoing', after)
    return (
      job && {
        userId: job.userId,
        async run() {
          await refuseFullLedger(ctx, job.userId)
          await undoTurn(ctx, kind, job.id)
          return undefined
        },
        async fail(error) {
          ctx.log.error({ err: error, revert: job.id }, 'the undo of a revert failed')
          await stopRevert(ctx.db, ctx, job.id, messageOf(error))
        },
      }
    )
  }
}

/** Undoes a batch, in a transaction in which it is also noted as done. */
function undoTurn(ctx: Context, kind: UndoKind, id: string): Promise<void> {
  return ctx.db.transaction().execute(async (trx) => {
    const job = await findLongRevert(trx, id)
    if (job?.state !== 'undoing') return
    const actor = await findRevertActor(trx, ctx, job)
    if (!actor) return stopRevert(trx, ctx, id, NOT_ALLOWED)
    const rows = await listUndoRows(trx, id, { after: job.after, limit: CARS_A_TURN })
    if (rows.length === 0) {
      await deleteUndo(trx, id)
      return noteRevert(trx, id, { state: 'undone', done: job.total })
    }
    const { set } = await writeTurn(
      trx,
      { actorId: actor.id, now: ctx.now() },
      { kind: 'undo', reverts: job.ownSet, set: job.undoSet },
      () => restoreRows(trx, kind, rows, { ctx, actor, isAlone: false }),
    )
    const done = Math.min(job.total, job.done + rows.length)
    return noteRevert(trx, id, { after: rows.at(-1)!.id, done, undoSet: set })
  })
}
