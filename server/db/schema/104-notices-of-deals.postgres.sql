-- The sellers whose cars were handed over in a month, on Postgres. The file of the other engine has the same index.

create index deals_by_confirmation on deals (confirmed_at, seller_id, charge_id) where confirmed_at is not null;
