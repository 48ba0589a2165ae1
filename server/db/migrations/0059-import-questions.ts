import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/**
 * Adds the questions of an import with the seller's answers, the rows of cars that were sold elsewhere, and the fields
 * of a row that were decoded from its VIN.
 */
export const importQuestions: Migration = {
  async up(db) {
    await runStatements(db, [
      "alter table imports add column questions text not null default '{}'",
      'alter table imports add column encoding text',
      'alter table imports add column sold text',
      "alter table import_rows add column decoded text not null default '[]'",
      'alter table import_rows add column is_sold integer not null default 0',
    ])
  },
  async down(db) {
    await runStatements(db, [
      'alter table import_rows drop column is_sold',
      'alter table import_rows drop column decoded',
      'alter table imports drop column sold',
      'alter table imports drop column encoding',
      'alter table imports drop column questions',
    ])
  },
}
