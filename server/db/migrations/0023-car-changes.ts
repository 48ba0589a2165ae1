import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** The list of all cars is arranged in memory: what stays here is which of them each commit has changed. */
export const carChanges: Migration = {
  async up(db) {
    await sql
      .raw('create table car_changes (change integer primary key autoincrement, car_id text not null) strict')
      .execute(db)
    for (const trigger of triggers) await sql.raw(trigger).execute(db)
  },
  async down(db) {
    for (const event of ['insert', 'update', 'delete'])
      await sql.raw(`drop trigger cars_note_${event}`).execute(db)
    await sql.raw('drop table car_changes').execute(db)
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
