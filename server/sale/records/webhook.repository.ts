import type { Db } from '../../db/tables.ts'
import { deleteRows } from '../../db/delete-rows.ts'

export interface StoredEvent {
  id: string
  type: string
  /** JSON of the event fields that the server reads. */
  payload: string
}

/**
 * Inserts an event. Stripe may deliver an event twice; the unique event ID makes the second delivery a no-op.
 */
export async function insertEvent(db: Db, { id, type, payload }: StoredEvent, now: Date): Promise<boolean> {
  const result = await db
    .insertInto('webhook_events')
    .values({ id, type, payload, received_at: now.toISOString(), handled_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export function listWaitingEvents(db: Db, limit: number): Promise<StoredEvent[]> {
  return db
    .selectFrom('webhook_events')
    .select(['id', 'type', 'payload'])
    .where('handled_at', 'is', null)
    .orderBy('received_at')
    .limit(limit)
    .execute()
}

export function markEventHandled(db: Db, id: string, now: Date) {
  return db
    .updateTable('webhook_events')
    .set({ handled_at: now.toISOString() })
    .where('id', '=', id)
    .execute()
}

export function purgeHandledEvents(db: Db, before: Date) {
  return deleteRows(db.deleteFrom('webhook_events').where('handled_at', '<', before.toISOString()))
}
