import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/** Adds to each import the unit that the seller chose for mileages without one. */
export const mileageUnits: Migration = {
  async up(db) {
    await runStatements(db, ['alter table imports add column mileage_unit text'])
  },
  async down(db) {
    await runStatements(db, ['alter table imports drop column mileage_unit'])
  },
}
