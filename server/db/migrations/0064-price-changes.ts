import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/** Adds the last change of each listed car's price, and the price that a buyer was last told of. */
export const priceChanges: Migration = {
  async up(db) {
    await runStatements(db, [
      `create table price_changes (
        car_id text primary key references cars (id) on delete cascade,
        previous_minor integer,
        changed_at text not null
      ) strict`,
      'alter table purchases add column told_price_minor integer',
      'alter table purchases add column told_price_at text',
    ])
  },
  async down(db) {
    await runStatements(db, [
      'drop table price_changes',
      'alter table purchases drop column told_price_minor',
      'alter table purchases drop column told_price_at',
    ])
  },
}
