-- The cars as users know them from notifications, on Postgres. The file of the other engine has the same columns.

alter table shortlist add column added_price_minor bigint;
alter table shortlist add column notified_price_minor bigint;
alter table shortlist add column notified_listed bigint not null default 1 check (notified_listed in (0, 1));
alter table shortlist add column left_at text collate "C";
alter table shortlist add column changed_at text collate "C";
alter table shortlist add column removed_at text collate "C";
update shortlist set
  notified_price_minor = (select all_in_minor from cars where cars.id = shortlist.car_id),
  notified_listed = (select count(*) from listed_cars where listed_cars.car_id = shortlist.car_id);
create index shortlist_by_car on shortlist (car_id);
create index shortlist_changed on shortlist (user_id, changed_at) where changed_at is not null;
create index shortlist_removed on shortlist (removed_at) where removed_at is not null;

create table shortlist_emails (
  user_id text collate "C" primary key references users (id),
  every text collate "C" not null check (every in ('immediately', 'daily', 'weekly', 'never')),
  token text collate "C" not null unique
);
