import { sql } from 'kysely'
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
    for (const [name, type] of Object.entries(columns))
      await sql.raw(`alter table attempts add column ${name} ${type}`).execute(db)
    await sql.raw("update attempts set card_confirmed = 1 where state = 'succeeded'").execute(db)
    await sql.raw(`drop index ${replaced}`).execute(db)
    for (const [name, of] of Object.entries(indexes))
      await sql.raw(`create index ${name} on ${of}`).execute(db)
  },
  async down(db) {
    for (const name of Object.keys(indexes)) await sql.raw(`drop index ${name}`).execute(db)
    await sql.raw(`create index ${replaced} on attempts (buyer_id, car_id)`).execute(db)
    for (const name of Object.keys(columns))
      await sql.raw(`alter table attempts drop column ${name}`).execute(db)
  },
}
