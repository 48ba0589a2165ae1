import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** What came with an idempotency key, so that the same key with something else is known for what it is. */
export const idempotencyDigest: Migration = {
  async up(db) {
    for (const table of ['cars', 'reviews'])
      await sql.raw(`alter table ${table} add column idempotency_digest text`).execute(db)
  },
  async down(db) {
    for (const table of ['cars', 'reviews'])
      await sql.raw(`alter table ${table} drop column idempotency_digest`).execute(db)
  },
}
