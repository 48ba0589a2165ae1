import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Whom a mail is for, so that it finds their address of today; null for one to an address alone. */
export const mailsOfUsers: Migration = {
  async up(db) {
    await sql.raw('alter table mails add column user_id text references users (id)').execute(db)
    await sql.raw('create index mails_by_user on mails (user_id) where user_id is not null').execute(db)
  },
  async down(db) {
    await sql.raw('drop index mails_by_user').execute(db)
    await sql.raw('alter table mails drop column user_id').execute(db)
  },
}
