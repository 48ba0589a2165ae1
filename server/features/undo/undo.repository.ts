import { newId } from '../../db/id.ts'
import type { Db, UndosTable } from '../../db/tables.ts'
import type { UndoRow } from './undo-kind.ts'
import { deleteRows } from '../../db/delete-rows.ts'

export const UNDO_SECONDS = 60

/**
 * Notes, once it is done, that a delete or a change of many can be taken back by the same person for a minute. Any
 * write to one of the rows ends it for that row: a trigger on each table of `server/undo-kinds.ts` sees to it.
 * @param rows each with what the kind's restore function needs beside the id, as JSON
 * @returns the id for `POST /undo/{id}`
 */
export async function offerUndo(
  db: Db,
  offer: { userId: string; kind: UndosTable['kind']; rows: readonly { id: string; before?: unknown }[] },
  now: Date,
): Promise<string> {
  const id = newId()
  await db
    .insertInto('undos')
    .values({ id, user_id: offer.userId, kind: offer.kind, expires_at: endOf(now) })
    .execute()
  await addUndoRows(db, id, offer.rows)
  return id
}

/** Offers an undo of work that continues: its minute begins with `endUndoIn`. */
export async function openUndo(db: Db, offer: { id: string; userId: string; kind: UndosTable['kind'] }) {
  await db
    .insertInto('undos')
    .values({ id: offer.id, user_id: offer.userId, kind: offer.kind, expires_at: NEVER })
    .execute()
}

const NEVER = '9999-12-31T23:59:59.999Z'

/** Adds rows to an offer, after they were written. */
export async function addUndoRows(
  db: Db,
  id: string,
  rows: readonly { id: string; before?: unknown }[],
): Promise<void> {
  const values = rows.map((row) => ({
    undo_id: id,
    row_id: row.id,
    before: row.before === undefined ? null : JSON.stringify(row.before),
  }))
  await db.insertInto('undo_rows').values(values).execute()
}

/** Ends an offer a minute from now. */
export async function endUndoIn(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('undos')
    .set({ expires_at: endOf(now) })
    .where('id', '=', id)
    .execute()
}

function endOf(now: Date): string {
  return new Date(now.getTime() + UNDO_SECONDS * 1000).toISOString()
}

/** Finds out if an offer of this user is still open. */
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

/** Lists some rows of an offer by their IDs: those that nobody has written to since. */
export async function listUndoRows(
  db: Db,
  id: string,
  { after, limit }: { after: string; limit: number },
): Promise<UndoRow[]> {
  const rows = await db
    .selectFrom('undo_rows')
    .select(['row_id', 'before'])
    .where('undo_id', '=', id)
    .where('row_id', '>', after)
    .orderBy('row_id')
    .limit(limit)
    .execute()
  return rows.map(toUndoRow)
}

/** @returns null unless it was offered to this user; its rows are those that nobody has written to since. */
export async function findUndo(db: Db, id: string, userId: string) {
  const offer = await db
    .selectFrom('undos')
    .select(['kind', 'expires_at'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!offer) return null
  const rows = await db
    .selectFrom('undo_rows')
    .select(['row_id', 'before'])
    .where('undo_id', '=', id)
    .execute()
  return { kind: offer.kind, expiresAt: new Date(offer.expires_at), rows: rows.map(toUndoRow) }
}

/** Those of the rows that nobody has written to meanwhile. */
export async function stillOffered(
  db: Db,
  id: string,
  rows: readonly UndoRow[],
): Promise<readonly UndoRow[]> {
  const ids = rows.map((row) => row.id)
  const left = await db
    .selectFrom('undo_rows')
    .select('row_id')
    .where('undo_id', '=', id)
    .where('row_id', 'in', ids)
    .execute()
  const offered = new Set(left.map(({ row_id }) => row_id))
  return rows.filter((row) => offered.has(row.id))
}

function toUndoRow({ row_id, before }: { row_id: string; before: string | null }): UndoRow {
  return { id: row_id, before: before === null ? null : (JSON.parse(before) as unknown) }
}

export function deleteUndo(db: Db, id: string) {
  return db.deleteFrom('undos').where('id', '=', id).execute()
}

/**
 * Ends what others could take back of these rows: this user has decided about them too, be it that there was nothing
 * left to write.
 * @returns whether there was anything that they could
 */
export async function endOthersUndos(db: Db, userId: string, rowIds: readonly string[]): Promise<boolean> {
  const result = await db
    .deleteFrom('undo_rows')
    .where('row_id', 'in', rowIds)
    .where('undo_id', 'in', (eb) => eb.selectFrom('undos').select('id').where('user_id', '<>', userId))
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Removes the offers that ended before that moment. */
export function purgeUndos(db: Db, before: Date) {
  return deleteRows(db.deleteFrom('undos').where('expires_at', '<', before.toISOString()))
}
