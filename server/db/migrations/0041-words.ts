import { fullTextOf } from '../engines/full-text.ts'
import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/** Words are cut alike on both engines; going back they stay so. */
export const words: Migration = {
  async up(db) {
    await runStatements(db, fullTextOf(db).refill)
  },
  async down() {},
}
