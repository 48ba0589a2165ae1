import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/** Files of cars that sellers import: what would become of each row, and how far that is done. */
export const imports: Migration = {
  async up(db) {
    await runStatements(db, [
      `create table imports (
        id text primary key, user_id text not null references users (id), file_name text not null, created_at text not null,
        state text not null, columns text not null, "values" text not null, message text,
        missing text not null, applying_at text, ended_at text, done integer not null, total integer not null,
        change_set integer
      ) strict`,
      'create index imports_by_user on imports (user_id, created_at desc, id desc)',
      "create index imports_to_do on imports (state, created_at) where state in ('reading', 'applying')",
      `create table import_rows (
        import_id text not null, place integer not null, line integer, action text not null, car_id text,
        version integer, said text not null, errors text not null, warnings text not null, cells text not null,
        is_warned integer not null, is_pending integer not null,
        primary key (import_id, place)
      ) strict, without rowid`,
      'create index import_rows_by_action on import_rows (import_id, action, is_warned, place)',
      'create index import_rows_by_car on import_rows (import_id, car_id) where car_id is not null',
      'create index import_rows_pending on import_rows (import_id, place) where is_pending = 1',
      `create table import_headers (
        user_id text not null references users (id), header text not null, field text, primary key (user_id, header)
      ) strict, without rowid`,
    ])
  },
  async down(db) {
    await runStatements(db, ['drop table import_headers', 'drop table import_rows', 'drop table imports'])
  },
}
