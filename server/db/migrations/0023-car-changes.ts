import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/** The list of all cars is arranged in memory: what stays here is which of them each commit has changed. */
export const carChanges: Migration = {
  async up(db) {
    await runStatements(db, [
      'create table car_changes (change integer primary key autoincrement, car_id text not null) strict',
      ...triggers,
    ])
  },
  async down(db) {
    await runStatements(db, [
      ...['insert', 'update', 'delete'].map((event) => `drop trigger cars_note_${event}`),
      'drop table car_changes',
    ])
  },
}

const note = (car: string) => `begin insert into car_changes (car_id) values (${car}.id); end`
/** What the list is arranged by. */
const columns = `state, hidden_at, seller_id, posted_at, price_minor, year, category_name, model_name, contact`

const triggers = [
  `create trigger cars_note_insert after insert on cars ${note('new')}`,
  `create trigger cars_note_update after update of ${columns} on cars ${note('new')}`,
  `create trigger cars_note_delete after delete on cars ${note('old')}`,
]
