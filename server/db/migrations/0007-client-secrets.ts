import { sql } from 'kysely'
import { jsonOf, type JsonInSql } from '../engines/json.ts'
import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/** Of Stripe's events stays what is read of them, and finished attempts no longer keep what they could be paid with. */
export const clientSecrets: Migration = {
  async up(db) {
    await sql`update attempts set client_secret = null where state in ('succeeded', 'cancelled')`.execute(db)
    await runStatements(db, [`update webhook_events set payload = ${readOfEvents(jsonOf(db))}`])
  },
  async down() {
    // What is gone stays gone; the schema is the same.
  },
}

/** What is null is left out. */
function readOfEvents(json: JsonInSql): string {
  const read = (name: string) => [name, json.text('payload', 'data', 'object', name)] as const
  const object = json.object(['object', 'id', 'payment_intent', 'status'].map(read))
  return json.withoutNulls(
    json.object([
      ['id', 'id'],
      ['type', 'type'],
      ['data', json.object([['object', object]])],
    ]),
  )
}
