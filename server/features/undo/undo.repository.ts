import { newId } from '../../db/id.ts'
import type { Db, UndosTable } from '../../db/tables.ts'

export const UNDO_SECONDS = 60

/**
 * Notes that a delete can be taken back by the same person for a minute.
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
