import { addTransactionsOf, dropTransactionsOf } from '../engines/commit-order.ts'
import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/** Where the ledger's numbers don't say which change came later, its rows do. */
export const ledgerOrder: Migration = {
  async up(db) {
    await runStatements(db, addTransactionsOf(db))
  },
  async down(db) {
    await runStatements(db, dropTransactionsOf(db))
  },
}
