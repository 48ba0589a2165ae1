-- The schema of release 0.2.0 on Postgres. schema.sqlite.sql has the same tables, columns, keys, indexes,
-- and triggers; tests/engines/schema.test.ts compares both. This file never changes: later changes
-- are migrations (server/db/migrations.ts).
--
-- Texts compare byte by byte, hence collate "C". Whole numbers have 64 bits. The column tx is the transaction that
-- wrote a row of a log (server/db/engines/commit-order.ts). The functions that cut texts into words are created by
-- server/db/engines/full-text.ts.

-- An index needs a function whose answer never changes, which ->> of a text is not.
create function json_text(given text, member text) returns text language plpgsql immutable parallel safe as $$
begin
  return given::jsonb ->> member;
end $$;

-- Counts of rate limits that processes share. The table is not logged: a crash forgets its rows.
create unlogged table rate_counts (
  key text collate "C" primary key,
  points bigint not null,
  until timestamptz not null
);

-- Accounts

create table users (
  id text collate "C" primary key,
  uid text collate "C" not null unique,
  email text collate "C" not null,
  full_name text collate "C" not null,
  photo_url text collate "C" not null,
  account text collate "C" not null check (account in ('buyer', 'seller')),
  account_chosen bigint not null check (account_chosen in (0, 1)),
  saved_at text collate "C",
  role text collate "C" not null check (role in ('user', 'admin')),
  verified bigint not null check (verified in (0, 1)),
  created_at text collate "C" not null,
  deleted_at text collate "C",
  email_verified bigint not null default 0 check (email_verified in (0, 1)),
  email_at text collate "C"
);
create index users_by_email on users (email) where deleted_at is null;
create index users_by_age on users (created_at, id) where deleted_at is null;
create index users_by_account on users (account, created_at, id) where deleted_at is null;
create unique index users_by_proven_email on users (email) where email_verified = 1 and deleted_at is null;
create index users_by_name on users (lower(full_name), created_at, id, deleted_at) where deleted_at is null;
create index users_by_role on users (role, created_at, id, deleted_at) where deleted_at is null;
create index users_by_proof on users (email_verified, created_at, id, deleted_at) where deleted_at is null;
create index users_by_badge on users (account, verified, created_at, id, deleted_at) where deleted_at is null;
create index users_found on users (account, email_verified, verified, role, full_name, email, deleted_at)
  where deleted_at is null;
create index users_by_any_email on users (email, id);

create table sessions (
  id text collate "C" primary key,
  user_id text collate "C" not null references users (id),
  client text collate "C" not null,
  user_agent text collate "C" not null,
  created_at text collate "C" not null,
  last_seen_at text collate "C" not null,
  expires_at text collate "C" not null,
  revoked_at text collate "C"
);
create index sessions_by_user on sessions (user_id);

-- Makes
--
-- A make is a row of categories. The rows come from makes.json.

create table categories (
  name text collate "C" primary key,
  brand_image text collate "C" not null,
  position bigint not null,
  listed_count bigint not null default 0,
  shown text collate "C" not null default 'with-cars' check (shown in ('always', 'with-cars', 'never'))
);
create index categories_by_image on categories (brand_image) where brand_image <> '';

create table former_makes (
  name text collate "C" primary key,
  make text collate "C" not null
);
create index former_makes_by_make on former_makes (make);

-- Cars

create table cars (
  id text collate "C" primary key,
  seller_id text collate "C" not null references users (id),
  condition text collate "C" not null,
  model_name text collate "C" not null,
  description text collate "C" not null,
  location text collate "C" not null,
  contact text collate "C" not null,
  usage_time text collate "C" not null,
  original_price text collate "C" not null,
  resell_price text collate "C" not null,
  original_price_minor bigint,
  price_minor bigint,
  year bigint,
  mileage bigint,
  mileage_unit text collate "C",
  fuel text collate "C",
  body text collate "C",
  transmission text collate "C",
  featured_at text collate "C",
  posted_at text collate "C" not null,
  version bigint not null default 1,
  hidden_at text collate "C",
  idempotency_key text collate "C",
  idempotency_digest text collate "C",
  color text collate "C",
  drive text collate "C",
  doors bigint,
  seats bigint,
  "engineCc" bigint,
  "powerKw" bigint,
  owners bigint,
  "interiorColor" text collate "C",
  trim text collate "C",
  engine text collate "C",
  registration text collate "C",
  model text collate "C",
  listed_at text collate "C",
  elsewhere_price_minor bigint,
  elsewhere_on text collate "C",
  elsewhere_note text collate "C" not null default '',
  no_vin_reason text collate "C" not null default '',
  category_name text collate "C" references categories (name),
  vin text collate "C",
  stock_no text collate "C",
  cleared_vin text collate "C",
  state text collate "C" not null default 'draft' check (state in (
    'draft', 'due-in', 'preparing', 'instock', 'reserved', 'sold', 'sold-elsewhere', 'withdrawn', 'archived', 'in-review'
  )),
  held_vin text collate "C",
  cover_focus text collate "C"
);
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
create unique index cars_stock_numbers on cars (seller_id, lower(stock_no))
  where stock_no is not null and hidden_at is null;
create index cars_held on cars (seller_id, held_vin) where held_vin is not null;
create index cars_drafts on cars (seller_id) where state = 'draft' and hidden_at is null;

create table car_pictures (
  car_id text collate "C" not null references cars (id),
  position bigint not null,
  url text collate "C" not null,
  primary key (car_id, position)
);
create index car_pictures_by_url on car_pictures (url);

-- A VIN is on the market once per seller, and once among all sellers unless an admin has cleared it.
-- Cars with the same VIN wait for one another, because two transactions do not see each other’s rows.
create function refuse_second_vin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('vin ' || new.vin, 0));
  if exists (
    select from cars as other
    where other.vin = new.vin and other.id <> new.id and other.seller_id = new.seller_id
      and other.state in ('due-in', 'preparing', 'in-review', 'instock', 'reserved') and other.hidden_at is null
  ) then
    raise exception 'vin-listed';
  end if;
  if exists (
    select from cars as other
    where other.vin = new.vin and other.id <> new.id and other.seller_id <> new.seller_id
      and other.state in ('instock', 'reserved') and new.state in ('instock', 'reserved')
      and new.cleared_vin is distinct from new.vin
  ) then
    raise exception 'vin-in-review';
  end if;
  return new;
end $$;

create trigger cars_vin_insert before insert on cars
for each row when (
  new.vin is not null
    and new.state in ('due-in', 'preparing', 'in-review', 'instock', 'reserved') and new.hidden_at is null
) execute function refuse_second_vin();

create trigger cars_vin_update before update of state, vin, hidden_at on cars
for each row when (
  new.vin is not null
    and new.state in ('due-in', 'preparing', 'in-review', 'instock', 'reserved') and new.hidden_at is null
    and (
      new.vin is distinct from old.vin
      or (new.state in ('instock', 'reserved')) <> (old.state in ('instock', 'reserved'))
      or not (old.state in ('due-in', 'preparing', 'in-review', 'instock', 'reserved') and old.hidden_at is null)
    )
) execute function refuse_second_vin();

-- A car whose VIN an admin reviews cannot be listed.
create function refuse_held_car() returns trigger language plpgsql as $$
begin
  raise exception 'vin-in-review';
  return new;
end $$;

create trigger cars_held_insert before insert on cars
for each row when (
  new.held_vin is not null and new.state in ('instock', 'reserved')
) execute function refuse_held_car();

create trigger cars_held_update before update of state, held_vin on cars
for each row when (
  new.held_vin is not null and new.state in ('instock', 'reserved')
) execute function refuse_held_car();

-- Each make knows the number of its listed cars.
create function cars_count_insert() returns trigger language plpgsql as $$
begin
  update categories set listed_count = listed_count + 1
    where name = new.category_name and new.state in ('instock', 'reserved');
  return null;
end $$;

create trigger cars_count_insert after insert on cars
for each row execute function cars_count_insert();

create function cars_count_delete() returns trigger language plpgsql as $$
begin
  update categories set listed_count = listed_count - 1
    where name = old.category_name and old.state in ('instock', 'reserved');
  return null;
end $$;

create trigger cars_count_delete after delete on cars
for each row execute function cars_count_delete();

create function cars_count_update() returns trigger language plpgsql as $$
begin
  update categories set listed_count = listed_count - 1
    where name = old.category_name and old.state in ('instock', 'reserved');
  update categories set listed_count = listed_count + 1
    where name = new.category_name and new.state in ('instock', 'reserved');
  return null;
end $$;

create trigger cars_count_update after update of state, category_name on cars
for each row execute function cars_count_update();

-- Uploaded photos

create table uploads (
  id text collate "C" primary key,
  hash text collate "C" not null,
  url text collate "C" not null,
  thumb_url text collate "C" not null,
  medium_url text collate "C" not null,
  width bigint not null,
  height bigint not null,
  bytes bigint not null,
  user_id text collate "C" references users (id),
  created_at text collate "C" not null,
  expires_at text collate "C"
);
create index uploads_by_hash on uploads (hash);
create index uploads_by_url on uploads (url);
create index uploads_by_user on uploads (user_id);
create index uploads_expiring on uploads (expires_at) where expires_at is not null;

create table job_orphaned_pictures (
  hash text collate "C" not null primary key,
  first_seen_at text collate "C"
);
create index job_orphaned_pictures_by_time on job_orphaned_pictures (first_seen_at);

create table installation (
  only_row bigint not null primary key check (only_row = 1),
  id text collate "C" not null,
  sweeps bigint not null default 0,
  sweep_after text collate "C"
);

-- Ledger of cars
--
-- The triggers that write car_changes are created by server/db/ledger.ts from the columns of cars.

create table car_changes (
  id bigint generated by default as identity primary key,
  car text collate "C" not null,
  version bigint not null,
  "set" bigint,
  actor text collate "C",
  at text collate "C" not null,
  field text collate "C" not null,
  before jsonb,
  after jsonb,
  tx bigint not null default (pg_current_xact_id()::text::bigint)
);
create index car_changes_by_car on car_changes (car, version);
create index car_changes_by_set on car_changes ("set", car) where "set" is not null;
create index car_changes_by_tx on car_changes (tx);

create table change_sets (
  id bigint generated by default as identity primary key,
  kind text collate "C" not null,
  actor text collate "C",
  at text collate "C" not null,
  count bigint not null,
  reverts bigint
);
create index change_sets_by_actor on change_sets (actor, id);
create index change_sets_by_reverts on change_sets (reverts, count) where reverts is not null;

-- The transaction that writes says in its own settings what it is about, so that no other one waits for a row.
create view current_change as select
  1::bigint as one,
  nullif(current_setting('kerblight.change_set', true), '')::bigint as "set",
  nullif(current_setting('kerblight.change_actor', true), '') as actor,
  nullif(current_setting('kerblight.change_at', true), '') as at;

create function say_current_change() returns trigger language plpgsql as $$
begin
  perform
    set_config('kerblight.change_set', coalesce(new."set"::text, ''), true),
    set_config('kerblight.change_actor', coalesce(new."actor"::text, ''), true),
    set_config('kerblight.change_at', coalesce(new."at"::text, ''), true);
  return new;
end $$;

create trigger say_current_change instead of update on current_change
for each row execute function say_current_change();

create table ledger_use (
  change_set bigint not null,
  minute text collate "C" not null,
  actor text collate "C" not null,
  changes bigint not null,
  primary key (change_set, minute)
);
create index ledger_use_by_actor on ledger_use (actor, minute, changes);

create table job_reverts (
  id text collate "C" primary key not null,
  user_id text collate "C" not null references users (id),
  set_id bigint not null,
  created_at text collate "C" not null,
  state text collate "C" not null check (state in ('reverting', 'reverted', 'undoing', 'undone', 'stopped')),
  undo_asked bigint not null default 0 check (undo_asked in (0, 1)),
  after_car text collate "C" not null default '',
  done bigint not null default 0,
  total bigint not null,
  reverted bigint not null default 0,
  stayed text collate "C" not null default '[]',
  stayed_count bigint not null default 0,
  own_set bigint,
  undo_set bigint,
  message text collate "C"
);
create unique index job_reverts_under_way on job_reverts (set_id) where state in ('reverting', 'undoing');
create index job_reverts_by_set on job_reverts (set_id, created_at);
create index job_reverts_by_user on job_reverts (user_id);

create table job_erasures (
  user_id text collate "C" primary key not null references users (id),
  actor_id text collate "C" not null,
  created_at text collate "C" not null,
  step text collate "C" not null,
  after text collate "C" not null default '',
  change_set bigint,
  attempts bigint not null default 0,
  next_attempt_at text collate "C" not null
);

-- A set of changes may only count its cars.
create function refuse_change_of_sets() returns trigger language plpgsql as $$
begin
  raise exception 'change_sets is append-only: what was changed together stays so';
  return old;
end $$;

create trigger change_sets_refuse_delete before delete on change_sets
for each row execute function refuse_change_of_sets();

create function change_sets_refuse_update() returns trigger language plpgsql as $$
begin
  if (new.id, new.kind, new.actor, new.at, new.reverts)
    is distinct from (old.id, old.kind, old.actor, old.at, old.reverts)
    or new.count is distinct from (select count(distinct car) from car_changes where "set" = new.id)
  then
    raise exception 'change_sets is append-only: what was changed together stays so';
  end if;
  return new;
end $$;

create trigger change_sets_refuse_update before update on change_sets
for each row execute function change_sets_refuse_update();

create function change_sets_refuse_replacement() returns trigger language plpgsql as $$
begin
  if exists (select from change_sets where id = new.id) then
    raise exception 'change_sets is append-only: what was changed together stays so';
  end if;
  return new;
end $$;

create trigger change_sets_refuse_replacement before insert on change_sets
for each row execute function change_sets_refuse_replacement();

-- Changes of prices

create table price_changes (
  car_id text collate "C" primary key references cars (id) on delete cascade,
  previous_minor bigint,
  changed_at text collate "C" not null
);
create index price_changes_at on price_changes (changed_at);

-- Several changes on one day (UTC) are one change, from the price before the first of them.
create function cars_price_change() returns trigger language plpgsql as $$
begin
  insert into price_changes (car_id, previous_minor, changed_at)
  select new.id, old.price_minor, coalesce(
    current_change.at, to_char(statement_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  )
  from current_change where true
  on conflict (car_id) do update set
    previous_minor = case
      when substr(price_changes.changed_at, 1, 10) = substr(excluded.changed_at, 1, 10)
      then price_changes.previous_minor else excluded.previous_minor
    end,
    changed_at = excluded.changed_at;
  return null;
end $$;

create trigger cars_price_change after update of price_minor on cars
for each row when (
  old.price_minor is distinct from new.price_minor and old.state in ('instock', 'reserved', 'withdrawn')
) execute function cars_price_change();

-- Changes
--
-- One row for each written row that somebody needs to know of, one topic per line. Its triggers are made from
-- server/db/change-rules.ts whenever the database is opened.

create table change_log (
  change bigint generated by default as identity primary key,
  tx bigint not null default (pg_current_xact_id()::text::bigint),
  topics text collate "C" not null
);
create index change_log_by_tx on change_log (tx);

-- Search
--
-- The number of a listed car is its place in the search index.

create table listed_cars (
  number bigint generated by default as identity primary key,
  car_id text collate "C" not null unique references cars (id)
);

create table car_text (
  number bigint generated by default as identity primary key,
  model_name tsvector not null,
  category_name tsvector not null,
  description tsvector not null,
  location tsvector not null
);
create index car_text_by_model_name on car_text using gin (model_name);
create index car_text_by_category_name on car_text using gin (category_name);
create index car_text_by_description on car_text using gin (description);
create index car_text_by_location on car_text using gin (location);

-- Each car that is listed has a number while it is.
create function list_car() returns trigger language plpgsql as $$
begin
  insert into listed_cars (car_id) values (new.id);
  return null;
end $$;

create trigger cars_list_insert after insert on cars
for each row when (new.state in ('instock', 'reserved')) execute function list_car();

create function unlist_car() returns trigger language plpgsql as $$
begin
  delete from listed_cars where car_id = old.id;
  return null;
end $$;

create trigger cars_list_delete after delete on cars
for each row when (old.state in ('instock', 'reserved')) execute function unlist_car();

create trigger cars_list_return after update of state on cars
for each row when (
  new.state in ('instock', 'reserved') and not old.state in ('instock', 'reserved')
) execute function list_car();

create trigger cars_list_leave after update of state on cars
for each row when (
  old.state in ('instock', 'reserved') and not new.state in ('instock', 'reserved')
) execute function unlist_car();

-- The index of words follows the listed cars.
create function listed_cars_text_insert() returns trigger language plpgsql as $$
begin
  insert into car_text (number, model_name, category_name, description, location)
  select new.number, words_of(model_name), words_of(category_name), words_of(description), words_of(location)
  from cars where id = new.car_id;
  return null;
end $$;

create trigger listed_cars_text_insert after insert on listed_cars
for each row execute function listed_cars_text_insert();

create function listed_cars_text_delete() returns trigger language plpgsql as $$
begin
  delete from car_text where number = old.number;
  return null;
end $$;

create trigger listed_cars_text_delete after delete on listed_cars
for each row execute function listed_cars_text_delete();

create function cars_text_update() returns trigger language plpgsql as $$
begin
  update car_text set
    model_name = words_of(new.model_name),
    category_name = words_of(new.category_name),
    description = words_of(new.description),
    location = words_of(new.location)
  where number = (select number from listed_cars where car_id = new.id);
  return null;
end $$;

create trigger cars_text_update after update of model_name, category_name, description, location on cars
for each row when (
  old.state in ('instock', 'reserved') and new.state in ('instock', 'reserved')
    and (
      old.model_name <> new.model_name or old.category_name <> new.category_name
      or old.description <> new.description or old.location <> new.location
    )
) execute function cars_text_update();

-- Purchases and payments

create table purchases (
  id text collate "C" primary key,
  buyer_id text collate "C" not null references users (id),
  seller_id text collate "C" not null references users (id),
  car_id text collate "C" not null references cars (id),
  buyer_name text collate "C" not null,
  buyer_contact text collate "C" not null,
  meeting_place text collate "C" not null,
  car_model_name text collate "C" not null,
  price_text text collate "C" not null,
  price_minor bigint,
  created_ms bigint not null,
  state text collate "C" not null check (state in ('unpaid', 'paying', 'paid', 'refunded', 'removed')),
  hidden_at text collate "C",
  car_name text collate "C" not null default '',
  told_price_minor bigint,
  told_price_at text collate "C"
);
-- A buyer has one active item per car: a repeated purchase finds the first.
create unique index purchases_active on purchases (buyer_id, car_id) where state in ('unpaid', 'paying');
create index purchases_by_buyer on purchases (buyer_id, created_ms desc, id desc);
create index purchases_by_seller on purchases (seller_id, created_ms desc, id desc);
create index purchases_by_car on purchases (car_id);
create index purchases_by_state on purchases (seller_id, state, created_ms, id);

create table attempts (
  id text collate "C" primary key,
  purchase_id text collate "C" not null references purchases (id),
  car_id text collate "C" not null references cars (id),
  buyer_id text collate "C" not null references users (id),
  intent_id text collate "C" unique,
  client_secret text collate "C",
  amount bigint not null,
  currency text collate "C" not null,
  state text collate "C" not null check (state in ('opening', 'open', 'succeeded', 'cancelled')),
  cancel_reason text collate "C",
  held_until text collate "C" not null,
  created_at text collate "C" not null,
  active_at text collate "C" not null,
  cancelled_by text collate "C" references users (id)
);
-- There is one hold per car, per item, and per buyer.
create unique index attempts_live_car on attempts (car_id) where state in ('opening', 'open');
create unique index attempts_live_purchase on attempts (purchase_id) where state in ('opening', 'open');
create unique index attempts_live_buyer on attempts (buyer_id) where state in ('opening', 'open');
create index attempts_live on attempts (created_at desc, id desc) where state in ('opening', 'open');
create index attempts_by_car on attempts (car_id, active_at);
create index attempts_by_buyer on attempts (buyer_id, created_at);

create table payments (
  id text collate "C" primary key,
  attempt_id text collate "C" references attempts (id),
  purchase_id text collate "C" not null references purchases (id),
  car_id text collate "C" not null references cars (id),
  buyer_id text collate "C" not null references users (id),
  seller_id text collate "C" not null references users (id),
  intent_id text collate "C" not null unique,
  amount bigint not null,
  currency text collate "C" not null,
  price_text text collate "C" not null,
  car_model_name text collate "C" not null,
  paid_at text collate "C" not null,
  is_sale bigint not null check (is_sale in (0, 1)),
  state text collate "C" not null check (state in ('paid', 'refund-pending', 'refund-failed', 'refunded')),
  refund_id text collate "C",
  refund_reason text collate "C",
  refunded_at text collate "C",
  refunded_amount bigint not null default 0,
  car_name text collate "C" not null default ''
);
-- A car has one sale that stands. A refund may fail after the car is sold to another buyer.
create unique index payments_one_sale on payments (car_id) where is_sale = 1 and state = 'paid';
create index payments_by_age on payments (paid_at desc, id desc);
create index payments_by_purchase on payments (purchase_id);
create index payments_refunding on payments (state) where state = 'refund-pending';
create index payments_by_seller on payments (seller_id, paid_at, is_sale, state, amount, refunded_amount);
create index payments_by_buyer on payments (buyer_id, paid_at);
create index payments_by_car on payments (lower(car_name), paid_at, id);
create index payments_by_amount on payments (amount, paid_at, id);
create index payments_by_state on payments (state, paid_at, id);

create table refund_parts (
  id text collate "C" primary key,
  payment_id text collate "C" not null references payments (id),
  amount bigint not null check (amount > 0),
  reason text collate "C" not null,
  state text collate "C" not null check (state in ('open', 'done', 'failed')),
  asked_at text collate "C" not null
);
create unique index refund_parts_open on refund_parts (payment_id) where state = 'open';

create table webhook_events (
  id text collate "C" primary key,
  type text collate "C" not null,
  payload text collate "C" not null,
  received_at text collate "C" not null,
  handled_at text collate "C"
);
create index webhook_events_waiting on webhook_events (received_at) where handled_at is null;

-- Reviews and reports

create table reviews (
  id text collate "C" primary key,
  author_id text collate "C" not null references users (id),
  half_stars bigint not null check (half_stars between 0 and 10),
  text text collate "C" not null,
  created_at text collate "C" not null,
  deleted_at text collate "C",
  idempotency_key text collate "C",
  idempotency_digest text collate "C",
  purchase_id text collate "C" references purchases (id),
  car_name text collate "C"
);
create index reviews_by_age on reviews (created_at desc, id desc);
create index reviews_by_author on reviews (author_id, created_at desc, id desc);
create unique index reviews_by_idempotency_key on reviews (author_id, idempotency_key)
  where idempotency_key is not null;
create unique index reviews_by_purchase on reviews (purchase_id)
  where purchase_id is not null and deleted_at is null;
create index reviews_of_purchase on reviews (purchase_id) where purchase_id is not null;

create table review_counts (
  half_stars bigint generated by default as identity primary key,
  count bigint not null
);

create table reports (
  id text collate "C" primary key,
  reporter_id text collate "C" not null references users (id),
  car_id text collate "C" not null references cars (id),
  seller_id text collate "C" not null references users (id),
  item_id text collate "C" not null,
  snapshot text collate "C" not null,
  reason text collate "C" not null,
  note text collate "C" not null,
  state text collate "C" not null,
  outcome text collate "C" not null,
  created_at text collate "C" not null,
  deleted_at text collate "C"
);
create unique index reports_once on reports (reporter_id, item_id) where deleted_at is null;
create index reports_by_age on reports (created_at desc, id desc);
create index reports_by_seller on reports (seller_id, created_at desc, id desc);
create index reports_by_picture on reports (json_text(snapshot, 'image_url'));
create index reports_by_state on reports (state, created_at, id, deleted_at) where deleted_at is null;

create function reviews_count_insert() returns trigger language plpgsql as $$
begin
  insert into review_counts (half_stars, count)
  select new.half_stars, 1 where new.deleted_at is null
  on conflict (half_stars) do update set count = review_counts.count + 1;
  return null;
end $$;

create trigger reviews_count_insert after insert on reviews
for each row execute function reviews_count_insert();

create function reviews_count_delete() returns trigger language plpgsql as $$
begin
  update review_counts set count = count - 1 where half_stars = old.half_stars and old.deleted_at is null;
  return null;
end $$;

create trigger reviews_count_delete after delete on reviews
for each row execute function reviews_count_delete();

create function reviews_count_update() returns trigger language plpgsql as $$
begin
  update review_counts set count = count - 1 where half_stars = old.half_stars and old.deleted_at is null;
  insert into review_counts (half_stars, count)
  select new.half_stars, 1 where new.deleted_at is null
  on conflict (half_stars) do update set count = review_counts.count + 1;
  return null;
end $$;

create trigger reviews_count_update after update of half_stars, deleted_at on reviews
for each row execute function reviews_count_update();

-- Messages and mails

create table messages (
  id text collate "C" primary key,
  user_id text collate "C" not null references users (id),
  kind text collate "C" not null,
  subject text collate "C" not null,
  body text collate "C" not null,
  link text collate "C" not null,
  created_at text collate "C" not null,
  read_at text collate "C"
);
create index messages_by_user on messages (user_id, created_at desc, id desc);

create table mails (
  id text collate "C" primary key,
  recipient text collate "C" not null,
  subject text collate "C" not null,
  body text collate "C" not null,
  created_at text collate "C" not null,
  attempts bigint not null default 0,
  next_attempt_at text collate "C" not null,
  sent_at text collate "C",
  user_id text collate "C" references users (id),
  html text collate "C",
  unsubscribe_url text collate "C",
  issue_id text collate "C",
  subscriber_id bigint,
  under_way bigint not null default 0,
  at_most_once bigint not null default 0
);
create index mails_waiting on mails (next_attempt_at) where sent_at is null;
create index mails_by_user on mails (user_id) where user_id is not null;
create unique index mails_once on mails (issue_id, subscriber_id) where issue_id is not null;
create index mails_by_subscriber on mails (subscriber_id) where subscriber_id is not null;
create index mails_by_recipient on mails (recipient);

-- Newsletter

create table subscribers (
  id bigint generated by default as identity primary key,
  token text collate "C" not null unique,
  email text collate "C" not null unique,
  created_at text collate "C" not null,
  asked_at text collate "C",
  asked_count bigint not null default 0,
  confirmed_at text collate "C",
  confirm_token text collate "C"
);
create index subscribers_confirmed on subscribers (id, confirmed_at) where confirmed_at is not null;
create index subscribers_waiting on subscribers (asked_at) where confirmed_at is null;
create unique index subscribers_by_confirm_token on subscribers (confirm_token);

create table newsletter_issues (
  id text collate "C" primary key,
  author_id text collate "C" not null references users (id),
  subject text collate "C" not null,
  text text collate "C" not null,
  version bigint not null default 1,
  state text collate "C" not null default 'draft' check (state in ('draft', 'sending', 'stopped', 'sent')),
  changed_at text collate "C" not null,
  started_at text collate "C",
  finished_at text collate "C",
  deleted_at text collate "C",
  recipients bigint not null default 0,
  sent bigint not null default 0,
  failed bigint not null default 0,
  reached bigint not null default 0,
  idempotency_key text collate "C",
  idempotency_digest text collate "C"
);
create index newsletter_issues_by_age on newsletter_issues (changed_at desc, id desc);
create index newsletter_issues_sending on newsletter_issues (id) where state = 'sending';
create unique index newsletter_issues_by_idempotency_key on newsletter_issues (author_id, idempotency_key)
  where idempotency_key is not null;

-- Imports and feeds

create table imports (
  id text collate "C" primary key,
  user_id text collate "C" not null references users (id),
  file_name text collate "C" not null,
  created_at text collate "C" not null,
  state text collate "C" not null,
  columns text collate "C" not null,
  "values" text collate "C" not null,
  message text collate "C",
  missing text collate "C" not null,
  applying_at text collate "C",
  done bigint not null,
  total bigint not null,
  change_set bigint,
  began_at text collate "C",
  picture_hosts text collate "C" not null default '[]',
  picturing_at text collate "C",
  progress_at text collate "C",
  note text collate "C",
  row_bytes bigint not null default 0,
  failed_hosts text collate "C" not null default '[]',
  mileage_unit text collate "C",
  questions text collate "C" not null default '{}',
  encoding text collate "C",
  sold text collate "C"
);
create index imports_by_user on imports (user_id, created_at desc, id desc);
create index imports_to_do on imports (state, created_at) where state in ('reading', 'applying');

create table import_rows (
  import_id text collate "C" not null,
  place bigint not null,
  line bigint,
  action text collate "C" not null,
  car_id text collate "C",
  version bigint,
  said text collate "C" not null,
  errors text collate "C" not null,
  warnings text collate "C" not null,
  cells text collate "C" not null,
  is_warned bigint not null,
  is_pending bigint not null,
  pictures text collate "C" not null default '[]',
  awaits_pictures bigint not null default 0,
  sheet text collate "C",
  decoded text collate "C" not null default '[]',
  is_sold bigint not null default 0,
  primary key (import_id, place)
);
create index import_rows_by_action on import_rows (import_id, action, is_warned, place);
create index import_rows_by_car on import_rows (import_id, car_id) where car_id is not null;
create index import_rows_pending on import_rows (import_id, place) where is_pending = 1;
create index import_rows_awaiting on import_rows (import_id, place) where awaits_pictures = 1;

create table import_headers (
  user_id text collate "C" not null references users (id),
  header text collate "C" not null,
  field text collate "C",
  chosen_at text collate "C" not null default '',
  primary key (user_id, header)
);

create table import_values (
  user_id text collate "C" not null references users (id),
  field text collate "C" not null,
  value text collate "C" not null,
  becomes text collate "C",
  primary key (user_id, field, value)
);

create table import_named_cars (
  import_id text collate "C" not null,
  car_id text collate "C" not null,
  primary key (import_id, car_id)
);

create table picture_hosts (
  user_id text collate "C" not null references users (id),
  host text collate "C" not null,
  primary key (user_id, host)
);

create table feeds (
  id text collate "C" primary key,
  user_id text collate "C" not null references users (id),
  kind text collate "C" not null,
  secret text collate "C" not null,
  created_at text collate "C" not null,
  fetched_at text collate "C",
  fetched_cars bigint,
  checked_change bigint not null,
  checked_seller text collate "C" not null,
  silence_told_at text collate "C"
);
create unique index feeds_by_secret on feeds (secret);
create index feeds_by_user on feeds (user_id, created_at desc, id desc);

create table feed_cars (
  feed_id text collate "C" not null,
  car_id text collate "C" not null,
  posted_at text collate "C" not null,
  status text collate "C" not null,
  reasons text collate "C" not null,
  is_news bigint not null,
  primary key (feed_id, car_id)
);
create index feed_cars_by_place on feed_cars (feed_id, posted_at desc, car_id desc);
create index feed_cars_by_status on feed_cars (feed_id, status, posted_at desc, car_id desc);

-- Audit log

create table audit (
  id text collate "C" primary key,
  at text collate "C" not null,
  actor_id text collate "C" not null,
  actor_email text collate "C" not null,
  action text collate "C" not null,
  target text collate "C" not null,
  detail text collate "C" not null,
  subject text collate "C" not null default ''
);
create index audit_by_age on audit (at desc, id desc);
create index audit_by_actor on audit (actor_email, at, id);
create index audit_by_actor_id on audit (actor_id);
create index audit_by_target on audit (target);

-- Undo

create table undos (
  id text collate "C" primary key,
  user_id text collate "C" not null references users (id),
  kind text collate "C" not null,
  expires_at text collate "C" not null
);

create table undo_rows (
  undo_id text collate "C" not null references undos (id) on delete cascade,
  row_id text collate "C" not null,
  before text collate "C",
  primary key (undo_id, row_id)
);
create index undo_rows_by_row on undo_rows (row_id);

-- Any write to a row ends the undo of an earlier one.
create function end_undos() returns trigger language plpgsql as $$
begin
  delete from undo_rows where row_id = old.id;
  return null;
end $$;

create trigger purchases_update_ends_undos after update on purchases
for each row execute function end_undos();

create trigger purchases_delete_ends_undos after delete on purchases
for each row execute function end_undos();

create trigger reports_update_ends_undos after update on reports
for each row execute function end_undos();

create trigger reports_delete_ends_undos after delete on reports
for each row execute function end_undos();

create trigger reviews_update_ends_undos after update on reviews
for each row execute function end_undos();

create trigger reviews_delete_ends_undos after delete on reviews
for each row execute function end_undos();

create trigger newsletter_issues_update_ends_undos after update on newsletter_issues
for each row execute function end_undos();

create trigger newsletter_issues_delete_ends_undos after delete on newsletter_issues
for each row execute function end_undos();

create function end_undos_of_make() returns trigger language plpgsql as $$
begin
  delete from undo_rows where row_id = old.name;
  return null;
end $$;

create trigger categories_update_ends_undos after update on categories
for each row execute function end_undos_of_make();

create trigger categories_delete_ends_undos after delete on categories
for each row execute function end_undos_of_make();
