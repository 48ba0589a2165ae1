import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** A review may be about one of its author's purchases, and keeps the car's name; a purchase has one at a time. */
export const purchaseReviews: Migration = {
  async up(db) {
    const statements = [
      `alter table reviews add column purchase_id text references purchases (id)`,
      `alter table reviews add column car_name text`,
      `create unique index reviews_by_purchase on reviews (purchase_id)
        where purchase_id is not null and deleted_at is null`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
  async down(db) {
    await sql`drop index reviews_by_purchase`.execute(db)
    for (const column of ['car_name', 'purchase_id'])
      await sql.raw(`alter table reviews drop column ${column}`).execute(db)
  },
}
