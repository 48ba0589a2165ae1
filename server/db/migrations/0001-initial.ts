import { sql } from 'kysely'
import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

export const initial: Migration = {
  async up(db) {
    await runStatements(db, [...tables, ...indexes, ...triggers])
    for (const [position, name] of ['Tesla', 'Audi', 'BMW'].entries()) {
      const image = `/art/brands/${name.toLowerCase()}.svg`
      await sql`insert into categories (name, brand_image, position) values (${name}, ${image}, ${position})`.execute(
        db,
      )
    }
  },
  async down(db) {
    await runStatements(
      db,
      dropOrder.map((name) => `drop table ${name}`),
    )
  },
}

const dropOrder = [
  'uploads',
  'newsletter',
  'audit',
  'undos',
  'mails',
  'messages',
  'reviews',
  'reports',
  'webhook_events',
  'payments',
  'attempts',
  'purchases',
  'cars',
  'categories',
  'sessions',
  'users',
]

const tables = [
  `create table users (
    id text primary key, uid text not null unique, email text not null, full_name text not null,
    photo_url text not null, account text not null check (account in ('buyer', 'seller')),
    account_chosen integer not null check (account_chosen in (0, 1)), saved_at text,
    role text not null check (role in ('user', 'admin')), verified integer not null check (verified in (0, 1)),
    created_at text not null, deleted_at text
  ) strict`,
  `create table sessions (
    id text primary key, user_id text not null references users (id), client text not null,
    user_agent text not null, created_at text not null, last_seen_at text not null, expires_at text not null,
    revoked_at text
  ) strict`,
  `create table categories (
    name text primary key, brand_image text not null, position integer not null,
    listed_count integer not null default 0
  ) strict`,
  `create table cars (
    id text primary key, seller_id text not null references users (id),
    category_name text not null references categories (name), condition text not null, model_name text not null,
    description text not null, location text not null, contact text not null, usage_time text not null,
    original_price text not null, resell_price text not null, original_price_minor integer, price_minor integer,
    images text not null, year integer, mileage integer, mileage_unit text, fuel text, body text, transmission text,
    state text not null check (state in ('instock', 'reserved', 'sold', 'withdrawn')), featured_at text,
    posted_at text not null, version integer not null default 1, hidden_at text, idempotency_key text
  ) strict`,
  `create table purchases (
    id text primary key, buyer_id text not null references users (id), seller_id text not null references users (id),
    car_id text not null references cars (id), buyer_name text not null, buyer_contact text not null,
    meeting_place text not null, car_model_name text not null, price_text text not null, price_minor integer,
    created_ms integer not null,
    state text not null check (state in ('unpaid', 'paying', 'paid', 'refunded', 'removed')), hidden_at text
  ) strict`,
  `create table attempts (
    id text primary key, purchase_id text not null references purchases (id),
    car_id text not null references cars (id), buyer_id text not null references users (id), intent_id text unique,
    client_secret text, amount integer not null, currency text not null,
    state text not null check (state in ('opening', 'open', 'succeeded', 'cancelled')), cancel_reason text,
    held_until text not null, created_at text not null, active_at text not null
  ) strict`,
  `create table payments (
    id text primary key, attempt_id text references attempts (id),
    purchase_id text not null references purchases (id), car_id text not null references cars (id),
    buyer_id text not null references users (id), seller_id text not null references users (id),
    intent_id text not null unique, amount integer not null, currency text not null, price_text text not null,
    car_model_name text not null, paid_at text not null, is_sale integer not null check (is_sale in (0, 1)),
    state text not null check (state in ('paid', 'refund-pending', 'refund-failed', 'refunded')), refund_id text,
    refund_reason text, refunded_at text
  ) strict`,
  `create table webhook_events (
    id text primary key, type text not null, payload text not null, received_at text not null, handled_at text
  ) strict`,
  `create table reports (
    id text primary key, reporter_id text not null references users (id), car_id text not null references cars (id),
    seller_id text not null references users (id), item_id text not null, snapshot text not null,
    reason text not null, note text not null, state text not null, outcome text not null, created_at text not null,
    deleted_at text
  ) strict`,
  `create table reviews (
    id text primary key, author_id text not null references users (id),
    half_stars integer not null check (half_stars between 0 and 10), text text not null, created_at text not null,
    deleted_at text, idempotency_key text
  ) strict`,
  `create table messages (
    id text primary key, user_id text not null references users (id), kind text not null, subject text not null,
    body text not null, link text not null, created_at text not null, read_at text
  ) strict`,
  `create table mails (
    id text primary key, recipient text not null, subject text not null, body text not null,
    created_at text not null, attempts integer not null default 0, next_attempt_at text not null, sent_at text
  ) strict`,
  `create table undos (
    id text primary key, user_id text not null references users (id), kind text not null, payload text not null,
    expires_at text not null
  ) strict`,
  `create table audit (
    id text primary key, at text not null, actor_id text not null, actor_email text not null, action text not null,
    target text not null, detail text not null
  ) strict`,
  `create table newsletter (token text primary key, email text not null unique, created_at text not null) strict`,
  `create table uploads (
    id text primary key, hash text not null, url text not null, thumb_url text not null, medium_url text not null,
    width integer not null, height integer not null, bytes integer not null, user_id text references users (id),
    created_at text not null, expires_at text
  ) strict`,
]

/** How listed cars are sorted; a car without the value comes last. */
const listedOrders = {
  newest: 'posted_at desc, id desc',
  cheapest: 'coalesce(price_minor, 9007199254740991), id',
  dearest: 'coalesce(price_minor, -1) desc, id desc',
  least_driven: `coalesce(mileage * case mileage_unit when 'mi' then 1609 else 1000 end, 9007199254740991), id`,
  youngest: 'coalesce(year, -1) desc, id desc',
}

/** By name; the migration that replaces them drops them, and brings them back on its way down. */
export const listingIndexes: Record<string, string> = Object.fromEntries(
  Object.entries(listedOrders).flatMap(([name, order]) => [
    [
      `cars_listed_${name}`,
      `create index cars_listed_${name} on cars (category_name, ${order}) where state in ('instock', 'reserved')`,
    ],
    [
      `cars_all_listed_${name}`,
      `create index cars_all_listed_${name} on cars (${order}) where state in ('instock', 'reserved')`,
    ],
  ]),
)

const indexes = [
  `create index users_by_email on users (email) where deleted_at is null`,
  `create index users_by_age on users (created_at, id) where deleted_at is null`,
  `create index users_by_account on users (account, created_at, id) where deleted_at is null`,
  `create index sessions_by_user on sessions (user_id)`,
  ...Object.values(listingIndexes),
  `create index cars_kept on cars (posted_at desc, id desc) where state <> 'withdrawn' and hidden_at is null`,
  `create index cars_by_seller on cars (seller_id, posted_at desc, id desc)`,
  `create index cars_featured on cars (featured_at desc) where featured_at is not null`,
  `create unique index cars_by_idempotency_key on cars (seller_id, idempotency_key) where idempotency_key is not null`,
  // One active item per buyer and car: a repeated purchase finds the first.
  `create unique index purchases_active on purchases (buyer_id, car_id) where state in ('unpaid', 'paying')`,
  `create index purchases_by_buyer on purchases (buyer_id, created_ms desc, id desc)`,
  `create index purchases_by_seller on purchases (seller_id, created_ms desc, id desc)`,
  `create index purchases_by_car on purchases (car_id)`,
  // One hold per car, per item and per buyer.
  `create unique index attempts_live_car on attempts (car_id) where state in ('opening', 'open')`,
  `create unique index attempts_live_purchase on attempts (purchase_id) where state in ('opening', 'open')`,
  `create unique index attempts_live_buyer on attempts (buyer_id) where state in ('opening', 'open')`,
  `create index attempts_by_buyer_and_car on attempts (buyer_id, car_id)`,
  // One sale per car that stands. A refund may fail after all when the car is long sold to somebody else.
  `create unique index payments_one_sale on payments (car_id) where is_sale = 1 and state = 'paid'`,
  `create index payments_by_age on payments (paid_at desc, id desc)`,
  `create index payments_by_purchase on payments (purchase_id)`,
  `create index payments_refunding on payments (state) where state = 'refund-pending'`,
  `create index webhook_events_waiting on webhook_events (received_at) where handled_at is null`,
  `create unique index reports_once on reports (reporter_id, item_id) where deleted_at is null`,
  `create index reports_by_age on reports (created_at desc, id desc)`,
  `create index reports_by_seller on reports (seller_id, created_at desc, id desc)`,
  `create index reviews_by_age on reviews (created_at desc, id desc)`,
  `create index reviews_by_author on reviews (author_id, created_at desc, id desc)`,
  `create unique index reviews_by_idempotency_key on reviews (author_id, idempotency_key)
    where idempotency_key is not null`,
  `create index messages_by_user on messages (user_id, created_at desc, id desc)`,
  `create index mails_waiting on mails (next_attempt_at) where sent_at is null`,
  `create index audit_by_age on audit (at desc, id desc)`,
  `create index uploads_by_hash on uploads (hash)`,
  `create index uploads_by_url on uploads (url)`,
  `create index uploads_by_user on uploads (user_id)`,
  `create index uploads_expiring on uploads (expires_at) where expires_at is not null`,
]

const listed = (row: 'new' | 'old') => `${row}.state in ('instock', 'reserved')`
const count = (row: 'new' | 'old', by: '+ 1' | '- 1') =>
  `update categories set listed_count = listed_count ${by} where name = ${row}.category_name and ${listed(row)};`

const triggers = [
  `create trigger cars_count_insert after insert on cars begin ${count('new', '+ 1')} end`,
  `create trigger cars_count_delete after delete on cars begin ${count('old', '- 1')} end`,
  `create trigger cars_count_update after update of state, category_name on cars
    begin ${count('old', '- 1')} ${count('new', '+ 1')} end`,
]
