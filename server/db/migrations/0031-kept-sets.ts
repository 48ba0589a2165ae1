import type { Migration } from '../migration.ts'
import { runStatements } from '../engines/statements.ts'

/**
 * A set is not written over: what an insert replaces goes without a deletion's triggers. The ledger's own guard against
 * that is made with its other triggers (`server/db/ledger.ts`).
 */
export const keptSets: Migration = {
  async up(db) {
    await runStatements(db, [
      `create trigger change_sets_refuse_replacement before insert on change_sets
        when exists (select 1 from change_sets where id = new.id)
        begin select raise(abort, 'change_sets is append-only: what was changed together stays so'); end`,
    ])
  },
  async down(db) {
    await runStatements(db, ['drop trigger change_sets_refuse_replacement'])
  },
}
