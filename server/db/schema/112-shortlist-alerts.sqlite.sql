-- The cars as users know them from notifications, on SQLite. The file of the other engine has the same columns.

alter table shortlist add column added_price_minor integer;
alter table shortlist add column notified_price_minor integer;
alter table shortlist add column notified_listed integer not null default 1 check (notified_listed in (0, 1));
alter table shortlist add column left_at text;
alter table shortlist add column changed_at text;
alter table shortlist add column removed_at text;
update shortlist set
  notified_price_minor = (select all_in_minor from cars where cars.id = shortlist.car_id),
  notified_listed = (select count(*) from listed_cars where listed_cars.car_id = shortlist.car_id);
create index shortlist_by_car on shortlist (car_id);
create index shortlist_changed on shortlist (user_id, changed_at) where changed_at is not null;
create index shortlist_removed on shortlist (removed_at) where removed_at is not null;

create table shortlist_emails (
  user_id text primary key references users (id),
  every text not null check (every in ('immediately', 'daily', 'weekly', 'never')),
  token text not null unique
) strict;
