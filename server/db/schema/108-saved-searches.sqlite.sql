-- Saved searches and their alerts, on SQLite. The file of the other engine has the same tables.

create table saved_searches (
  id text primary key,
  user_id text not null references users (id),
  name text not null,
  query text not null,
  every text not null check (every in ('immediately', 'daily', 'weekly')),
  token text not null unique,
  created_at text not null,
  stopped_at text,
  deleted_at text,
  results text not null
) strict;
create unique index saved_searches_once on saved_searches (user_id, query) where deleted_at is null;
create index saved_searches_by_user on saved_searches (user_id, created_at);
create index saved_searches_deleted on saved_searches (deleted_at) where deleted_at is not null;

create table search_alerts (
  search_id text not null references saved_searches (id) on delete cascade,
  car_id text not null references cars (id) on delete cascade,
  reason text not null check (reason in ('match', 'price')),
  state text not null check (state in ('queued', 'sent')),
  queued_at text not null,
  sent_at text,
  primary key (search_id, car_id, reason)
) strict;
create index search_alerts_queued on search_alerts (search_id) where state = 'queued';
create index search_alerts_by_car on search_alerts (car_id);

create table compared_cars (
  number integer not null primary key,
  car_id text not null,
  facts text not null
) strict;

create table search_position (
  only_row integer not null primary key check (only_row = 1),
  change integer not null,
  names text not null,
  run text not null
) strict;

-- Any write to a row ends the undo of an earlier one.
create trigger saved_searches_update_ends_undos after update on saved_searches
begin
  delete from undo_rows where row_id = old.id;
end;
create trigger saved_searches_delete_ends_undos after delete on saved_searches
begin
  delete from undo_rows where row_id = old.id;
end;
