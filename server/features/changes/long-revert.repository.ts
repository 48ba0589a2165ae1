import { deleteRows } from '../../db/delete-rows.ts'
import type { revertStates } from '../../../contract/cars/car-changes.ts'
import type { Reverted } from '../../../contract/cars/car-changes.ts'
import { newId } from '../../db/id.ts'
import type { Db, Row } from '../../db/tables.ts'

/** A revert of a large change set, or its undo. */
export interface LongRevert {
  /** The ID of the revert and of its undo. */
  id: string
  userId: string
  createdAt: string
  set: number
  state: (typeof revertStates)[number]
  isUndoRequested: boolean
  /** The last processed car. */
  after: string
  done: number
  total: number
  reverted: number
  /** The first skipped changes, at most 200. */
  skippedChanges: Reverted['stayed']
  /** Number of all skipped changes. */
  skippedCount: number
  ownSet: number | null
  undoSet: number | null
  message: string | null
}

function toLongRevert(row: Row<'job_reverts'>): LongRevert {
  return {
    id: row.id,
    userId: row.user_id,
    createdAt: row.created_at,
    set: row.set_id,
    state: row.state,
    isUndoRequested: row.undo_asked === 1,
    after: row.after_car,
    done: row.done,
    total: row.total,
    reverted: row.reverted,
    skippedChanges: JSON.parse(row.stayed) as LongRevert['skippedChanges'],
    skippedCount: row.stayed_count,
    ownSet: row.own_set,
    undoSet: row.undo_set,
    message: row.message,
  }
}

/**
 * Inserts a revert.
 * @returns its ID, or null if another revert of the set is in progress
 */
export async function insertLongRevert(
  db: Db,
  { userId, set, total }: Pick<LongRevert, 'userId' | 'set' | 'total'>,
  now: Date,
): Promise<string | null> {
  const id = newId()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('job_reverts')
    .values({ id, user_id: userId, set_id: set, created_at: now.toISOString(), state: 'reverting', total })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n ? id : null
}

export async function findLongRevert(db: Db, id: string): Promise<LongRevert | null> {
  const row = await db.selectFrom('job_reverts').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toLongRevert(row) : null
}

export async function findLastRevert(db: Db, set: number): Promise<LongRevert | null> {
  const row = await db
    .selectFrom('job_reverts')
    .selectAll()
    .where('set_id', '=', set)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? toLongRevert(row) : null
}

/**
 * Finds the next revert in this state, round-robin by user.
 * @param after the user whose turn was last
 */
export async function findNextRevert(
  db: Db,
  state: 'reverting' | 'undoing',
  after: string,
): Promise<LongRevert | null> {
  const row = await db
    .selectFrom('job_reverts')
    .selectAll()
    .where('state', '=', state)
    .orderBy((eb) => eb.case().when('user_id', '>', after).then(0).else(1).end())
    .orderBy('user_id')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return row ? toLongRevert(row) : null
}

export async function recordRevertProgress(
  db: Db,
  id: string,
  {
    state,
    after,
    done,
    total,
    reverted,
    skippedChanges,
    skippedCount,
    ownSet,
    undoSet,
    message,
  }: Partial<LongRevert>,
): Promise<void> {
  await db
    .updateTable('job_reverts')
    .set({
      state,
      after_car: after,
      done,
      total,
      reverted,
      stayed: skippedChanges && JSON.stringify(skippedChanges),
      stayed_count: skippedCount,
      own_set: ownSet,
      undo_set: undoSet,
      message,
    })
    .where('id', '=', id)
    .execute()
}

/** Reports whether the revert has batches left to process. */
export function isUnderWay({ state }: Pick<LongRevert, 'state'>): boolean {
  return state === 'reverting' || state === 'undoing'
}

/**
 * Schedules the undo for after the revert.
 * @returns true if the revert is still running
 */
export async function requestUndo(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job_reverts')
    .set({ undo_asked: 1 })
    .where('id', '=', id)
    .where('state', '=', 'reverting')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Begins the undo of a finished revert.
 * @param total the number of cars that the undo will process
 */
export async function beginUndo(db: Db, id: string, total: number): Promise<void> {
  await db
    .updateTable('job_reverts')
    .set({ state: 'undoing', after_car: '', done: 0, total, message: null })
    .where('id', '=', id)
    .where('state', 'in', ['reverted', 'stopped'])
    .execute()
}

export async function deleteUserReverts(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('job_reverts').where('user_id', '=', userId).execute()
}

export function purgeReverts(db: Db, before: Date): Promise<number> {
  return deleteRows(
    db
      .deleteFrom('job_reverts')
      .where('created_at', '<', before.toISOString())
      .where('state', 'not in', ['reverting', 'undoing']),
  )
}
