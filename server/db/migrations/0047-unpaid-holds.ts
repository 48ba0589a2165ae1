import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/** A hold that was let go was not paid for, whatever card was tried: no more is written down of cards. */
export const unpaidHolds: Migration = {
  async up(db) {
    await runStatements(db, ['alter table attempts drop column card_confirmed'])
  },
  async down(db) {
    await runStatements(db, [
      'alter table attempts add column card_confirmed integer not null default 0 check (card_confirmed in (0, 1))',
      "update attempts set card_confirmed = 1 where state = 'succeeded'",
    ])
  },
}
