import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/** A review may be about one of its author's purchases, and keeps the car's name; a purchase has one at a time. */
export const purchaseReviews: Migration = {
  async up(db) {
    await runStatements(db, [
      `alter table reviews add column purchase_id text references purchases (id)`,
      `alter table reviews add column car_name text`,
      `create unique index reviews_by_purchase on reviews (purchase_id)
        where purchase_id is not null and deleted_at is null`,
    ])
  },
  async down(db) {
    await runStatements(db, [
      'drop index reviews_by_purchase',
      'alter table reviews drop column car_name',
      'alter table reviews drop column purchase_id',
    ])
  },
}
