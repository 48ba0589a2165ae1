import type { Migration } from '../migration.ts'
import { runStatements } from '../engines/statements.ts'

/** Everything of which something can be taken back. */
const undoable = ['cars', 'purchases', 'reports', 'reviews']
const triggers = undoable.flatMap((table) =>
  ['update', 'delete'].map((verb) => ({ name: `${table}_${verb}_ends_undos`, verb, table })),
)

/** The rows of an undo one by one, so that any write to one of them ends it. What could be undone a minute ago goes. */
export const undoRows: Migration = {
  async up(db) {
    await runStatements(db, [
      'delete from undos',
      'alter table undos drop column payload',
      `create table undo_rows (
        undo_id text not null references undos (id) on delete cascade, row_id text not null, before text,
        primary key (undo_id, row_id)
      ) strict, without rowid`,
      'create index undo_rows_by_row on undo_rows (row_id)',
      ...triggers.map(
        ({ name, verb, table }) => `create trigger ${name} after ${verb} on ${table}
          begin delete from undo_rows where row_id = old.id; end`,
      ),
    ])
  },
  async down(db) {
    await runStatements(db, [
      ...triggers.map(({ name }) => `drop trigger ${name}`),
      'drop table undo_rows',
      'delete from undos',
      "alter table undos add column payload text not null default '{}'",
    ])
  },
}
