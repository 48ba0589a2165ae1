import { ProblemError } from '../../../contract/api/problems.ts'
import type { Context } from '../../context.ts'
import { CARS_PER_BATCH, writeBatch } from '../../db/change-set.ts'
import { assertLedgerNotFull } from '../../db/ledger-quota.ts'
import type { Db } from '../../db/tables.ts'
import { canAccess } from '../../http/row-access.ts'
import type { FindTask } from '../../scheduling/lanes.ts'
import type { Actor } from '../../actor.ts'
import { auditOthersCars } from '../cars/car-audit.ts'
import { notifyRelisting } from '../cars/take-down-notices.ts'
import { findRevertActor, getRevertErrorMessage, NOT_ALLOWED, stopRevert } from './long-revert-actor.ts'
import {
  findLastRevert,
  findLongRevert,
  findNextRevert,
  insertLongRevert,
  recordRevertProgress,
  type LongRevert,
} from './long-revert.repository.ts'
import { addChangeSet, deleteUndo, shortenUndo, openCarUndo } from '../undo/undo.repository.ts'
import { findSetActor, listSetCars, listReturnedCars, type ChangeSet } from './change.repository.ts'
import { revertCars } from './revert-cars.ts'
import { toWireSkipped } from './skipped-changes.ts'

/**
 * Begins the revert of a set that is too large to be reverted before the response. A repeat during the revert
 * returns the same revert.
 * @returns the undo's ID
 * @throws ProblemError `revert-running` if another user's revert or an undo is in progress; `quota-exceeded`
 */
export async function beginRevert(
  ctx: Context,
  actor: Actor,
  { id: set, count: total }: Pick<ChangeSet, 'id' | 'count'>,
): Promise<string> {
  await assertLedgerNotFull(ctx, actor.id)
  const id = await ctx.db.transaction().execute(async (trx) => {
    const insertedId = await insertLongRevert(trx, { userId: actor.id, set, total }, ctx.now())
    if (insertedId === null) return findRunning(trx, actor, set)
    await openCarUndo(trx, { id: insertedId, userId: actor.id })
    return insertedId
  })
  ctx.longReverts.wake()
  return id
}

async function findRunning(trx: Db, actor: Actor, set: number): Promise<string> {
  const running = await findLastRevert(trx, set)
  const isSame = running?.userId === actor.id && running.state === 'reverting' && !running.isUndoRequested
  if (!isSame) throw new ProblemError('revert-running')
  return running.id
}

export const findRevertTask: FindTask<Context> = async (ctx, after) => {
  const job = await findNextRevert(ctx.db, 'reverting', after)
  return (
    job && {
      userId: job.userId,
      async run() {
        await assertLedgerNotFull(ctx, job.userId)
        return revertNextBatch(ctx, job.id)
      },
      async fail(error) {
        ctx.log.error({ err: error, revert: job.id }, 'a revert failed')
        await stopRevert(ctx.db, ctx, job.id, getRevertErrorMessage(error))
      },
    }
  )
}

/**
 * Reverts a batch and records its progress in the same transaction. After a restart, the revert continues
 * with the next batch.
 * @returns the lane where the work continues
 */
function revertNextBatch(ctx: Context, id: string): Promise<'undoing' | undefined> {
  return ctx.db.transaction().execute(async (trx) => {
    const job = await findLongRevert(trx, id)
    if (job?.state !== 'reverting') return undefined
    const actor = await findRevertActor(trx, ctx, job)
    if (!actor || !canAccess('revertChangeSet', actor, (await findSetActor(trx, job.set)) ?? '')) {
      await stopRevert(trx, ctx, id, NOT_ALLOWED)
      return undefined
    }
    const cars = await listSetCars(trx, job.set, { after: job.after, limit: CARS_PER_BATCH })
    if (cars.length > 0) {
      await revertBatch(trx, ctx, actor, job, cars)
      return undefined
    }
    return endRevert(trx, ctx, actor, job)
  })
}

/** Maximum number of skipped changes that are stored for display. Further ones are only counted. */
const MAX_SKIPPED_SAMPLES = 200

async function revertBatch(
  trx: Db,
  ctx: Context,
  actor: Actor,
  job: LongRevert,
  cars: readonly string[],
): Promise<void> {
  const author = { actorId: actor.id, now: new Date(job.createdAt), countedAt: ctx.now() }
  const changeSet = { kind: 'revert', reverts: job.set, set: job.ownSet } as const
  const { result, set } = await writeBatch(trx, author, changeSet, async () => {
    const outcome = await revertCars(trx, ctx, actor, { set: job.set, cars })
    await auditOthersCars(trx, ctx, actor, 'revert-car', outcome.reverted)
    return outcome
  })
  if (job.ownSet === null && set !== null) await addChangeSet(trx, job.id, set)
  await recordRevertProgress(trx, job.id, {
    after: cars.at(-1)!,
    done: job.done + cars.length,
    reverted: job.reverted + result.reverted.length,
    skippedChanges: [...job.skippedChanges, ...toWireSkipped(result.skippedChanges)].slice(
      0,
      MAX_SKIPPED_SAMPLES,
    ),
    skippedCount: job.skippedCount + result.skippedChanges.length,
    ownSet: set,
  })
}

async function endRevert(
  trx: Db,
  ctx: Context,
  actor: Actor,
  { id, ownSet, reverted, isUndoRequested }: LongRevert,
): Promise<'undoing' | undefined> {
  if (ownSet === null) {
    await deleteUndo(trx, id)
    await recordRevertProgress(trx, id, { state: isUndoRequested ? 'undone' : 'reverted' })
    return undefined
  }
  await notifyRelisting(trx, ctx, actor, await listReturnedCars(trx, ownSet, actor.id))
  if (isUndoRequested) {
    await recordRevertProgress(trx, id, { state: 'undoing', after: '', done: 0, total: reverted })
    return 'undoing'
  }
  await shortenUndo(trx, id, ctx.now())
  await recordRevertProgress(trx, id, { state: 'reverted' })
  return undefined
}
