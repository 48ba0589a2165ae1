import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

const name = `case when deleted_at is null then trim(full_name || ', ' || email, ', ') else 'Deleted user, ' || id end`
const lines = `where target in (select id from users) and subject`

/** The log names users itself: as they are called at this step, since nobody kept what they were called then. */
export const auditUsers: Migration = {
  async up(db) {
    await runStatements(db, [
      `update audit set subject = (select ${name} from users where users.id = audit.target) ${lines} = ''`,
    ])
  },
  async down(db) {
    await runStatements(db, [`update audit set subject = '' ${lines} <> ''`])
  },
}
