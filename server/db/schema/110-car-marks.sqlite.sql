-- The damage marks of cars, on SQLite. The file of the other engine has the same column.

-- JSON with the marks and the time when the seller stated them. Null if the seller has not stated any.
alter table cars add column marks text;
