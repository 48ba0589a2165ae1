import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/** A seller's sales of some months are read without everybody else's. */
export const salesBySeller: Migration = {
  async up(db) {
    await runStatements(db, [
      'create index payments_by_seller on payments (seller_id, paid_at, is_sale, state, amount)',
    ])
  },
  async down(db) {
    await runStatements(db, ['drop index payments_by_seller'])
  },
}
