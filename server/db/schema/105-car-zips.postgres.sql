-- The ZIP codes of sellers and cars, on Postgres. The file of the other engine has the same columns.

alter table users add column zip text collate "C";
-- Null if the car follows its seller's ZIP code.
alter table cars add column zip text collate "C";
