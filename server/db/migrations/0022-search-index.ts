import { fullTextOf } from '../engines/full-text.ts'
import { continueNumbers } from '../engines/numbers.ts'
import type { Migration } from '../migration.ts'
import { createSearch } from '../search-tables.ts'
import { runStatements } from '../engines/statements.ts'

/** Cars are searched in memory: what stays here are their numbers, and which of these each commit has changed. */
export const searchIndex: Migration = {
  async up(db) {
    await runStatements(db, [
      ...dropTriggers(['insert', 'delete', 'return', 'leave', 'update']),
      ...['listed_cars_text_insert', 'listed_cars_text_delete', 'cars_text_update'].map(dropTrigger),
      `create table numbered_cars (
        number integer primary key, car_id text not null unique references cars (id)
      ) strict`,
      'insert into numbered_cars (number, car_id) select number, car_id from listed_cars',
      'drop table listed_cars',
      'drop table car_kinds',
      'alter table numbered_cars rename to listed_cars',
      'create table listed_changes (change integer primary key autoincrement, number integer not null) strict',
      ...triggers,
      ...fullTextOf(db).triggers,
    ])
    await continueNumbers(db, 'listed_cars', 'number')
  },
  async down(db) {
    await runStatements(db, [
      ...fullTextOf(db).drop,
      ...dropTriggers(['insert', 'delete', 'return', 'leave', 'change']),
      'drop table listed_changes',
      'drop table listed_cars',
      ...createSearch(db, ['condition', 'fuel', 'body', 'transmission', 'color', 'drive']),
    ])
  },
}

const isListed = (car: string) => `${car}.state in ('instock', 'reserved')`
const list = 'insert into listed_cars (car_id) values (new.id);'
const unlist = 'delete from listed_cars where car_id = old.id;'
const note = (number: string) => `insert into listed_changes (number) ${number};`

const triggers = [
  `create trigger cars_list_insert after insert on cars when ${isListed('new')} begin ${list} end`,
  `create trigger cars_list_delete after delete on cars when ${isListed('old')} begin ${unlist} end`,
  `create trigger cars_list_return after update of state on cars
    when ${isListed('new')} and not ${isListed('old')} begin ${list} end`,
  `create trigger cars_list_leave after update of state on cars
    when ${isListed('old')} and not ${isListed('new')} begin ${unlist} end`,
  // Of any column, so that one that is added needs no trigger of its own.
  `create trigger cars_list_change after update on cars when ${isListed('old')} and ${isListed('new')}
    begin ${note('select number from listed_cars where car_id = new.id')} end`,
  `create trigger listed_cars_note_insert after insert on listed_cars
    begin ${note('values (new.number)')} end`,
  `create trigger listed_cars_note_delete after delete on listed_cars
    begin ${note('values (old.number)')} end`,
]

const dropTrigger = (name: string) => `drop trigger ${name}`
const dropTriggers = (events: readonly string[]) => events.map((event) => dropTrigger(`cars_list_${event}`))
