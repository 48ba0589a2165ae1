-- Sellers' fees and the all-in prices of cars, on SQLite. The file of the other engine has the same tables and columns.

create table seller_fees (
  seller_id text not null primary key references users (id),
  fees text not null,
  total_minor integer not null
) strict;

alter table cars add column fees text not null default '[]';
alter table cars add column fees_minor integer not null default 0;
-- What a buyer pays for the car. Fees do not make a car payable whose price is below the minimum of a charge.
alter table cars add column all_in_minor integer generated always as (
  case when price_minor < 50 then price_minor else price_minor + fees_minor end
) virtual;
alter table purchases add column fees text not null default '[]';

-- A car has its seller's fees. A reserved or sold car keeps those that its buyer agreed to.
create trigger cars_fees_insert after insert on cars
when exists (select 1 from seller_fees where seller_id = new.seller_id)
begin
  update cars set (fees, fees_minor) = (select fees, total_minor from seller_fees where seller_id = new.seller_id)
    where id = new.id;
  -- The update above is not a change of the price.
  delete from price_changes where car_id = new.id;
end;

create trigger cars_fees_update after update of state on cars
when old.state in ('reserved', 'sold') and new.state not in ('reserved', 'sold')
begin
  update cars set
    fees = coalesce((select fees from seller_fees where seller_id = new.seller_id), '[]'),
    fees_minor = coalesce((select total_minor from seller_fees where seller_id = new.seller_id), 0)
    where id = new.id
      and fees <> coalesce((select fees from seller_fees where seller_id = new.seller_id), '[]');
end;

-- A change of the seller's fees is a change of the price, too.
drop trigger cars_price_change;
create trigger cars_price_change after update on cars
when old.all_in_minor is distinct from new.all_in_minor and old.state in ('instock', 'reserved', 'withdrawn')
begin
  insert into price_changes (car_id, previous_minor, changed_at)
  select new.id, old.all_in_minor, coalesce(current_change.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
  from current_change where true
  on conflict (car_id) do update set
    previous_minor = case
      when substr(price_changes.changed_at, 1, 10) = substr(excluded.changed_at, 1, 10)
      then price_changes.previous_minor else excluded.previous_minor
    end,
    changed_at = excluded.changed_at;
end;
