import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

const bySeller = 'create index payments_by_seller on payments (seller_id, paid_at, is_sale, state, amount'

/** How much of a payment has gone back: somebody may give back a part of it in Stripe's dashboard. */
export const refundedAmount: Migration = {
  async up(db) {
    await runStatements(db, [
      'alter table payments add column refunded_amount integer not null default 0',
      'drop index payments_by_seller',
      `${bySeller}, refunded_amount)`,
      "update payments set refunded_amount = amount where state = 'refunded'",
    ])
  },
  async down(db) {
    await runStatements(db, [
      'drop index payments_by_seller',
      `${bySeller})`,
      'alter table payments drop column refunded_amount',
    ])
  },
}
