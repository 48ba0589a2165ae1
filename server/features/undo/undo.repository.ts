import { newId } from '../../db/id.ts'
import type { Db, UndosTable } from '../../db/tables.ts'

export const UNDO_SECONDS = 60

export interface UndoOffer {
  kind: UndosTable['kind']
  /** What the kind's restore function needs. */
  payload: unknown
  expiresAt: Date
}

/**
 * Notes that a delete or a change of many can be taken back by the same person for a minute.
 * @param payload what the kind's restore function needs; JSON
 * @returns the id for `POST /undo/{id}`
 */
export async function offerUndo(
  db: Db,
  offer: { userId: string; kind: UndosTable['kind']; payload: unknown },
  now: Date,
): Promise<string> {
  const id = newId()
  await db
    .insertInto('undos')
    .values({
      id,
      user_id: offer.userId,
      kind: offer.kind,
      payload: JSON.stringify(offer.payload),
      expires_at: new Date(now.getTime() + UNDO_SECONDS * 1000).toISOString(),
    })
    .execute()
  return id
}

export async function findUndo(db: Db, id: string, userId: string): Promise<UndoOffer | null> {
  const row = await db
    .selectFrom('undos')
    .select(['kind', 'payload', 'expires_at'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) return null
  return { kind: row.kind, payload: JSON.parse(row.payload), expiresAt: new Date(row.expires_at) }
}

export function deleteUndo(db: Db, id: string) {
  return db.deleteFrom('undos').where('id', '=', id).execute()
}

/** Ends the offers to bring a car back, or those of others than one user. */
export function deleteCarUndos(db: Db, carId: string, exceptUserId?: string) {
  return db
    .deleteFrom('undos')
    .where('kind', '=', 'cars')
    .where('payload', 'like', `%"${carId}"%`)
    .$if(exceptUserId !== undefined, (query) => query.where('user_id', '<>', exceptUserId!))
    .execute()
}

/** Removes the offers that ended before that moment. */
export function purgeUndos(db: Db, before: Date) {
  return db.deleteFrom('undos').where('expires_at', '<', before.toISOString()).execute()
}
