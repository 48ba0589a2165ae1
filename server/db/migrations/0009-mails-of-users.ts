import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/** Whom a mail is for, so that it finds their address of today; null for one to an address alone. */
export const mailsOfUsers: Migration = {
  async up(db) {
    await runStatements(db, [
      'alter table mails add column user_id text references users (id)',
      'create index mails_by_user on mails (user_id) where user_id is not null',
    ])
  },
  async down(db) {
    await runStatements(db, ['drop index mails_by_user', 'alter table mails drop column user_id'])
  },
}
