import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/** When the last rows of an import went in: the time in which nobody worked on it is none that it takes. */
export const importProgress: Migration = {
  async up(db) {
    await runStatements(db, ['alter table imports add column progress_at text'])
  },
  async down(db) {
    await runStatements(db, ['alter table imports drop column progress_at'])
  },
}
