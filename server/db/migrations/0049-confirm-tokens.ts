import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/** What confirms a subscription is no longer what ends it: that stays the same for an address that comes back. */
export const confirmTokens: Migration = {
  async up(db) {
    await runStatements(db, [
      'alter table subscribers add column confirm_token text',
      'create unique index subscribers_by_confirm_token on subscribers (confirm_token)',
    ])
  },
  async down(db) {
    await runStatements(db, [
      'drop index subscribers_by_confirm_token',
      'alter table subscribers drop column confirm_token',
    ])
  },
}
