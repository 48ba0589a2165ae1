import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/** The orders and the counts of the lists that staff work through. */
export const lists: Migration = {
  async up(db) {
    await runStatements(
      db,
      Object.entries(indexes).map(([name, place]) => `create index ${name} on ${place}`),
    )
  },
  async down(db) {
    await runStatements(
      db,
      Object.keys(indexes).map((name) => `drop index if exists ${name}`),
    )
  },
}

const live = 'where deleted_at is null'

// With `deleted_at` they answer by themselves: SQLite looks at it again although the index says it.
const indexes = {
  users_by_name: `users (full_name collate nocase, created_at, id, deleted_at) ${live}`,
  users_by_role: `users (role, created_at, id, deleted_at) ${live}`,
  users_by_proof: `users (email_verified, created_at, id, deleted_at) ${live}`,
  users_by_badge: `users (account, verified, created_at, id, deleted_at) ${live}`,
  // What words are looked for in, and what is counted.
  users_found: `users (account, email_verified, verified, role, full_name, email, deleted_at) ${live}`,
  users_by_any_email: 'users (email, id)',
  audit_by_actor: 'audit (actor_email, at, id)',
  payments_by_car: 'payments (car_name collate nocase, paid_at, id)',
  payments_by_amount: 'payments (amount, paid_at, id)',
  reports_by_state: `reports (state, created_at, id, deleted_at) ${live}`,
  purchases_by_state: 'purchases (seller_id, state, created_ms, id)',
  payments_by_state: 'payments (state, paid_at, id)',
}
