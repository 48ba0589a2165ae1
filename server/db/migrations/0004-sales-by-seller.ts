import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** A seller's sales of some months are read without everybody else's. */
export const salesBySeller: Migration = {
  async up(db) {
    await sql
      .raw('create index payments_by_seller on payments (seller_id, paid_at, is_sale, state, amount)')
      .execute(db)
  },
  async down(db) {
    await sql.raw('drop index payments_by_seller').execute(db)
  },
}
