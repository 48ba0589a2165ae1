import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/** What to know of how a file was read. */
export const importNotes: Migration = {
  async up(db) {
    await runStatements(db, ['alter table imports add column note text'])
  },
  async down(db) {
    await runStatements(db, ['alter table imports drop column note'])
  },
}
