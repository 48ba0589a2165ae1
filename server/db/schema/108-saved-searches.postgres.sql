-- Saved searches and their alerts, on Postgres. The file of the other engine has the same tables.

create table saved_searches (
  id text collate "C" primary key,
  user_id text collate "C" not null references users (id),
  name text collate "C" not null,
  query text collate "C" not null,
  every text collate "C" not null check (every in ('immediately', 'daily', 'weekly')),
  token text collate "C" not null unique,
  created_at text collate "C" not null,
  stopped_at text collate "C",
  deleted_at text collate "C",
  results text collate "C" not null
);
create unique index saved_searches_once on saved_searches (user_id, query) where deleted_at is null;
create index saved_searches_by_user on saved_searches (user_id, created_at);
create index saved_searches_deleted on saved_searches (deleted_at) where deleted_at is not null;

create table search_alerts (
  search_id text collate "C" not null references saved_searches (id) on delete cascade,
  car_id text collate "C" not null references cars (id) on delete cascade,
  reason text collate "C" not null check (reason in ('match', 'price')),
  state text collate "C" not null check (state in ('queued', 'sent')),
  queued_at text collate "C" not null,
  sent_at text collate "C",
  primary key (search_id, car_id, reason)
);
create index search_alerts_queued on search_alerts (search_id) where state = 'queued';
create index search_alerts_by_car on search_alerts (car_id);

create table compared_cars (
  number bigint not null primary key,
  car_id text collate "C" not null,
  facts text collate "C" not null
);

create table search_position (
  only_row bigint not null primary key check (only_row = 1),
  change bigint not null,
  names text collate "C" not null,
  run text collate "C" not null
);

-- Any write to a row ends the undo of an earlier one.
create trigger saved_searches_update_ends_undos after update on saved_searches
for each row execute function end_undos();
create trigger saved_searches_delete_ends_undos after delete on saved_searches
for each row execute function end_undos();
