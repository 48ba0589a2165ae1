import { createCurrentChange, dropCurrentChange } from '../engines/current-change.ts'
import { runStatements } from '../engines/statements.ts'
import { fillLedger } from '../ledger.ts'
import type { Migration } from '../migration.ts'

/**
 * What becomes of each car is kept: `car_changes`, field by field. Its triggers are made from the columns that there are
 * (`server/db/ledger.ts`). The table of that name until now says which cars a commit has written; it is called so.
 */
export const ledger: Migration = {
  async up(db) {
    await runStatements(db, [
      // What could be undone a minute ago goes: it will be a revert.
      "delete from undos where kind in ('cars', 'car-changes')",
      'alter table car_changes rename to written_cars',
      `create table car_changes (
        id integer primary key, car text not null, version integer not null, "set" integer, actor text,
        at text not null, field text not null, before any, after any
      ) strict`,
      `create table change_sets (
        id integer primary key, kind text not null, actor text, at text not null, count integer not null,
        reverts integer
      ) strict`,
      ...createCurrentChange(db),
      'create index car_changes_by_car on car_changes (car, version)',
      'create index car_changes_by_set on car_changes ("set", car) where "set" is not null',
      'create index change_sets_by_actor on change_sets (actor, id)',
      ...['update', 'delete'].map(
        (verb) => `create trigger change_sets_refuse_${verb} before ${verb} on change_sets
          begin select raise(abort, 'change_sets is append-only: what was changed together stays so'); end`,
      ),
    ])
    await fillLedger(db)
  },
  async down(db) {
    await runStatements(db, [
      'drop table change_sets',
      ...dropCurrentChange(db),
      'drop table car_changes',
      'alter table written_cars rename to car_changes',
    ])
  },
}
