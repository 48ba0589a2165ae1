import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/** Adds the sheet of each row of an import, since the rows of a workbook may come from several sheets. */
export const importSheets: Migration = {
  async up(db) {
    await runStatements(db, ['alter table import_rows add column sheet text'])
  },
  async down(db) {
    await runStatements(db, ['alter table import_rows drop column sheet'])
  },
}
