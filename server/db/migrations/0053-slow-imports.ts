import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/** Time at which the reading of an import was moved to the lane for slow files. */
export const slowImports: Migration = {
  async up(db) {
    await runStatements(db, ['alter table imports add column slow_at text'])
  },
  async down(db) {
    await runStatements(db, ['alter table imports drop column slow_at'])
  },
}
