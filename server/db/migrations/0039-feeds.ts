import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/** Sellers' stock at secret addresses, and what becomes of each car in it. */
export const feeds: Migration = {
  async up(db) {
    await runStatements(db, [
      `create table feeds (
        id text primary key, user_id text not null references users (id), kind text not null, secret text not null,
        created_at text not null, fetched_at text, fetched_cars integer, checked_change integer not null,
        checked_seller text not null, silence_told_at text
      ) strict`,
      'create unique index feeds_by_secret on feeds (secret)',
      'create index feeds_by_user on feeds (user_id, created_at desc, id desc)',
      `create table feed_cars (
        feed_id text not null, car_id text not null, posted_at text not null, status text not null,
        reasons text not null, is_news integer not null,
        primary key (feed_id, car_id)
      ) strict, without rowid`,
      'create index feed_cars_by_place on feed_cars (feed_id, posted_at desc, car_id desc)',
      'create index feed_cars_by_status on feed_cars (feed_id, status, posted_at desc, car_id desc)',
    ])
  },
  async down(db) {
    await runStatements(db, ['drop table feed_cars', 'drop table feeds'])
  },
}
