import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/** Adds to each import how many rows have a mileage without a unit, and the unit that the seller chose for them. */
export const mileageUnits: Migration = {
  async up(db) {
    await runStatements(db, [
      'alter table imports add column mileage_unit text',
      'alter table imports add column unitless_rows integer not null default 0',
    ])
  },
  async down(db) {
    await runStatements(db, [
      'alter table imports drop column unitless_rows',
      'alter table imports drop column mileage_unit',
    ])
  },
}
