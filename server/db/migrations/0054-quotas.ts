import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/**
 * Adds what quotas per account are counted by: an index of the drafts of each seller, and the number of ledger rows of
 * each change set. Older change sets count as empty, since only the last hour matters. Also adds the photo hosts that an
 * import could not reach.
 */
export const quotas: Migration = {
  async up(db) {
    await runStatements(db, [
      "create index cars_drafts on cars (seller_id) where state = 'draft' and hidden_at is null",
      'alter table change_sets add column changes integer not null default 0',
      'create index change_sets_by_actor_at on change_sets (actor, at, changes)',
      "alter table imports add column failed_hosts text not null default '[]'",
    ])
  },
  async down(db) {
    await runStatements(db, [
      'alter table imports drop column failed_hosts',
      'drop index change_sets_by_actor_at',
      'alter table change_sets drop column changes',
      'drop index cars_drafts',
    ])
  },
}
