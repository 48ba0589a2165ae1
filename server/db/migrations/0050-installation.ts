import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/** Tells an installation's photos from those of another one, and keeps since when a photo is unused. */
export const installation: Migration = {
  async up(db) {
    await runStatements(db, [
      `create table installation (
        only_row integer not null primary key check (only_row = 1), id text not null,
        sweeps integer not null default 0, sweep_after text
      ) strict`,
      `create table orphaned_pictures (
        hash text not null primary key, first_seen_at text
      ) strict, without rowid`,
      'create index orphaned_pictures_by_time on orphaned_pictures (first_seen_at)',
    ])
  },
  async down(db) {
    await runStatements(db, [
      'drop index orphaned_pictures_by_time',
      'drop table orphaned_pictures',
      'drop table installation',
    ])
  },
}
