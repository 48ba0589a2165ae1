-- How the price of a listed car compares with the prices of similar cars, on Postgres. The file of the other engine has the
-- same column.

alter table cars add column price_label text collate "C";
