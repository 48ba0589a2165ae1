import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

const tables = ['cars', 'reviews']

/** What came with an idempotency key, so that the same key with something else is known for what it is. */
export const idempotencyDigest: Migration = {
  async up(db) {
    await runStatements(
      db,
      tables.map((table) => `alter table ${table} add column idempotency_digest text`),
    )
  },
  async down(db) {
    await runStatements(
      db,
      tables.map((table) => `alter table ${table} drop column idempotency_digest`),
    )
  },
}
