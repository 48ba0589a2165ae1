import { newId } from '../../db/id.ts'
import type { Db, UndosTable } from '../../db/tables.ts'
import type { UndoKindName, UndoRow } from './undo-kind.ts'
import { deleteRows } from '../../db/delete-rows.ts'

export const UNDO_SECONDS = 60

/**
 * Records, after an action, that the same user can undo it for a minute. Any write to the row ends the offer.
 * Each table in `server/handlers.ts` has a trigger for that.
 * @param row the row's ID, and any other data for the kind's restore function, which is stored as JSON
 * @returns the ID for `POST /undo/{id}`
 */
export async function offerUndo(
  db: Db,
  { userId, kind, row }: { userId: string; kind: UndoKindName; row: { id: string; before?: unknown } },
  now: Date,
): Promise<string> {
  const id = newId()
  await insertUndo(db, { id, user_id: userId, kind, expires_at: computeExpiry(now) })
  await insertUndoRow(db, id, row)
  return id
}

/**
 * Offers to undo a car edit by reverting its change set. It must be called after the cars have been written.
 * @returns the ID for `POST /undo/{id}`, or undefined if no car has changed and no change set was created
 */
export async function offerCarUndo(
  db: Db,
  { userId, set }: { userId: string; set: number },
  now: Date,
): Promise<string | undefined> {
  const change = db.selectFrom('car_changes').select('id').where('set', '=', set).limit(1)
  if (!(await change.executeTakeFirst())) return undefined
  const id = newId()
  await insertUndo(db, { id, user_id: userId, kind: 'cars', expires_at: computeExpiry(now) })
  await addChangeSet(db, id, set)
  return id
}

/**
 * Offers to undo a long revert that is still in progress. The offer's minute begins when `shortenUndo` is
 * called.
 */
export async function openCarUndo(db: Db, { id, userId }: { id: string; userId: string }): Promise<void> {
  await insertUndo(db, { id, user_id: userId, kind: 'cars', expires_at: NEVER })
}

const NEVER = '9999-12-31T23:59:59.999Z'

export function addChangeSet(db: Db, id: string, set: number): Promise<void> {
  return insertUndoRow(db, id, { id: `${CHANGE_SET}${set}`, before: set })
}

/** Prefix of the row ID of an offer that refers to a change set. */
export const CHANGE_SET = 'change-set:'

async function insertUndo(db: Db, undo: UndosTable): Promise<void> {
  await db.insertInto('undos').values(undo).execute()
}

async function insertUndoRow(
  db: Db,
  undoId: string,
  { id, before }: { id: string; before?: unknown },
): Promise<void> {
  const json = before === undefined ? null : JSON.stringify(before)
  await db.insertInto('undo_rows').values({ undo_id: undoId, row_id: id, before: json }).execute()
}

/** Sets an offer to expire in a minute. */
export async function shortenUndo(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('undos')
    .set({ expires_at: computeExpiry(now) })
    .where('id', '=', id)
    .execute()
}

function computeExpiry(now: Date): string {
  return new Date(now.getTime() + UNDO_SECONDS * 1000).toISOString()
}

export async function isOffered(db: Db, id: string, userId: string, now: Date): Promise<boolean> {
  const offer = await db
    .selectFrom('undos')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return offer !== undefined
}

interface Undo {
  kind: UndosTable['kind']
  expiresAt: Date
  /** The row, or null if it has been written to since the offer. */
  row: UndoRow | null
}

/** Returns an undo, or null unless it was offered to this user. */
export async function findUndo(db: Db, id: string, userId: string): Promise<Undo | null> {
  const offerRow = await db
    .selectFrom('undos')
    .leftJoin('undo_rows', 'undo_rows.undo_id', 'undos.id')
    .select(['kind', 'expires_at', 'row_id', 'before'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!offerRow) return null
  const { kind, expires_at, row_id, before } = offerRow
  const row = row_id === null ? null : { id: row_id, before: JSON.parse(before ?? 'null') as unknown }
  return { kind, expiresAt: new Date(expires_at), row }
}

export function deleteUndo(db: Db, id: string) {
  return db.deleteFrom('undos').where('id', '=', id).execute()
}

/**
 * Ends other users' offers to undo an action on the row once this user has decided about it, even if nothing
 * was left to write. The undo of a car edit ends only when its cars change again.
 * @returns true if there was such an offer
 */
export async function endOthersUndos(db: Db, userId: string, rowId: string): Promise<boolean> {
  const result = await db
    .deleteFrom('undo_rows')
    .where('row_id', '=', rowId)
    .where('undo_id', 'in', (eb) => eb.selectFrom('undos').select('id').where('user_id', '<>', userId))
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export function purgeUndos(db: Db, before: Date) {
  return deleteRows(db.deleteFrom('undos').where('expires_at', '<', before.toISOString()))
}
