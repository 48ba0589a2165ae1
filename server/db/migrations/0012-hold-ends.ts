import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

const columns = {
  card_confirmed: 'integer not null default 0 check (card_confirmed in (0, 1))',
  cancelled_by: 'text references users (id)',
}

const indexes = {
  // Admins see what is held now.
  attempts_live: "attempts (created_at desc, id desc) where state in ('opening', 'open')",
  // Who may hold a car asks how it was held lately, how often this buyer held one, and whether they ever paid.
  attempts_by_car: 'attempts (car_id, active_at)',
  attempts_by_buyer: 'attempts (buyer_id, created_at)',
  payments_by_buyer: 'payments (buyer_id, paid_at)',
}

const replaced = 'attempts_by_buyer_and_car'

/** How a hold ended: whether Stripe had taken a card for it, and which admin ended it. */
export const holdEnds: Migration = {
  async up(db) {
    await runStatements(db, [
      ...Object.entries(columns).map(([name, type]) => `alter table attempts add column ${name} ${type}`),
      "update attempts set card_confirmed = 1 where state = 'succeeded'",
      `drop index ${replaced}`,
      ...Object.entries(indexes).map(([name, of]) => `create index ${name} on ${of}`),
    ])
  },
  async down(db) {
    await runStatements(db, [
      ...Object.keys(indexes).map((name) => `drop index ${name}`),
      `create index ${replaced} on attempts (buyer_id, car_id)`,
      ...Object.keys(columns).map((name) => `alter table attempts drop column ${name}`),
    ])
  },
}
