import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/**
 * Adds the data that quotas per account are counted by: an index of the drafts of each seller, the ledger rows of each
 * change set by minute, and the size of the rows of each import. Older change sets are not counted, since only the last
 * hour matters. Also adds the photo hosts that an import could not reach.
 */
export const quotas: Migration = {
  async up(db) {
    await runStatements(db, [
      "create index cars_drafts on cars (seller_id) where state = 'draft' and hidden_at is null",
      `create table ledger_use (
        change_set integer not null, minute text not null, actor text not null, changes integer not null,
        primary key (change_set, minute)
      ) strict, without rowid`,
      'create index ledger_use_by_actor on ledger_use (actor, minute, changes)',
      'alter table imports add column row_bytes integer not null default 0',
      "alter table imports add column failed_hosts text not null default '[]'",
    ])
  },
  async down(db) {
    await runStatements(db, [
      'alter table imports drop column failed_hosts',
      'alter table imports drop column row_bytes',
      'drop table ledger_use',
      'drop index cars_drafts',
    ])
  },
}
