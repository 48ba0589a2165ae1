import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/** Photos whose addresses a file has: from which hosts a seller lets them be fetched, and which rows wait for theirs. */
export const importPictures: Migration = {
  async up(db) {
    await runStatements(db, [
      `create table picture_hosts (
        user_id text not null references users (id), host text not null, primary key (user_id, host)
      ) strict, without rowid`,
      "alter table import_rows add column pictures text not null default '[]'",
      'alter table import_rows add column awaits_pictures integer not null default 0',
      'create index import_rows_awaiting on import_rows (import_id, place) where awaits_pictures = 1',
      "alter table imports add column picture_hosts text not null default '[]'",
      'alter table imports add column picturing_at text',
    ])
  },
  async down(db) {
    await runStatements(db, [
      'alter table imports drop column picturing_at',
      'alter table imports drop column picture_hosts',
      'drop index import_rows_awaiting',
      'alter table import_rows drop column awaits_pictures',
      'alter table import_rows drop column pictures',
      'drop table picture_hosts',
    ])
  },
}
