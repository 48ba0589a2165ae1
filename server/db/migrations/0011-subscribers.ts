import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/**
 * Subscribers confirm their address before they get a newsletter. Those from before were never asked: they keep their
 * place and their token, and are asked once.
 */
export const subscribers: Migration = {
  async up(db) {
    await runStatements(db, [
      `create table subscribers (
        id integer primary key, token text not null unique, email text not null unique, created_at text not null,
        asked_at text, asked_count integer not null default 0, confirmed_at text
      ) strict`,
      `insert into subscribers (token, email, created_at) select token, email, created_at from newsletter
        order by created_at, token`,
      `drop table newsletter`,
      `create index subscribers_confirmed on subscribers (id, confirmed_at) where confirmed_at is not null`,
      `create index subscribers_waiting on subscribers (asked_at) where confirmed_at is null`,
    ])
  },
  async down(db) {
    await runStatements(db, [
      `create table newsletter (token text primary key, email text not null unique, created_at text not null) strict`,
      `insert into newsletter (token, email, created_at) select token, email, created_at from subscribers`,
      `drop table subscribers`,
    ])
  },
}
