-- Sellers' fees and the all-in prices of cars, on Postgres. The file of the other engine has the same tables and columns.

create table seller_fees (
  seller_id text collate "C" not null primary key references users (id),
  fees text collate "C" not null,
  total_minor bigint not null
);

alter table cars add column fees text collate "C" not null default '[]';
alter table cars add column fees_minor bigint not null default 0;
-- What a buyer pays for the car. Fees do not make a car payable whose price is below the minimum of a charge.
alter table cars add column all_in_minor bigint generated always as (
  case when price_minor < 50 then price_minor else price_minor + fees_minor end
) stored;
alter table purchases add column fees text collate "C" not null default '[]';

-- A car has its seller's fees. A reserved or sold car keeps those that its buyer agreed to.
create function cars_fees() returns trigger language plpgsql as $$
declare
  own seller_fees%rowtype;
begin
  select * into own from seller_fees where seller_id = new.seller_id;
  if found or tg_op = 'UPDATE' then
    new.fees := coalesce(own.fees, '[]');
    new.fees_minor := coalesce(own.total_minor, 0);
  end if;
  return new;
end $$;

create trigger cars_fees_insert before insert on cars
for each row execute function cars_fees();

create trigger cars_fees_update before update of state on cars
for each row when (old.state in ('reserved', 'sold') and new.state not in ('reserved', 'sold'))
execute function cars_fees();

-- A change of the seller's fees is a change of the price, too.
drop trigger cars_price_change on cars;
create or replace function cars_price_change() returns trigger language plpgsql as $$
begin
  insert into price_changes (car_id, previous_minor, changed_at)
  select new.id, old.all_in_minor, coalesce(
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

create trigger cars_price_change after update on cars
for each row when (
  old.all_in_minor is distinct from new.all_in_minor and old.state in ('instock', 'reserved', 'withdrawn')
) execute function cars_price_change();
