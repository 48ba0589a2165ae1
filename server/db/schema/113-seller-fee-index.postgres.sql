-- Finds cars whose price does not include their seller's current fees yet, on Postgres. The file of the other engine has the same index.

create index cars_by_fees on cars (seller_id, fees) where state <> 'reserved' and state <> 'sold';
