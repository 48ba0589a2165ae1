import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/** Parts of payments that admins give back. One at a time of a payment, so that a second window gives nothing back twice. */
export const refundParts: Migration = {
  async up(db) {
    await runStatements(db, [
      `create table refund_parts (
      id text primary key,
      payment_id text not null references payments (id),
      amount integer not null check (amount > 0),
      reason text not null,
      state text not null check (state in ('open', 'done', 'failed')),
      asked_at text not null
    ) strict`,
      `create unique index refund_parts_open on refund_parts (payment_id) where state = 'open'`,
    ])
  },
  async down(db) {
    await runStatements(db, ['drop table refund_parts'])
  },
}
