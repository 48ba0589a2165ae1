import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/** What sellers have chosen values of their files to become. */
export const importValues: Migration = {
  async up(db) {
    await runStatements(db, [
      `create table import_values (
        user_id text not null references users (id), field text not null, value text not null, becomes text,
        primary key (user_id, field, value)
      ) strict, without rowid`,
    ])
  },
  async down(db) {
    await runStatements(db, ['drop table import_values'])
  },
}
