import type { Migration } from '../migration.ts'
import { runStatements } from '../engines/statements.ts'

/**
 * A car in review waits for an admin, whatever its seller does with its VIN or its state meanwhile: `held_vin` is the VIN
 * for which it does. Whichever code it is that lists a car, it cannot forget that.
 */
export const heldCars: Migration = {
  async up(db) {
    await runStatements(db, [
      'alter table cars add column held_vin text',
      `update cars set held_vin = vin where state = 'in-review'`,
      'create index cars_held on cars (seller_id, held_vin) where held_vin is not null',
      ...['insert', 'update of state, held_vin'].map(
        (event) => `create trigger cars_held_${event.split(' ')[0]!} before ${event} on cars
          when new.held_vin is not null and new.state in ('instock', 'reserved')
          begin select raise(abort, 'vin-in-review'); end`,
      ),
    ])
  },
  async down(db) {
    await runStatements(db, [
      'drop trigger cars_held_insert',
      'drop trigger cars_held_update',
      'drop index cars_held',
      'alter table cars drop column held_vin',
    ])
  },
}
