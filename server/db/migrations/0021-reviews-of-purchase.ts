import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** The reviews of a purchase, deleted ones too: a refund unties them all. */
export const reviewsOfPurchase: Migration = {
  async up(db) {
    await sql`create index reviews_of_purchase on reviews (purchase_id) where purchase_id is not null`.execute(
      db,
    )
  },
  async down(db) {
    await sql`drop index reviews_of_purchase`.execute(db)
  },
}
