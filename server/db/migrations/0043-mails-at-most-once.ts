import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/** Of some mails a second one is worse than none, where nobody knows whether the first went out. */
export const mailsAtMostOnce: Migration = {
  async up(db) {
    await runStatements(db, ['alter table mails add column at_most_once integer not null default 0'])
  },
  async down(db) {
    await runStatements(db, ['alter table mails drop column at_most_once'])
  },
}
