import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/** Whether the address is proven, as the last ID token said; unknown, so not, until the next one. */
export const verifiedEmail: Migration = {
  async up(db) {
    await runStatements(db, [
      'alter table users add column email_verified integer not null default 0 check (email_verified in (0, 1))',
    ])
  },
  async down(db) {
    await runStatements(db, ['alter table users drop column email_verified'])
  },
}
