import type { Migration } from '../migration.ts'
import { runStatements } from '../engines/statements.ts'

/** The list of all cars is arranged by mileage, location, photos and purchase lists, too: what changes these is noted. */
export const arrangedCars: Migration = {
  async up(db) {
    await runStatements(db, [
      'drop trigger cars_note_update',
      noteUpdate(`${before}, mileage, mileage_unit, location`),
      ...notes.map(
        ({ name, event, table, row }) => `create trigger ${name} after ${event} on ${table} ${note(row)}`,
      ),
    ])
  },
  async down(db) {
    await runStatements(db, [
      ...notes.map(({ name }) => `drop trigger ${name}`),
      'drop trigger cars_note_update',
      noteUpdate(before),
    ])
  },
}

const before =
  'state, hidden_at, seller_id, posted_at, price_minor, year, category_name, model_name, contact, vin, stock_no'

const note = (row: string) => `begin insert into written_cars (car_id) values (${row}); end`
const noteUpdate = (columns: string) =>
  `create trigger cars_note_update after update of ${columns} on cars ${note('new.id')}`

const notes = [
  { name: 'car_pictures_note_insert', event: 'insert', table: 'car_pictures', row: 'new.car_id' },
  { name: 'car_pictures_note_delete', event: 'delete', table: 'car_pictures', row: 'old.car_id' },
  { name: 'purchases_note_insert', event: 'insert', table: 'purchases', row: 'new.car_id' },
  { name: 'purchases_note_update', event: 'update of state', table: 'purchases', row: 'new.car_id' },
  { name: 'purchases_note_delete', event: 'delete', table: 'purchases', row: 'old.car_id' },
]
