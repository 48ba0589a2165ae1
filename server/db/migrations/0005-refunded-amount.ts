import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

const bySeller = 'create index payments_by_seller on payments (seller_id, paid_at, is_sale, state, amount'

/** How much of a payment has gone back: somebody may give back a part of it in Stripe's dashboard. */
export const refundedAmount: Migration = {
  async up(db) {
    await sql.raw('alter table payments add column refunded_amount integer not null default 0').execute(db)
    await sql.raw('drop index payments_by_seller').execute(db)
    await sql.raw(`${bySeller}, refunded_amount)`).execute(db)
    await sql.raw("update payments set refunded_amount = amount where state = 'refunded'").execute(db)
  },
  async down(db) {
    await sql.raw('drop index payments_by_seller').execute(db)
    await sql.raw(`${bySeller})`).execute(db)
    await sql.raw('alter table payments drop column refunded_amount').execute(db)
  },
}
