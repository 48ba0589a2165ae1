import type { QueryExecutorProvider } from 'kysely'
import { patternsOf } from '../engines/patterns.ts'
import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/** An address is proven by one user at a time, and only in its plain form: printable ASCII without capitals. */
export const provenAddresses: Migration = {
  async up(db) {
    await runStatements(db, [...endFalseProofs(db), oneProof])
  },
  async down(db) {
    await runStatements(db, ['drop index users_by_proven_email'])
  },
}

/** Of several, the newest user's stands: Firebase gives an address to one account at a time. */
const endFalseProofs = (db: QueryExecutorProvider) => [
  `update users set email_verified = 0 where ${patternsOf(db).hasOther('email', '!-~')} or email <> lower(email)`,
  `update users set email_verified = 0
    where email_verified = 1 and deleted_at is null and exists (
      select 1 from users as newer
      where newer.email = users.email and newer.email_verified = 1 and newer.deleted_at is null
        and (newer.created_at, newer.id) > (users.created_at, users.id)
    )`,
]

const oneProof = `create unique index users_by_proven_email on users (email)
  where email_verified = 1 and deleted_at is null`
