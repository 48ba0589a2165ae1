-- The schema of release 0.2.0 on SQLite. schema.postgres.sql has the same tables, columns, keys, indexes,
-- and triggers; tests/engines/schema.test.ts compares both. This file never changes: later changes
-- are migrations (server/db/migrations.ts).
--
-- A statement ends with a semicolon at the end of a line. The statements of a trigger are indented.

-- Accounts

create table users (
  id text primary key,
  uid text not null unique,
  email text not null,
  full_name text not null,
  photo_url text not null,
  account text not null check (account in ('buyer', 'seller')),
  account_chosen integer not null check (account_chosen in (0, 1)),
  saved_at text,
  role text not null check (role in ('user', 'admin')),
  verified integer not null check (verified in (0, 1)),
  created_at text not null,
  deleted_at text,
  email_verified integer not null default 0 check (email_verified in (0, 1)),
  email_at text
) strict;
create index users_by_email on users (email) where deleted_at is null;
create index users_by_age on users (created_at, id) where deleted_at is null;
create index users_by_account on users (account, created_at, id) where deleted_at is null;
create unique index users_by_proven_email on users (email) where email_verified = 1 and deleted_at is null;
create index users_by_name on users (full_name collate nocase, created_at, id, deleted_at)
  where deleted_at is null;
create index users_by_role on users (role, created_at, id, deleted_at) where deleted_at is null;
create index users_by_proof on users (email_verified, created_at, id, deleted_at) where deleted_at is null;
create index users_by_badge on users (account, verified, created_at, id, deleted_at) where deleted_at is null;
create index users_found on users (account, email_verified, verified, role, full_name, email, deleted_at)
  where deleted_at is null;
create index users_by_any_email on users (email, id);

create table sessions (
  id text primary key,
  user_id text not null references users (id),
  client text not null,
  user_agent text not null,
  created_at text not null,
  last_seen_at text not null,
  expires_at text not null,
  revoked_at text
) strict;
create index sessions_by_user on sessions (user_id);

-- Makes
--
-- A make is a row of categories. The rows come from makes.json.

create table categories (
  name text primary key,
  brand_image text not null,
  position integer not null,
  listed_count integer not null default 0,
  shown text not null default 'with-cars' check (shown in ('always', 'with-cars', 'never'))
) strict;
create index categories_by_image on categories (brand_image) where brand_image <> '';

create table former_makes (
  name text primary key,
  make text not null
) strict;
create index former_makes_by_make on former_makes (make);

-- Cars

create table cars (
  id text primary key,
  seller_id text not null references users (id),
  condition text not null,
  model_name text not null,
  description text not null,
  location text not null,
  contact text not null,
  usage_time text not null,
  original_price text not null,
  resell_price text not null,
  original_price_minor integer,
  price_minor integer,
  year integer,
  mileage integer,
  mileage_unit text,
  fuel text,
  body text,
  transmission text,
  featured_at text,
  posted_at text not null,
  version integer not null default 1,
  hidden_at text,
  idempotency_key text,
  idempotency_digest text,
  color text,
  drive text,
  doors integer,
  seats integer,
  engineCc integer,
  powerKw integer,
  owners integer,
  interiorColor text,
  trim text,
  engine text,
  registration text,
  model text,
  listed_at text,
  elsewhere_price_minor integer,
  elsewhere_on text,
  elsewhere_note text not null default '',
  no_vin_reason text not null default '',
  category_name text references categories (name),
  vin text,
  stock_no text,
  cleared_vin text,
  state text not null default 'draft' check (state in (
    'draft', 'due-in', 'preparing', 'instock', 'reserved', 'sold', 'sold-elsewhere', 'withdrawn', 'archived', 'in-review'
  )),
  held_vin text,
  cover_focus text
) strict;
create index cars_kept on cars (posted_at desc, id desc) where state <> 'withdrawn' and hidden_at is null;
create index cars_by_seller on cars (seller_id, posted_at desc, id desc);
create index cars_featured on cars (featured_at desc) where featured_at is not null;
create unique index cars_by_idempotency_key on cars (seller_id, idempotency_key)
  where idempotency_key is not null;
create index cars_by_make on cars (category_name);
create index cars_by_model on cars (category_name, model) where state in ('instock', 'reserved');
create index cars_sold_elsewhere on cars (seller_id, elsewhere_on, elsewhere_price_minor)
  where elsewhere_on is not null;
create index cars_by_vin on cars (vin) where vin is not null;
create index cars_newest_stock_numbers on cars (seller_id, posted_at desc, id desc) where stock_no is not null;
create unique index cars_stock_numbers on cars (seller_id, stock_no collate nocase)
  where stock_no is not null and hidden_at is null;
create index cars_held on cars (seller_id, held_vin) where held_vin is not null;
create index cars_drafts on cars (seller_id) where state = 'draft' and hidden_at is null;

create table car_pictures (
  car_id text not null references cars (id),
  position integer not null,
  url text not null,
  primary key (car_id, position)
) strict, without rowid;
create index car_pictures_by_url on car_pictures (url);

-- A VIN is on the market once per seller, and once among all sellers unless an admin has cleared it.
create trigger cars_vin_insert before insert on cars
when new.vin is not null
  and new.state in ('due-in', 'preparing', 'in-review', 'instock', 'reserved') and new.hidden_at is null
begin
  select raise(abort, 'vin-listed') from cars as other
    where other.vin = new.vin and other.id <> new.id and other.seller_id = new.seller_id
      and other.state in ('due-in', 'preparing', 'in-review', 'instock', 'reserved') and other.hidden_at is null;
  select raise(abort, 'vin-in-review') from cars as other
    where other.vin = new.vin and other.id <> new.id and other.seller_id <> new.seller_id
      and other.state in ('instock', 'reserved') and new.state in ('instock', 'reserved')
      and new.cleared_vin is distinct from new.vin;
end;

create trigger cars_vin_update before update of state, vin, hidden_at on cars
when new.vin is not null
  and new.state in ('due-in', 'preparing', 'in-review', 'instock', 'reserved') and new.hidden_at is null
  and (
    new.vin is distinct from old.vin
    or (new.state in ('instock', 'reserved')) <> (old.state in ('instock', 'reserved'))
    or not (old.state in ('due-in', 'preparing', 'in-review', 'instock', 'reserved') and old.hidden_at is null)
  )
begin
  select raise(abort, 'vin-listed') from cars as other
    where other.vin = new.vin and other.id <> new.id and other.seller_id = new.seller_id
      and other.state in ('due-in', 'preparing', 'in-review', 'instock', 'reserved') and other.hidden_at is null;
  select raise(abort, 'vin-in-review') from cars as other
    where other.vin = new.vin and other.id <> new.id and other.seller_id <> new.seller_id
      and other.state in ('instock', 'reserved') and new.state in ('instock', 'reserved')
      and new.cleared_vin is distinct from new.vin;
end;

-- A car whose VIN an admin reviews cannot be listed.
create trigger cars_held_insert before insert on cars
when new.held_vin is not null and new.state in ('instock', 'reserved')
begin
  select raise(abort, 'vin-in-review');
end;

create trigger cars_held_update before update of state, held_vin on cars
when new.held_vin is not null and new.state in ('instock', 'reserved')
begin
  select raise(abort, 'vin-in-review');
end;

-- Each make knows the number of its listed cars.
create trigger cars_count_insert after insert on cars
begin
  update categories set listed_count = listed_count + 1
    where name = new.category_name and new.state in ('instock', 'reserved');
end;

create trigger cars_count_delete after delete on cars
begin
  update categories set listed_count = listed_count - 1
    where name = old.category_name and old.state in ('instock', 'reserved');
end;

create trigger cars_count_update after update of state, category_name on cars
begin
  update categories set listed_count = listed_count - 1
    where name = old.category_name and old.state in ('instock', 'reserved');
  update categories set listed_count = listed_count + 1
    where name = new.category_name and new.state in ('instock', 'reserved');
end;

-- Uploaded photos

create table uploads (
  id text primary key,
  hash text not null,
  url text not null,
  thumb_url text not null,
  medium_url text not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  user_id text references users (id),
  created_at text not null,
  expires_at text
) strict;
create index uploads_by_hash on uploads (hash);
create index uploads_by_url on uploads (url);
create index uploads_by_user on uploads (user_id);
create index uploads_expiring on uploads (expires_at) where expires_at is not null;

create table job_orphaned_pictures (
  hash text not null primary key,
  first_seen_at text
) strict, without rowid;
create index job_orphaned_pictures_by_time on job_orphaned_pictures (first_seen_at);

create table installation (
  only_row integer not null primary key check (only_row = 1),
  id text not null,
  sweeps integer not null default 0,
  sweep_after text
) strict;

-- Ledger of cars
--
-- The triggers that write car_changes are created by server/db/ledger.ts from the columns of cars.

create table car_changes (
  id integer primary key,
  car text not null,
  version integer not null,
  "set" integer,
  actor text,
  at text not null,
  field text not null,
  before any,
  after any
) strict;
create index car_changes_by_car on car_changes (car, version);
create index car_changes_by_set on car_changes ("set", car) where "set" is not null;

create table change_sets (
  id integer primary key,
  kind text not null,
  actor text,
  at text not null,
  count integer not null,
  reverts integer
) strict;
create index change_sets_by_actor on change_sets (actor, id);
create index change_sets_by_reverts on change_sets (reverts, count) where reverts is not null;

-- The transaction that writes now says in this one row what it is about. SQLite has one writer.
create table current_change (
  one integer primary key check (one = 1),
  "set" integer,
  actor text,
  at text
) strict;
insert into current_change (one) values (1);

create table ledger_use (
  change_set integer not null,
  minute text not null,
  actor text not null,
  changes integer not null,
  primary key (change_set, minute)
) strict, without rowid;
create index ledger_use_by_actor on ledger_use (actor, minute, changes);

create table job_reverts (
  id text primary key not null,
  user_id text not null references users (id),
  set_id integer not null,
  created_at text not null,
  state text not null check (state in ('reverting', 'reverted', 'undoing', 'undone', 'stopped')),
  undo_asked integer not null default 0 check (undo_asked in (0, 1)),
  after_car text not null default '',
  done integer not null default 0,
  total integer not null,
  reverted integer not null default 0,
  stayed text not null default '[]',
  stayed_count integer not null default 0,
  own_set integer,
  undo_set integer,
  message text
);
create unique index job_reverts_under_way on job_reverts (set_id) where state in ('reverting', 'undoing');
create index job_reverts_by_set on job_reverts (set_id, created_at);
create index job_reverts_by_user on job_reverts (user_id);

create table job_erasures (
  user_id text primary key not null references users (id),
  actor_id text not null,
  created_at text not null,
  step text not null,
  after text not null default '',
  change_set integer,
  attempts integer not null default 0,
  next_attempt_at text not null
);

-- A set of changes may only count its cars.
create trigger change_sets_refuse_delete before delete on change_sets
begin
  select raise(abort, 'change_sets is append-only: what was changed together stays so');
end;

create trigger change_sets_refuse_update before update on change_sets
when (new.id, new.kind, new.actor, new.at, new.reverts)
  is distinct from (old.id, old.kind, old.actor, old.at, old.reverts)
  or new.count is distinct from (select count(distinct car) from car_changes where "set" = new.id)
begin
  select raise(abort, 'change_sets is append-only: what was changed together stays so');
end;

create trigger change_sets_refuse_replacement before insert on change_sets
when exists (select 1 from change_sets where id = new.id)
begin
  select raise(abort, 'change_sets is append-only: what was changed together stays so');
end;

-- Changes of prices

create table price_changes (
  car_id text primary key references cars (id) on delete cascade,
  previous_minor integer,
  changed_at text not null
) strict;
create index price_changes_at on price_changes (changed_at);

-- Several changes on one day (UTC) are one change, from the price before the first of them.
create trigger cars_price_change after update of price_minor on cars
when old.price_minor is distinct from new.price_minor and old.state in ('instock', 'reserved', 'withdrawn')
begin
  insert into price_changes (car_id, previous_minor, changed_at)
  select new.id, old.price_minor, coalesce(current_change.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
  from current_change where true
  on conflict (car_id) do update set
    previous_minor = case
      when substr(price_changes.changed_at, 1, 10) = substr(excluded.changed_at, 1, 10)
      then price_changes.previous_minor else excluded.previous_minor
    end,
    changed_at = excluded.changed_at;
end;

-- Changes
--
-- One row for each written row that somebody needs to know of, one topic per line. Its triggers are made from
-- server/db/change-rules.ts whenever the database is opened.

create table change_log (
  change integer primary key autoincrement,
  topics text not null
) strict;

-- Search
--
-- The number of a listed car is its place in the search index.

create table listed_cars (
  number integer primary key,
  car_id text not null unique references cars (id)
) strict;

create virtual table car_text using fts5 (
  model_name, category_name, description, location,
  content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2'
);

-- Each car that is listed has a number while it is.
create trigger cars_list_insert after insert on cars
when new.state in ('instock', 'reserved')
begin
  insert into listed_cars (car_id) values (new.id);
end;

create trigger cars_list_delete after delete on cars
when old.state in ('instock', 'reserved')
begin
  delete from listed_cars where car_id = old.id;
end;

create trigger cars_list_return after update of state on cars
when new.state in ('instock', 'reserved') and not old.state in ('instock', 'reserved')
begin
  insert into listed_cars (car_id) values (new.id);
end;

create trigger cars_list_leave after update of state on cars
when old.state in ('instock', 'reserved') and not new.state in ('instock', 'reserved')
begin
  delete from listed_cars where car_id = old.id;
end;

-- The index of words follows the listed cars.
create trigger listed_cars_text_insert after insert on listed_cars
begin
  insert into car_text (rowid, model_name, category_name, description, location)
  select new.number, model_name, category_name, description, location
  from cars where id = new.car_id;
end;

create trigger listed_cars_text_delete after delete on listed_cars
begin
  delete from car_text where rowid = old.number;
end;

create trigger cars_text_update after update of model_name, category_name, description, location on cars
when old.state in ('instock', 'reserved') and new.state in ('instock', 'reserved')
  and (
    old.model_name <> new.model_name or old.category_name <> new.category_name
    or old.description <> new.description or old.location <> new.location
  )
begin
  update car_text set
    model_name = new.model_name,
    category_name = new.category_name,
    description = new.description,
    location = new.location
  where rowid = (select number from listed_cars where car_id = new.id);
end;

-- Purchases and payments

create table purchases (
  id text primary key,
  buyer_id text not null references users (id),
  seller_id text not null references users (id),
  car_id text not null references cars (id),
  buyer_name text not null,
  buyer_contact text not null,
  meeting_place text not null,
  car_model_name text not null,
  price_text text not null,
  price_minor integer,
  created_ms integer not null,
  state text not null check (state in ('unpaid', 'paying', 'paid', 'refunded', 'removed')),
  hidden_at text,
  car_name text not null default '',
  told_price_minor integer,
  told_price_at text
) strict;
-- A buyer has one active item per car: a repeated purchase finds the first.
create unique index purchases_active on purchases (buyer_id, car_id) where state in ('unpaid', 'paying');
create index purchases_by_buyer on purchases (buyer_id, created_ms desc, id desc);
create index purchases_by_seller on purchases (seller_id, created_ms desc, id desc);
create index purchases_by_car on purchases (car_id);
create index purchases_by_state on purchases (seller_id, state, created_ms, id);

create table attempts (
  id text primary key,
  purchase_id text not null references purchases (id),
  car_id text not null references cars (id),
  buyer_id text not null references users (id),
  intent_id text unique,
  client_secret text,
  amount integer not null,
  currency text not null,
  state text not null check (state in ('opening', 'open', 'succeeded', 'cancelled')),
  cancel_reason text,
  held_until text not null,
  created_at text not null,
  active_at text not null,
  cancelled_by text references users (id)
) strict;
-- There is one hold per car, per item, and per buyer.
create unique index attempts_live_car on attempts (car_id) where state in ('opening', 'open');
create unique index attempts_live_purchase on attempts (purchase_id) where state in ('opening', 'open');
create unique index attempts_live_buyer on attempts (buyer_id) where state in ('opening', 'open');
create index attempts_live on attempts (created_at desc, id desc) where state in ('opening', 'open');
create index attempts_by_car on attempts (car_id, active_at);
create index attempts_by_buyer on attempts (buyer_id, created_at);

create table payments (
  id text primary key,
  attempt_id text references attempts (id),
  purchase_id text not null references purchases (id),
  car_id text not null references cars (id),
  buyer_id text not null references users (id),
  seller_id text not null references users (id),
  intent_id text not null unique,
  amount integer not null,
  currency text not null,
  price_text text not null,
  car_model_name text not null,
  paid_at text not null,
  is_sale integer not null check (is_sale in (0, 1)),
  state text not null check (state in ('paid', 'refund-pending', 'refund-failed', 'refunded')),
  refund_id text,
  refund_reason text,
  refunded_at text,
  refunded_amount integer not null default 0,
  car_name text not null default ''
) strict;
-- A car has one sale that stands. A refund may fail after the car is sold to another buyer.
create unique index payments_one_sale on payments (car_id) where is_sale = 1 and state = 'paid';
create index payments_by_age on payments (paid_at desc, id desc);
create index payments_by_purchase on payments (purchase_id);
create index payments_refunding on payments (state) where state = 'refund-pending';
create index payments_by_seller on payments (seller_id, paid_at, is_sale, state, amount, refunded_amount);
create index payments_by_buyer on payments (buyer_id, paid_at);
create index payments_by_car on payments (car_name collate nocase, paid_at, id);
create index payments_by_amount on payments (amount, paid_at, id);
create index payments_by_state on payments (state, paid_at, id);

create table refund_parts (
  id text primary key,
  payment_id text not null references payments (id),
  amount integer not null check (amount > 0),
  reason text not null,
  state text not null check (state in ('open', 'done', 'failed')),
  asked_at text not null
) strict;
create unique index refund_parts_open on refund_parts (payment_id) where state = 'open';

create table webhook_events (
  id text primary key,
  type text not null,
  payload text not null,
  received_at text not null,
  handled_at text
) strict;
create index webhook_events_waiting on webhook_events (received_at) where handled_at is null;

-- Reviews and reports

create table reviews (
  id text primary key,
  author_id text not null references users (id),
  half_stars integer not null check (half_stars between 0 and 10),
  text text not null,
  created_at text not null,
  deleted_at text,
  idempotency_key text,
  idempotency_digest text,
  purchase_id text references purchases (id),
  car_name text
) strict;
create index reviews_by_age on reviews (created_at desc, id desc);
create index reviews_by_author on reviews (author_id, created_at desc, id desc);
create unique index reviews_by_idempotency_key on reviews (author_id, idempotency_key)
  where idempotency_key is not null;
create unique index reviews_by_purchase on reviews (purchase_id)
  where purchase_id is not null and deleted_at is null;
create index reviews_of_purchase on reviews (purchase_id) where purchase_id is not null;

create table review_counts (
  half_stars integer primary key,
  count integer not null
) strict;

create table reports (
  id text primary key,
  reporter_id text not null references users (id),
  car_id text not null references cars (id),
  seller_id text not null references users (id),
  item_id text not null,
  snapshot text not null,
  reason text not null,
  note text not null,
  state text not null,
  outcome text not null,
  created_at text not null,
  deleted_at text
) strict;
create unique index reports_once on reports (reporter_id, item_id) where deleted_at is null;
create index reports_by_age on reports (created_at desc, id desc);
create index reports_by_seller on reports (seller_id, created_at desc, id desc);
create index reports_by_picture on reports (snapshot ->> '$.image_url');
create index reports_by_state on reports (state, created_at, id, deleted_at) where deleted_at is null;

create trigger reviews_count_insert after insert on reviews
begin
  insert into review_counts (half_stars, count)
  select new.half_stars, 1 where new.deleted_at is null
  on conflict (half_stars) do update set count = count + 1;
end;

create trigger reviews_count_delete after delete on reviews
begin
  update review_counts set count = count - 1 where half_stars = old.half_stars and old.deleted_at is null;
end;

create trigger reviews_count_update after update of half_stars, deleted_at on reviews
begin
  update review_counts set count = count - 1 where half_stars = old.half_stars and old.deleted_at is null;
  insert into review_counts (half_stars, count)
  select new.half_stars, 1 where new.deleted_at is null
  on conflict (half_stars) do update set count = count + 1;
end;

-- Messages and mails

create table messages (
  id text primary key,
  user_id text not null references users (id),
  kind text not null,
  subject text not null,
  body text not null,
  link text not null,
  created_at text not null,
  read_at text
) strict;
create index messages_by_user on messages (user_id, created_at desc, id desc);

create table mails (
  id text primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at text not null,
  attempts integer not null default 0,
  next_attempt_at text not null,
  sent_at text,
  user_id text references users (id),
  html text,
  unsubscribe_url text,
  issue_id text,
  subscriber_id integer,
  under_way integer not null default 0,
  at_most_once integer not null default 0
) strict;
create index mails_waiting on mails (next_attempt_at) where sent_at is null;
create index mails_by_user on mails (user_id) where user_id is not null;
create unique index mails_once on mails (issue_id, subscriber_id) where issue_id is not null;
create index mails_by_subscriber on mails (subscriber_id) where subscriber_id is not null;
create index mails_by_recipient on mails (recipient);

-- Newsletter

create table subscribers (
  id integer primary key,
  token text not null unique,
  email text not null unique,
  created_at text not null,
  asked_at text,
  asked_count integer not null default 0,
  confirmed_at text,
  confirm_token text
) strict;
create index subscribers_confirmed on subscribers (id, confirmed_at) where confirmed_at is not null;
create index subscribers_waiting on subscribers (asked_at) where confirmed_at is null;
create unique index subscribers_by_confirm_token on subscribers (confirm_token);

create table newsletter_issues (
  id text primary key,
  author_id text not null references users (id),
  subject text not null,
  text text not null,
  version integer not null default 1,
  state text not null default 'draft' check (state in ('draft', 'sending', 'stopped', 'sent')),
  changed_at text not null,
  started_at text,
  finished_at text,
  deleted_at text,
  recipients integer not null default 0,
  sent integer not null default 0,
  failed integer not null default 0,
  reached integer not null default 0,
  idempotency_key text,
  idempotency_digest text
) strict;
create index newsletter_issues_by_age on newsletter_issues (changed_at desc, id desc);
create index newsletter_issues_sending on newsletter_issues (id) where state = 'sending';
create unique index newsletter_issues_by_idempotency_key on newsletter_issues (author_id, idempotency_key)
  where idempotency_key is not null;

-- Imports and feeds

create table imports (
  id text primary key,
  user_id text not null references users (id),
  file_name text not null,
  created_at text not null,
  state text not null,
  columns text not null,
  "values" text not null,
  message text,
  missing text not null,
  applying_at text,
  done integer not null,
  total integer not null,
  change_set integer,
  began_at text,
  picture_hosts text not null default '[]',
  picturing_at text,
  progress_at text,
  note text,
  row_bytes integer not null default 0,
  failed_hosts text not null default '[]',
  mileage_unit text,
  questions text not null default '{}',
  encoding text,
  sold text
) strict;
create index imports_by_user on imports (user_id, created_at desc, id desc);
create index imports_to_do on imports (state, created_at) where state in ('reading', 'applying');

create table import_rows (
  import_id text not null,
  place integer not null,
  line integer,
  action text not null,
  car_id text,
  version integer,
  said text not null,
  errors text not null,
  warnings text not null,
  cells text not null,
  is_warned integer not null,
  is_pending integer not null,
  pictures text not null default '[]',
  awaits_pictures integer not null default 0,
  sheet text,
  decoded text not null default '[]',
  is_sold integer not null default 0,
  primary key (import_id, place)
) strict, without rowid;
create index import_rows_by_action on import_rows (import_id, action, is_warned, place);
create index import_rows_by_car on import_rows (import_id, car_id) where car_id is not null;
create index import_rows_pending on import_rows (import_id, place) where is_pending = 1;
create index import_rows_awaiting on import_rows (import_id, place) where awaits_pictures = 1;

create table import_headers (
  user_id text not null references users (id),
  header text not null,
  field text,
  chosen_at text not null default '',
  primary key (user_id, header)
) strict, without rowid;

create table import_values (
  user_id text not null references users (id),
  field text not null,
  value text not null,
  becomes text,
  primary key (user_id, field, value)
) strict, without rowid;

create table import_named_cars (
  import_id text not null,
  car_id text not null,
  primary key (import_id, car_id)
) strict, without rowid;

create table picture_hosts (
  user_id text not null references users (id),
  host text not null,
  primary key (user_id, host)
) strict, without rowid;

create table feeds (
  id text primary key,
  user_id text not null references users (id),
  kind text not null,
  secret text not null,
  created_at text not null,
  fetched_at text,
  fetched_cars integer,
  checked_change integer not null,
  checked_seller text not null,
  silence_told_at text
) strict;
create unique index feeds_by_secret on feeds (secret);
create index feeds_by_user on feeds (user_id, created_at desc, id desc);

create table feed_cars (
  feed_id text not null,
  car_id text not null,
  posted_at text not null,
  status text not null,
  reasons text not null,
  is_news integer not null,
  primary key (feed_id, car_id)
) strict, without rowid;
create index feed_cars_by_place on feed_cars (feed_id, posted_at desc, car_id desc);
create index feed_cars_by_status on feed_cars (feed_id, status, posted_at desc, car_id desc);

-- Audit log

create table audit (
  id text primary key,
  at text not null,
  actor_id text not null,
  actor_email text not null,
  action text not null,
  target text not null,
  detail text not null,
  subject text not null default ''
) strict;
create index audit_by_age on audit (at desc, id desc);
create index audit_by_actor on audit (actor_email, at, id);
create index audit_by_actor_id on audit (actor_id);
create index audit_by_target on audit (target);

-- Undo

create table undos (
  id text primary key,
  user_id text not null references users (id),
  kind text not null,
  expires_at text not null
) strict;

create table undo_rows (
  undo_id text not null references undos (id) on delete cascade,
  row_id text not null,
  before text,
  primary key (undo_id, row_id)
) strict, without rowid;
create index undo_rows_by_row on undo_rows (row_id);

-- Any write to a row ends the undo of an earlier one.
create trigger purchases_update_ends_undos after update on purchases
begin
  delete from undo_rows where row_id = old.id;
end;

create trigger purchases_delete_ends_undos after delete on purchases
begin
  delete from undo_rows where row_id = old.id;
end;

create trigger reports_update_ends_undos after update on reports
begin
  delete from undo_rows where row_id = old.id;
end;

create trigger reports_delete_ends_undos after delete on reports
begin
  delete from undo_rows where row_id = old.id;
end;

create trigger reviews_update_ends_undos after update on reviews
begin
  delete from undo_rows where row_id = old.id;
end;

create trigger reviews_delete_ends_undos after delete on reviews
begin
  delete from undo_rows where row_id = old.id;
end;

create trigger newsletter_issues_update_ends_undos after update on newsletter_issues
begin
  delete from undo_rows where row_id = old.id;
end;

create trigger newsletter_issues_delete_ends_undos after delete on newsletter_issues
begin
  delete from undo_rows where row_id = old.id;
end;

create trigger categories_update_ends_undos after update on categories
begin
  delete from undo_rows where row_id = old.name;
end;

create trigger categories_delete_ends_undos after delete on categories
begin
  delete from undo_rows where row_id = old.name;
end;
