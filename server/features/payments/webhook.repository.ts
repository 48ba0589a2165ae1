import type { Db, Row } from '../../db/tables.ts'

export type StoredEvent = Row<'webhook_events'>

/** Stripe may deliver an event twice; the unique event id makes the second a no-op. */
export async function insertEvent(db: Db, event: StoredEvent): Promise<boolean> {
  const result = await db
    .insertInto('webhook_events')
    .values(event)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export function listWaitingEvents(db: Db, limit: number): Promise<StoredEvent[]> {
  return db
    .selectFrom('webhook_events')
    .selectAll()
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

/** Removes what was handled before that moment. */
export function purgeHandledEvents(db: Db, before: Date) {
  return db.deleteFrom('webhook_events').where('handled_at', '<', before.toISOString()).execute()
}
