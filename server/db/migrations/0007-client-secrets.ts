import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Patched onto nothing, what is null is left out (RFC 7396). */
const readOfEvents = `json_object('id', id, 'type', type, 'data', json_object('object', json_object(
  'object', payload ->> '$.data.object.object', 'id', payload ->> '$.data.object.id',
  'payment_intent', payload ->> '$.data.object.payment_intent', 'status', payload ->> '$.data.object.status'
)))`

/** Of Stripe's events stays what is read of them, and finished attempts no longer keep what they could be paid with. */
export const clientSecrets: Migration = {
  async up(db) {
    await sql`update attempts set client_secret = null where state in ('succeeded', 'cancelled')`.execute(db)
    await sql.raw(`update webhook_events set payload = json_patch('{}', ${readOfEvents})`).execute(db)
  },
  async down() {
    // What is gone stays gone; the schema is the same.
  },
}
