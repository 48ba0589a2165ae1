-- The ZIP codes of sellers and cars, on SQLite. The file of the other engine has the same columns.

alter table users add column zip text;
-- Null if the car follows its seller's ZIP code.
alter table cars add column zip text;
