import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/**
 * When the rows of an import began to go in, which may be long after that was asked for; which cars rows at fault name;
 * and since when a column's name is remembered.
 */
export const importTurns: Migration = {
  async up(db) {
    await runStatements(db, [
      'alter table imports drop column ended_at',
      'alter table imports add column began_at text',
      `create table import_named_cars (
        import_id text not null, car_id text not null, primary key (import_id, car_id)
      ) strict, without rowid`,
      "alter table import_headers add column chosen_at text not null default ''",
    ])
  },
  async down(db) {
    await runStatements(db, [
      'alter table import_headers drop column chosen_at',
      'drop table import_named_cars',
      'alter table imports drop column began_at',
      'alter table imports add column ended_at text',
    ])
  },
}
