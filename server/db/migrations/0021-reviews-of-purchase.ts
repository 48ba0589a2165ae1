import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/** The reviews of a purchase, deleted ones too: a refund unties them all. */
export const reviewsOfPurchase: Migration = {
  async up(db) {
    await runStatements(db, [
      'create index reviews_of_purchase on reviews (purchase_id) where purchase_id is not null',
    ])
  },
  async down(db) {
    await runStatements(db, ['drop index reviews_of_purchase'])
  },
}
