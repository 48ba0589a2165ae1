import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/**
 * What makes were called before they were renamed or merged, for links with those names. A name that leads to a make which
 * is deleted leads nowhere until that make is back, so nothing refers to `categories`.
 */
export const formerMakes: Migration = {
  async up(db) {
    await runStatements(db, [
      'create table former_makes (name text primary key, make text not null) strict',
      'create index former_makes_by_make on former_makes (make)',
    ])
  },
  async down(db) {
    await runStatements(db, ['drop table former_makes'])
  },
}
