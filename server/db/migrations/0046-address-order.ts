import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/** When the ID token was made that a user's address follows: an older one doesn't count against it. */
export const addressOrder: Migration = {
  async up(db) {
    await runStatements(db, ['alter table users add column email_at text'])
  },
  async down(db) {
    await runStatements(db, ['alter table users drop column email_at'])
  },
}
